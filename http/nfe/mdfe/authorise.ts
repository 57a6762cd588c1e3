import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { ManifestProtocol, ManifestQueryAnswer } from '../../../core/fiscal/mdfe/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { exchange, type Asked, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { digestIn } from '../nota/authorise'
import { laterOf } from '../nota/event-answer'
import { TIMEOUT_MS } from '../nota/sefaz-at'
import { type ManifestAt, queryManifest, sendManifest } from './client'
import { manifestAt, TOO_OFTEN } from './manifest-at'
import { manifestOutcome, type ManifestOutcome } from './outcome'
import { settleManifest } from './settle'

const ATTEMPTS = 14

const data = v.object({ chMDFe: v.string(), chaves: v.array(v.string()), digVal: v.string() })
type Data = v.InferOutput<typeof data>

/** Manifests on their way to be authorised. What got no answer is asked for by its key before anything is sent again. */
export const authorisesManifest = exchange('sefaz.mdfe', {
  title: 'MDF-e',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 4,
  answer: manifestOutcome,
  shownAs: 'mdfe',
  send,
  ask,
  settle: (ctx, request, answer) => settleManifest(ctx, Number(request.registro_id), answer, request.corpo),
})

const ofWork = async (work: Work) => {
  const told = v.parse(data, work.request.dados)
  const tpAmb = work.request.corpo.includes('<tpAmb>1</tpAmb>') ? '1' : '2'
  return { told, at: await manifestAt(work, told.chMDFe, tpAmb) }
}

async function send(work: Work): Promise<Sent<ManifestOutcome>> {
  const { at, told } = await ofWork(work)
  const answer = await sendManifest(at, work.request.corpo)
  const one = answer.protocol ?? answer
  const later = laterOf(one, TOO_OFTEN)
  if (later) return later
  const status = Number(one.cStat)
  // 204, 539: the number was sent before, perhaps by another key.
  if (one.cStat === '204' || one.cStat === '539')
    return { answer: (await anyOf(at, told)) ?? refusal(one, told), status }
  if (one.cStat !== '100') return { answer: refusal(one, told), status }
  if (!answer.protocol) throw new CallFailed('A SEFAZ autorizou o MDF-e sem o protocolo.')
  return { answer: judged(answer.protocol, told, 'autorizado'), status }
}

async function ask(work: Work): Promise<Asked<ManifestOutcome>> {
  const { at, told } = await ofWork(work)
  const said = await queryManifest(at, told.chMDFe)
  const status = Number(said.cStat)
  // 217: nothing is known of the key.
  if (said.cStat === '217') return { unknown: true, status }
  const known = fromQuery(said, told)
  if (!known) throw new CallFailed(`${said.cStat} · ${said.xMotivo}`)
  return { answer: known, status }
}

const STANDS = { '100': 'autorizado', '101': 'cancelado', '132': 'encerrado' } as const
const isStanding = (cStat: string): cStat is keyof typeof STANDS => Object.hasOwn(STANDS, cStat)

/** What a query tells of a manifest, where it tells something final. */
function fromQuery({ cStat, protocol, xMotivo }: ManifestQueryAnswer, told: Data): ManifestOutcome | undefined {
  if (!isStanding(cStat) || !protocol) return undefined
  return { ...judged(protocol, told, STANDS[cStat]), cStat, xMotivo: xMotivo.slice(0, 500) }
}

/** Of all keys that this number was ever sent under, the one that the authority has. */
async function anyOf(at: ManifestAt, told: Data): Promise<ManifestOutcome | undefined> {
  for (const chMDFe of told.chaves) {
    const known = fromQuery(await queryManifest(at, chMDFe), { ...told, chMDFe })
    if (known) return known
  }
  return undefined
}

const refusal = (
  { cStat, xMotivo }: { readonly cStat: string; readonly xMotivo: string },
  { chMDFe }: Data,
): ManifestOutcome => ({
  became: 'rejeitado',
  cStat,
  xMotivo: xMotivo.slice(0, 500),
  chMDFe,
  nProt: null,
  protMDFe: null,
})

/** A protocol about our bytes; with another digest it is not of our manifest. */
function judged(protocol: ManifestProtocol, told: Data, became: 'autorizado' | 'cancelado' | 'encerrado') {
  const { digVal, nProt, xml } = protocol
  const isOurs = digVal === null || digVal === told.digVal
  return { ...refusal(protocol, told), became: isOurs ? became : ('estranho' as const), nProt, protMDFe: xml }
}

interface Signed {
  readonly id: number
  readonly empresa_id: number
  readonly nMDF: number
  readonly chMDFe: string
  readonly signed: string
}

/** Stores a signed manifest to be sent after the commit; every signing is a request of its own. */
export async function queueManifest(ctx: Ctx, { id, empresa_id, nMDF, chMDFe, signed }: Signed): Promise<void> {
  const signings = await rowsOf(ctx, sql`select "chMDFe" from mdfe_xml where mdfe_id = ${id} and tipo = 'assinada'`)
  const keys = signings.map((row) => String(row.chMDFe))
  await authorisesManifest.queue(ctx, [
    {
      empresa_id,
      chave: `mdfe-${id}-${keys.length}`,
      assunto: `MDF-e nº ${nMDF}`,
      para: 'SEFAZ',
      corpo: signed,
      fila: `mdfe-${empresa_id}`,
      recurso: 'mdfe',
      registro_id: id,
      dados: { chMDFe, chaves: [...new Set([chMDFe, ...keys])], digVal: digestIn(signed) },
    },
  ])
}
