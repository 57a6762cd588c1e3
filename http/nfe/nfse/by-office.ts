import { type SQL, sql } from 'drizzle-orm'
import { addMonths, type CivilDate } from '../../../core/br/civil-date'
import { messageOf } from '../../../core/errors'
import { child, findElements, isElement, parseXml, text } from '../../../core/fiscal/xml'
import { nfseLife } from '../../../core/lifecycle/nfse'
import { statusIn } from '../../../core/lifecycle/standing'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { SYSTEM } from '../../db/pool'
import { clockOf, type Services, withinCompany } from '../../platform/app'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { find, patchRows, update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import type { KeyPair } from '../../cadastros/empresa/certificado/certificado'
import { TIMEOUT_MS } from './at'
import { eventOf } from './client'
import { cancelled } from './effects'
import { keepNfseXml } from './keep'
import { nfse } from './nfse'

/** A note cancelled by the city itself (event 305101): nobody here asked, so it is asked for. */
const BY_OFFICE = '305101'

/** Notes of a company that one night asks for, those that wait longest first. */
const MOST = 500
/** Months in which a city may still look at a note (CTN, art. 173). */
const MONTHS = 60

const IN_FORCE = sql.raw(statusIn(nfseLife, ['autorizada'], 'n.status'))
/** Notes `n` that are asked for on a day. */
const watched = (today: CivilDate): SQL =>
  sql`${IN_FORCE} and n.sistema = 'nacional' and n."dhOficio" is null and n."dhEmi" >= ${addMonths(today, -MONTHS)}::date`

/**
 * Every night, notes in force are asked for a cancellation by their city. One that has it is told to somebody, who says what becomes of the order: the note stays as it is until then, and its
 * event is kept.
 */
export const watchesOffice = backgroundJob(
  'nfse.oficio',
  async (_payload, { services, signal }) => {
    for (const id of await issuing(services)) {
      if (signal.aborted) return
      await lookAt(services, id, signal).catch((error: unknown) =>
        log.error('As NFS-e da empresa {id} não foram conferidas: {error}', { id, error: messageOf(error) }),
      )
    }
  },
  { schedule: '47 3 * * *' },
)

/** Companies with a certificate that have notes in force. */
async function issuing(services: Services): Promise<readonly number[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select e.id from empresa e join empresa_certificado c on c.empresa_id = e.id
          where exists (select 1 from nfse n where n.empresa_id = e.id and ${watched(clockOf(services).today())}) order by e.id limit 1000`,
    ),
  )
  return rows.map(({ id }) => Number(id))
}

async function lookAt(services: Services, empresa_id: number, signal: AbortSignal): Promise<void> {
  const { pair, notes } = await withinCompany(services, empresa_id, async (ctx) => ({
    pair: await keyPairOf(ctx, empresa_id),
    notes: await rowsOf(
      ctx,
      sql`select n.id, n."chNFSe", n."tpAmb" from nfse n where n.empresa_id = ${empresa_id} and ${watched(ctx.clock.today())}
          order by n."dhOficioConsulta" nulls first, n.id limit ${MOST}`,
    ),
  }))
  for (const { id, chNFSe, tpAmb } of notes) {
    if (signal.aborted) return
    await askFor(services, { empresa_id, pair, id: Number(id), chNFSe: String(chNFSe), tpAmb: tpAmb === 1 ? '1' : '2' })
  }
}

interface Asked {
  readonly empresa_id: number
  readonly pair: KeyPair
  readonly id: number
  readonly chNFSe: string
  readonly tpAmb: '1' | '2'
}

async function askFor(services: Services, { empresa_id, pair, id, chNFSe, tpAmb }: Asked): Promise<void> {
  // Asked for with or without an answer: one note that the system fails for does not keep the others from their turn.
  await withinCompany(services, empresa_id, (ctx) => patchRows(ctx, nfse, [{ id, dhOficioConsulta: ctx.clock.now() }]))
  const xml = await eventOf({ tpAmb, pair, services, timeoutMs: TIMEOUT_MS }, chNFSe, BY_OFFICE)
  if (xml === undefined) return
  await withinCompany(services, empresa_id, async (ctx) => {
    const now = ctx.clock.now()
    const note = await find(ctx, nfse, id, { lock: true })
    if (!note || note.dhOficio !== null || note.dhCancelamento !== null) return
    await keepNfseXml(ctx, note, { tipo: 'evento_protocolo', xml, idDps: note.idDps, chNFSe, tpEvento: BY_OFFICE })
    const problemas = [{ cStat: BY_OFFICE, message: `O município cancelou esta NFS-e de ofício. ${whyOf(xml)}`.trim() }]
    await update(ctx, nfse, note, { dhOficio: now, problemas }, 'foi cancelada de ofício pelo município')
  })
}

const LONGEST = 400

/** Why, in the city's words, and by which of its processes. */
function whyOf(xml: string): string {
  const [told] = findElements({ tree: parseXml(xml) }, `e${BY_OFFICE}`, isElement)
  const process = text(child(told, 'nProcAdm'))
  return [text(child(told, 'xProcAdm')), process === null ? null : `Processo ${process}.`]
    .filter((part) => part !== null)
    .join(' ')
    .slice(0, LONGEST)
}

/** Takes a cancellation by the city over: the note is cancelled here, too, and the invoicing of its order taken back. Throws the life's refusals. */
export const acataOficio = action(nfse, 'acataOficio', {
  on: 'record',
  right: 'edit',
  verb: 'acataOficio',
  summary: 'Registra aqui o cancelamento de ofício que o município fez; desfaz o faturamento da ordem.',
  input: nothing,
  run: async ({ ctx, record }) => cancelled(ctx, record),
})
