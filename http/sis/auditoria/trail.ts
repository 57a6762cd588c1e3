import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { parseInput } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { toldRows, TRAIL } from '../../platform/engine/history'
import { invalid } from '../../platform/errors'
import { isDate } from '../../platform/parse'
import { allResources, type Row } from '../../platform/resource'

/** Days that are asked for at once. */
const LONGEST_DAYS = 366
const DAY_MS = 86_400_000

const day = v.pipe(v.string(), v.check(isDate, 'Data inválida: use AAAA-MM-DD.'))
const number = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Informe um número.'), v.transform(Number))
const input = v.object({
  ini: day,
  fim: day,
  recurso: v.optional(v.pipe(v.string(), v.maxLength(60))),
  registro_id: v.optional(number),
  user_id: v.optional(number),
  acao: v.optional(v.picklist(['create', 'update', 'delete', 'outras'], 'Use create, update, delete ou outras.')),
  /** Only what is older than this entry: the next page. */
  antes: v.optional(number),
})

export type TrailQuery = v.InferOutput<typeof input>

/** Reads what is asked of the trail. Throws 422. */
export function readTrail(query: Readonly<Record<string, string>>): TrailQuery {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const asked = parseInput(input, given)
  const days = (Date.parse(asked.fim) - Date.parse(asked.ini)) / DAY_MS
  if (days < 0) throw invalid({ fim: ['O fim vem antes do início.'] })
  if (days >= LONGEST_DAYS) throw invalid({ fim: [`No máximo ${LONGEST_DAYS} dias de uma vez.`] })
  if (asked.recurso !== undefined && !allResources().some(({ name }) => name === asked.recurso))
    throw invalid({ recurso: ['Cadastro desconhecido.'] })
  return asked
}

/** Entries of the companies of whoever asks, newest first: the database holds the fence. */
export function trailRows({ ini, fim, recurso, registro_id, user_id, acao, antes }: TrailQuery, limit: number): SQL {
  const filters = [
    sql`a.dh >= ${ini}::date and a.dh < ${fim}::date + 1`,
    ...(recurso === undefined ? [] : [sql`a.recurso = ${recurso}`]),
    ...(registro_id === undefined ? [] : [sql`a.registro_id = ${registro_id}`]),
    ...(user_id === undefined ? [] : [sql`a.user_id = ${user_id}`]),
    ...(acao === undefined
      ? []
      : [acao === 'outras' ? sql`a.acao not in ('create', 'update', 'delete')` : sql`a.acao = ${acao}`]),
    ...(antes === undefined ? [] : [sql`a.id < ${antes}`]),
  ]
  return sql`${TRAIL} where ${sql.join(filters, sql` and `)} order by a.id desc limit ${limit}`
}

const PAGE = 50

/** A page of what was done to all records: who, what and when, in words. */
export async function trail(ctx: Ctx, asked: TrailQuery): Promise<{ data: Row[]; mais: boolean; recursos: object[] }> {
  const rows = await rowsOf(ctx, trailRows(asked, PAGE + 1))
  const data = await toldRows(ctx, rows.slice(0, PAGE))
  return { data: data.map(titled), mais: rows.length > PAGE, recursos: asked.antes === undefined ? choices() : [] }
}

/** What may be asked for: registers and documents, by what they are called. */
const choices = (): object[] =>
  allResources()
    .map(({ name, title }) => ({ value: name, label: title }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt-BR'))

/** With what its resource is called. */
export const titled = (row: Row): Row => ({
  ...row,
  recurso_texto: allResources().find(({ name }) => name === row.recurso)?.title ?? String(row.recurso),
})
