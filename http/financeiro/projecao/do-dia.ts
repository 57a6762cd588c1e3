import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Placing, placing } from '../../../core/cashflow/projection'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { dateInput } from '../../platform/inputs'
import { may } from '../../platform/rights'
import { caixaLancamento } from '../caixa'
import { KINDS, type TitleKind } from '../title-kinds'
import { projectionInput } from './input'
import { type Asked, openSums, openTitles, titleOf } from './load'
import { holidaysFor } from './projected'

/** As many as a day's list shows, the largest first. */
const MOST = 200

const title = v.object({
  tipo: v.string(),
  id: v.number(),
  versao: v.number(),
  numero: v.nullable(v.string()),
  descricao: v.nullable(v.string()),
  pessoa: v.string(),
  tpConta: v.number(),
  dVencimento: v.string(),
  dPrevisao: v.nullable(v.string()),
  diasCredito: v.number(),
  valor: v.number(),
  atrasado: v.boolean(),
})

/** Days of titles, by what says when their money moves, that fall on the day asked for; null asks for what stands beside the curve. */
function wanted(
  sums: Awaited<ReturnType<typeof openSums>>,
  place: Placing,
  dia: string | null,
  kind: TitleKind,
): SQL[] {
  return sums
    .filter((one) => one.tipo === kind && place(one)?.dia === dia)
    .map(
      ({ dVencimento, dPrevisao, tpConta, diasCredito, atraso }) =>
        sql`(${dVencimento}::text, ${dPrevisao ?? null}::text, ${tpConta}::int, ${diasCredito}::int, ${atraso}::int)`,
    )
}

/** Largest sums of keys in one statement: overdue titles of years have as many. */
const KEYS = 5_000

async function titlesOf(asked: Asked, kind: TitleKind, keys: readonly SQL[]) {
  const { ctx } = asked
  if (keys.length === 0 || !may(ctx, KINDS[kind].resource, 'read')) return { rows: [], more: false }
  if (keys.length > KEYS)
    throw badRequest('São vencimentos demais para uma só lista: veja a lista de contas.', 'too_many')
  const person = sql.raw(kind === 'receber' ? 'cliente' : 'fornecedor')
  const rows = await rowsOf(
    ctx,
    sql`select o.*, o.valor::text as "vSaldo", q."xNome" as pessoa from ${openTitles(asked, kind)} o
        join (values ${sql.join([...keys], sql`, `)}) k (v, p, tp, c, a)
          on o."dVencimento" = k.v and o."dPrevisao" is not distinct from k.p and o."tpConta" = k.tp and o."diasCredito" = k.c and o.atraso = k.a
        join ${person} q on q.id = o.pessoa_id order by o.valor desc, o.id limit ${MOST + 1}`,
  )
  return { rows: rows.slice(0, MOST), more: rows.length > MOST }
}

/** The titles of a day of the projection, the largest first: those whose side the caller may see. */
export const projecaoDia = action(caixaLancamento, 'projecaoDia', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'As contas que a projeção põe num dia; sem dia, as que ficam fora da curva por atraso.',
  input: v.object({ ...projectionInput.entries, dia: v.optional(v.nullable(dateInput)) }),
  answer: v.object({ data: v.array(title), mais: v.boolean() }),
  run: async ({ ctx, input }) => {
    const asked: Asked = { ctx, input, hoje: ctx.clock.today() }
    const sums = await openSums(asked)
    const place = placing({
      hoje: asked.hoje,
      feriados: await holidaysFor(asked),
      atrasadosReceber: input.cenario === 'recebe_hoje' ? 'hoje' : 'fora',
      incluiPrevisao: input.previsoes,
    })
    const dia = input.dia ?? null
    const sides = []
    for (const kind of ['receber', 'pagar'] as const) {
      const { rows, more } = await titlesOf(asked, kind, wanted(sums, place, dia, kind))
      const data = rows.map((row) => ({
        tipo: kind,
        id: Number(row.id),
        versao: Number(row.versao),
        numero: row.numero === null ? null : String(row.numero),
        descricao: row.descricao === null ? null : String(row.descricao),
        pessoa: String(row.pessoa),
        tpConta: Number(row.tipo_conta),
        dVencimento: String(row.dVencimento),
        dPrevisao: row.dPrevisao === null ? null : String(row.dPrevisao),
        diasCredito: Number(row.diasCredito),
        valor: Number(row.vSaldo),
        atrasado: place(titleOf(kind, row))?.atrasado === true,
      }))
      sides.push({ data, more })
    }
    return { data: sides.flatMap((one) => one.data), mais: sides.some((one) => one.more) }
  },
})
