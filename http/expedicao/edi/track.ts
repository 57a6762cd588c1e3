import { sql } from 'drizzle-orm'
import type { Effect } from '../../../core/edi/occurrences'
import { rotaLife } from '../../../core/lifecycle/rota'
import { stateOf } from '../../../core/lifecycle/standing'
import { venda } from '../../comercial/venda/venda'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, insertRows, loadWhere, updateMany } from '../../platform/engine/write'
import { inStates } from '../../platform/in-states'
import type { RecordOf } from '../../platform/resource'
import { rota, rotaVenda } from '../rota/rota'
import { vendaRastreio } from './edi'

/** Something that a carrier told of a sale. */
export interface Tracked {
  readonly venda_id: number
  /** A moment with its zone. */
  readonly dhOcorrencia: string
  readonly codigo: string
  readonly texto: string
  readonly efeito: Effect
  readonly xRecado: string | null
}

interface Source {
  readonly empresa_id: number
  readonly transportadora_id: number | null
  readonly edi_id: number
}

const BATCH = 5_000

const keyOf = ({ venda_id, codigo, dhOcorrencia }: Pick<Tracked, 'venda_id' | 'codigo' | 'dhOcorrencia'>): string =>
  `${venda_id}|${codigo}|${Date.parse(dhOcorrencia)}`

/**
 * Adds events to the tracking of sales, each once: what was told before, in this or another file, changes nothing. Sales that are on their way are sent; stops of released routes
 * are delivered, or not and why, as `registra` tells them. Answers for each event whether it was new.
 */
export async function track(ctx: Ctx, source: Source, events: readonly Tracked[]): Promise<readonly boolean[]> {
  const known = await knownKeys(ctx, events)
  const fresh: Tracked[] = []
  const isNew = events.map((one) => {
    const key = keyOf(one)
    if (known.has(key)) return false
    known.add(key)
    fresh.push(one)
    return true
  })
  // Routes, their stops and then sales, as `finaliza` holds them: a row of a sale's tracking holds the sale too.
  const last = lastOf(fresh)
  const stops = await heldStops(ctx, last)
  for (let at = 0; at < fresh.length; at += BATCH)
    await insertRows(
      ctx,
      vendaRastreio,
      fresh.slice(at, at + BATCH).map((one) => ({ ...one, ...source, origem: 'edi' })),
    )
  await send(ctx, fresh)
  await tellStops(ctx, stops, last)
  return isNew
}

async function knownKeys(ctx: Ctx, events: readonly Tracked[]): Promise<Set<string>> {
  const sales = [...new Set(events.map((one) => one.venda_id))]
  const rows = await rowsOf(
    ctx,
    sql`select venda_id, codigo, extract(epoch from "dhOcorrencia")::float8 * 1000 as at from venda_rastreio where venda_id = any (${intArray(sales)}::int[])`,
  )
  return new Set(rows.map((row) => `${Number(row.venda_id)}|${String(row.codigo)}|${Number(row.at)}`))
}

const ON_ITS_WAY: ReadonlySet<Effect> = new Set(['a_caminho', 'entregue'])

/** What a carrier has is sent, since the first that it told. */
async function send(ctx: Ctx, events: readonly Tracked[]): Promise<void> {
  const first = new Map<number, string>()
  for (const { venda_id, efeito, dhOcorrencia } of events) {
    const before = first.get(venda_id)
    if (ON_ITS_WAY.has(efeito) && (before === undefined || Date.parse(dhOcorrencia) < Date.parse(before)))
      first.set(venda_id, dhOcorrencia)
  }
  const waiting = (await loadWhere(ctx, venda, 'id', [...first.keys()], { lock: true })).filter(
    (one) => one.dhEnviado === null && one.dhCancelamento === null,
  )
  await updateMany(
    ctx,
    venda,
    waiting,
    waiting.map(({ id }) => ({ id, dhEnviado: first.get(id) ?? null })),
    'rastreio',
  )
}

/** The last that is told of each sale, where it says what became of its stop. */
function lastOf(events: readonly Tracked[]): ReadonlyMap<number, Tracked> {
  const last = new Map<number, Tracked>()
  for (const one of events) {
    const before = last.get(one.venda_id)
    if (!before || Date.parse(one.dhOcorrencia) >= Date.parse(before.dhOcorrencia)) last.set(one.venda_id, one)
  }
  return new Map([...last].filter(([, { efeito }]) => ['entregue', 'recusada', 'devolvida'].includes(efeito)))
}

type Stop = RecordOf<typeof rotaVenda>

/** Stops of which nobody has told yet, of routes that are under way: held, and under way still once they are. */
async function heldStops(ctx: Ctx, last: ReadonlyMap<number, Tracked>): Promise<readonly Stop[]> {
  const named = await rowsOf(
    ctx,
    sql`select distinct x.rota_id from rota_venda x join rota r on r.id = x.rota_id and ${inStates(rotaLife, ['liberada'], 'r')}
        where x.venda_id = any (${intArray([...last.keys()])}::int[])`,
  )
  const ids = named.map((row) => Number(row.rota_id))
  const routes = await loadWhere(ctx, rota, 'id', ids, { lock: true })
  const released = routes.filter((one) => stateOf(rotaLife, one).name === 'liberada').map((one) => one.id)
  const stops = await loadWhere(ctx, rotaVenda, 'rota_id', released, { lock: true })
  return stops.filter((one) => last.has(one.venda_id) && one.dhEntrega === null && !one.xOcorrencia)
}

async function tellStops(ctx: Ctx, stops: readonly Stop[], last: ReadonlyMap<number, Tracked>): Promise<void> {
  await updateMany(
    ctx,
    rotaVenda,
    stops,
    stops.flatMap(({ id, venda_id }) => {
      const one = last.get(venda_id)
      if (!one) return []
      const isDone = one.efeito === 'entregue'
      return [{ id, dhEntrega: isDone ? one.dhOcorrencia : null, xOcorrencia: isDone ? null : one.texto }]
    }),
    'registra',
  )
  for (const id of new Set(stops.map((one) => one.rota_id))) await announce(ctx, rota, id)
}
