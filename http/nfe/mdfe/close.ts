import { sql } from 'drizzle-orm'
import { findUf } from '../../../core/br/uf'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { LIVE_MANIFEST, mdfeLife } from '../../../core/lifecycle/mdfe'
import { numbersOf, verbRefusal } from '../../../core/lifecycle/standing'
import { empresa } from '../../cadastros/empresa'
import { municipio } from '../../cadastros/municipio'
import { type Ctx, rowsOf } from '../../platform/context'
import { guardVerb } from '../../platform/engine/guard'
import { find, load, loadWhere, update } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import { type EventOf, eventOf, queueManifestEvent } from './events'
import { mdfe, type Mdfe } from './mdfe'
import { isUnderWay } from './under-way'

/** Where and when a journey ended. */
export interface Ending {
  readonly cMun: number | null | undefined
  /** YYYY-MM-DD; today without. */
  readonly dtEnc?: string | undefined
}

/** Asks for the closing of a manifest, ours or by its key alone (110112). Throws 422 without a town, or for a day to come, and what `queueManifestEvent` throws. */
export async function queueClosing(ctx: Ctx, of: EventOf, nProt: string, { cMun, dtEnc }: Ending): Promise<void> {
  const town = typeof cMun === 'number' ? await find(ctx, municipio, cMun) : undefined
  if (!town) throw invalid({ cMun: ['Informe o município em que a viagem terminou.'] })
  const UF = findUf(String(town.id).slice(0, 2))
  const today = stateTime(ctx.clock.now(), UF?.sigla ?? '').slice(0, 10)
  const day = dtEnc ?? today
  if (day > today) throw invalid({ dtEnc: ['O encerramento não pode ser de um dia que ainda não chegou.'] })
  await queueManifestEvent(
    ctx,
    of,
    { tpEvento: '110112', nProt, dtEnc: day, cUF: UF?.codigo ?? '', cMun: String(town.id) },
    `Encerrado em ${day.split('-').toReversed().join('/')}, ${town.xMun} - ${UF?.sigla ?? ''}`,
  )
}

/** Asks for the closing of a manifest of ours, where it was said, else in the town of its last delivery. */
export const closeOwn = (ctx: Ctx, record: Mdfe, { cMun, dtEnc }: Partial<Ending> = {}): Promise<void> =>
  queueClosing(ctx, eventOf(record), record.nProt ?? '', { cMun: cMun ?? record.cMunFim, dtEnc })

/** Moves an open manifest of ours on to its closing, beside whatever is done. Throws what its life refuses. */
export async function closeNow(ctx: Ctx, record: Mdfe, where: Partial<Ending> = {}): Promise<void> {
  await guardVerb(ctx, mdfe, record, 'encerra')
  await advance(ctx, mdfe, record, 'encerra')
  await closeOwn(ctx, record, where)
}

/** A manifest that was authorised when its route was over by then is closed at once: none stays open. */
export async function closeWhereOver(ctx: Ctx, id: number): Promise<void> {
  const record = await load(ctx, mdfe, id, { lock: true })
  if (await isUnderWay(ctx, record.rota_id)) return
  if (verbRefusal(mdfeLife, record, 'encerra') === undefined) return closeNow(ctx, record)
  // What loads later and has no notes yet is not closed by the authority: its closing stays wanted until they are included.
  await update(ctx, mdfe, record, { dhPedidoEncerramento: ctx.clock.now() }, 'espera as notas para ser encerrado')
}

const [OPEN] = numbersOf(mdfeLife, ['autorizado'])
/** Open, or may come to be; what is being closed does not. */
const HOLDS = new Set(numbersOf(mdfeLife, ['enviando', 'autorizado', 'cancelando']))

/** Manifests of a route that keep it from ending. */
const livesOf = async (ctx: Ctx, { id }: Row): Promise<readonly Mdfe[]> =>
  (await loadWhere(ctx, mdfe, 'rota_id', [Number(id)], { lock: true })).filter(({ status }) => HOLDS.has(status))

const namesOf = (list: readonly Mdfe[]): string => list.map(({ nMDF }) => nMDF).join(', ')

/** A route that has an open manifest is not cancelled. Throws 400 `open_manifest`. */
export async function assertNoneOpen(ctx: Ctx, route: Row): Promise<void> {
  const open = await livesOf(ctx, route)
  if (open.length > 0)
    throw badRequest(`Cancele ou encerre antes o MDF-e nº ${namesOf(open)} desta rota.`, 'open_manifest')
}

/**
 * Whoever finalises a route closes its manifests with it, where they say so. Throws 400 `open_manifest` where they do not, and `manifest_waits` while one waits for its
 * answer.
 */
export async function closeWithRoute(ctx: Ctx, route: Row, wanted: boolean): Promise<void> {
  const open = await livesOf(ctx, route)
  const waits = open.filter(({ status }) => status !== OPEN)
  if (waits.length > 0)
    throw badRequest(`O MDF-e nº ${namesOf(waits)} desta rota espera a resposta da SEFAZ.`, 'manifest_waits')
  if (open.length > 0 && !wanted)
    throw badRequest(`A rota tem MDF-e aberto (nº ${namesOf(open)}): encerre-o antes, ou com ela.`, 'open_manifest')
  for (const record of open) await closeNow(ctx, record)
}

const LIVE = new Set(numbersOf(mdfeLife, LIVE_MANIFEST))

/**
 * Closes what the authority has open under a key: as a manifest of ours where we have one that is under way or open; else by its key alone, in the company's town unless
 * another is said (of another system, or one that was given up or refused here). Throws 400 `no_protocol` where that needs a protocol and none is known, and what
 * `closeNow` and `queueClosing` throw.
 */
export async function closeByKey(ctx: Ctx, of: EventOf, nProt: string | null, where: Partial<Ending>): Promise<void> {
  const { chMDFe, empresa_id } = of
  const [row] = await rowsOf(ctx, sql`select id from mdfe where "chMDFe" = ${chMDFe} and empresa_id = ${empresa_id}`)
  const own = row && (await load(ctx, mdfe, Number(row.id), { lock: true }))
  if (own && LIVE.has(own.status)) return closeNow(ctx, own, where)
  if (nProt === null)
    throw badRequest('A SEFAZ não disse o protocolo: encerre pela lista dos não encerrados.', 'no_protocol')
  const { cMun } = await load(ctx, empresa, empresa_id)
  await queueClosing(ctx, { ...of, id: null }, nProt, { ...where, cMun: where.cMun ?? cMun })
}
