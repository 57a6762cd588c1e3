import { get, listParams, totalsOf, type ListQuery, type Totals } from '../../app/api'
import { isRecord, type Values } from '../row'

/** What a list tells beside its rows: it is asked by lists alone, and comes with them. */

/** Counts and sums all that a list finds, whatever that costs: asked for by a click. */
export async function totals(resource: string, query: ListQuery, signal: AbortSignal): Promise<Totals> {
  const answer = await get(`${resource}/totais`, { query: listParams(query), signal })
  return totalsOf(isRecord(answer) ? answer : {}, 0)
}

/** The rows of a list that share a value: an id, a code, `2026-11` of a date; null of those that have none. */
export interface ListGroup extends Totals {
  readonly value: unknown
  /** What a reference shows of it. */
  readonly object: Values | undefined
}

/** A list gathered by a field: its largest groups, and how many there are. */
export async function groups(
  resource: string,
  query: ListQuery,
  by: string,
  signal: AbortSignal,
): Promise<{ readonly groups: readonly ListGroup[]; readonly all: number }> {
  const answer = await get(`${resource}/grupos`, { query: { ...listParams(query), por: by }, signal })
  const body = isRecord(answer) ? answer : {}
  const data = (Array.isArray(body.data) ? body.data : []).filter((one) => isRecord(one))
  const found = data.map(({ valor, objeto, registros, sums }): ListGroup => ({
    value: valor,
    object: isRecord(objeto) ? objeto : undefined,
    total: Number(registros),
    sums: isRecord(sums) ? sums : undefined,
  }))
  return { groups: found, all: Number(body.grupos ?? found.length) }
}

/** How many rows each of some questions finds: `12`, `1.000+`; '' where counting would cost too much. Nobody waits for it. */
export async function counts(resource: string, queries: readonly ListQuery[]): Promise<readonly string[]> {
  const asked = queries.map(({ search, where, between, custom }) => ({ search, where, between, custom }))
  const answer = await get(`${resource}/contagens`, { query: { visoes: JSON.stringify(asked) }, quiet: true })
  const data = isRecord(answer) && Array.isArray(answer.data) ? answer.data : []
  return data.map((one: unknown) => {
    if (!isRecord(one) || typeof one.total !== 'number') return ''
    return `${one.total.toLocaleString('pt-BR')}${one.total_capped === true ? '+' : ''}`
  })
}

/** How many rows of a list stand before a record; undefined where it is not in it, or too far down. */
export async function position(resource: string, query: ListQuery, id: string): Promise<number | undefined> {
  const answer = await get(`${resource}/posicao`, { query: { ...listParams(query), registro: id }, quiet: true })
  return isRecord(answer) && typeof answer.posicao === 'number' ? answer.posicao : undefined
}
