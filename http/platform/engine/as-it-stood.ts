import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../context'
import { EXTRA } from '../custom/definitions'
import { toJson } from './columns'
import { entriesOf, toldRows } from './history'
import { linesOf } from './record'
import { load, loadWhere } from './write'
import { badRequest, invalid } from '../errors'
import { isDate } from '../parse'
import type { Resource, Row } from '../resource'

/** Entries that are gone back over. */
const MOST = 5_000

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A record and its lines as they are taken back, entry by entry; undefined before it was made. */
interface Standing {
  head: Row | undefined
  readonly lines: ReadonlyMap<string, Map<number, Row>>
}

/** A row before a change: what the trail says that each field held. */
function before(row: Row, campos: unknown): Row {
  const changed: Row = { ...row }
  for (const one of Array.isArray(campos) ? campos.filter(isRow) : []) {
    const { campo, de } = one
    const name = String(campo)
    changed[name] = name === EXTRA && isRow(de) ? { ...(isRow(row[EXTRA]) ? row[EXTRA] : {}), ...de } : de
  }
  return changed
}

/** Takes one entry back. */
function takeBack(now: Standing, resource: Resource, id: number, entry: Row): void {
  const { recurso, acao, campos } = entry
  const of = Number(entry.registro_id)
  if (recurso === resource.name && of === id) {
    now.head = acao === 'create' ? undefined : before(now.head ?? { id }, campos)
    return
  }
  const lines = now.lines.get(String(recurso))
  if (!lines) return
  if (acao === 'create') lines.delete(of)
  else lines.set(of, before(lines.get(of) ?? { id: of }, campos))
}

/** The fields of a row that say something, as the trail tells a change. */
function asChanges({ fields }: Resource, row: Row): readonly object[] {
  return Object.entries(fields).flatMap(([campo, { meta }]) => {
    const value = toJson(meta.kind, row[campo])
    if (meta.secret || value === null || campo === 'empresa_id') return []
    return [{ campo, de: meta.format === 'extra' ? {} : null, para: value }]
  })
}

/** Rows in words, by the road of the history: what the caller may not see is not there. */
async function inWords(ctx: Ctx, resource: Resource, rows: readonly Row[]): Promise<readonly Row[]> {
  const told = await toldRows(
    ctx,
    rows.map((row) => ({
      id: 0,
      dh: null,
      acao: 'create',
      user_id: null,
      recurso: resource.name,
      registro_id: row.id,
      campos: asChanges(resource, row),
    })),
  )
  return told.map(({ registro_id, registro_texto, campos }) => ({
    id: registro_id,
    nome: registro_texto,
    campos: (Array.isArray(campos) ? campos.filter(isRow) : []).map(({ campo, rotulo, para_texto }) => ({
      campo,
      rotulo,
      texto: para_texto,
    })),
  }))
}

/**
 * A record as it stood at the end of a day, with its lines: what the trail says is taken back from how it is now. `existia` says whether it was there. Throws 404, 422, and 400 `too_many`
 * where more was changed since than is gone back over.
 */
export async function asItStood(ctx: Ctx, resource: Resource, id: number, dia: string | undefined): Promise<object> {
  if (dia === undefined || !isDate(dia)) throw invalid({ dia: ['Data inválida: use AAAA-MM-DD.'] })
  const head = await load(ctx, resource, id)
  const kinds = linesOf(resource)
  const stored = new Map<string, Map<number, Row>>()
  for (const lines of kinds) {
    const rows = await loadWhere(ctx, lines, lines.parent?.field ?? 'id', [id])
    stored.set(lines.name, new Map(rows.map((row) => [row.id, row])))
  }
  const entries = await rowsOf(
    ctx,
    sql`select a.recurso, a.registro_id, a.acao, prumo_campos(a.campos, a.compacto) as campos from auditoria a
        where (${entriesOf(resource, id)}) and a.dh >= ${dia}::date + 1 order by a.id desc limit ${MOST + 1}`,
  )
  if (entries.length > MOST)
    throw badRequest('Houve alterações demais desde esse dia: escolha um mais recente.', 'too_many')
  const now: Standing = { head, lines: stored }
  for (const entry of entries) takeBack(now, resource, id, entry)
  const [told] = now.head ? await inWords(ctx, resource, [now.head]) : []
  const linhas: object[] = []
  for (const lines of now.head ? kinds : []) {
    const rows = [...(stored.get(lines.name)?.values() ?? [])]
    if (rows.length > 0) linhas.push({ titulo: lines.title, registros: await inWords(ctx, lines, rows) })
  }
  return { dia, existia: now.head !== undefined, campos: told?.campos ?? [], linhas }
}
