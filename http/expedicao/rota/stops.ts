import * as v from 'valibot'
import { recordOf } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { answerStored } from '../../platform/engine/columns'
import { guardAction } from '../../platform/engine/guard'
import { find, loadWhere } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import type { RecordOf, Resource, Row } from '../../platform/resource'
import { rota, rotaVenda } from './rota'

/** The calls of `rota_venda` name the route in their path (E3-010 to E3-013). */
export const ofRoute = { id: identifier }
/** What calls that change the stops of a route answer: all of them, in their order. */
export const stopsAnswer = v.object({ rota_vendas: v.array(recordOf('rota_venda')) })
/** How many stops a route holds; as many sales are listed at once. */
export const MOST_STOPS = 500

type Stop = RecordOf<typeof rotaVenda>

/** The record that the path names, locked. These calls are of no record of their own, so that one that is not there is a wrong input: 422. */
export async function named<R extends Resource>(ctx: Ctx, resource: R, id: number): Promise<RecordOf<R>> {
  const record = await find(ctx, resource, id, { lock: true })
  if (!record) throw invalid({ id: ['Selecione um registro válido.'] })
  return record
}

/** The route whose stops are about to change, locked. Throws 422 for none, 400 for one whose stops are fixed. */
export async function routeToChange(ctx: Ctx, id: number): Promise<RecordOf<typeof rota>> {
  const record = await named(ctx, rota, id)
  await guardAction(ctx, rota, record, { writes: 'rota_vendas' })
  return record
}

/** The stops of a route in their order. */
export async function stopsOf(ctx: Ctx, record: RecordOf<typeof rota>): Promise<Stop[]> {
  const stops = await loadWhere(ctx, rotaVenda, 'rota_id', [record.id])
  return stops.toSorted((a, b) => (a.ordem ?? 0) - (b.ordem ?? 0) || a.id - b.id)
}

/** The stops of a route as the API answers them, in their order. */
export async function answerStops(ctx: Ctx, record: RecordOf<typeof rota>): Promise<Row[]> {
  return (await stopsOf(ctx, record)).map((stop) => answerStored(rotaVenda, stop))
}
