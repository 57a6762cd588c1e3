import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { messageOf } from '../../../core/errors'
import { readNfse } from '../../../core/fiscal/nfse/read-nfse'
import { type Ctx, rowsOf } from '../../platform/context'
import { type Asked, exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { digestIn } from '../nota/authorise'
import { dpsAnswer, type DpsAnswer } from './answer'
import { nfseAt, TIMEOUT_MS } from './at'
import { type NfseAt, noteOfDps, sendDps, type Taken } from './client'
import { settleNfse } from './settle'

const data = v.object({ idDps: v.string(), digVal: v.string(), tpAmb: v.picklist(['1', '2']) })
type Data = v.InferOutput<typeof data>

/** Declarations on their way to become notes. What got no answer is asked for by its Id before anything is sent again. */
export const authorisesNfse = exchange('nfse.dps', {
  title: 'NFS-e',
  timeoutMs: TIMEOUT_MS,
  attempts: 14,
  atOnce: 4,
  answer: dpsAnswer,
  shownAs: 'nfse',
  send,
  ask,
  settle: (ctx, { registro_id }, answer) => settleNfse(ctx, Number(registro_id), answer),
})

async function send(work: Work): Promise<Sent<DpsAnswer>> {
  const told = v.parse(data, work.request.dados)
  const at = await nfseAt(work, told.tpAmb)
  const said = await sendDps(at, work.request.corpo)
  const { status } = said
  if (said.state === 'stored') return { answer: judged(said.xml, told), status }
  // Refused, too, where a note was made of it before (E0014): which one is asked, whatever the code.
  return { answer: (await standing(at, told)) ?? refusal(said), status }
}

async function ask(work: Work): Promise<Asked<DpsAnswer>> {
  const told = v.parse(data, work.request.dados)
  const known = await standing(await nfseAt(work, told.tpAmb), told)
  return known ? { answer: known } : { unknown: true, status: 404 }
}

async function standing(at: NfseAt, told: Data): Promise<DpsAnswer | undefined> {
  const xml = await noteOfDps(at, told.idDps)
  return xml === undefined ? undefined : judged(xml, told)
}

const refusal = ({ errors }: Extract<Taken, { state: 'refused' }>): DpsAnswer => ({
  became: 'rejeitada',
  xml: null,
  erros: errors.slice(0, 50),
})

/** The digest of a declaration within its note. */
const DECLARED = /<DPS[\s>][\s\S]*<DigestValue>([^<]+)<\/DigestValue>[\s\S]*<\/DPS>/

/** A note of our declaration holds our signature, or none. Throws CallFailed for what is no note, or another's: it tells nothing of ours. */
function judged(xml: string, { idDps, digVal }: Data): DpsAnswer {
  const read = readOrFail(xml)
  if (read.idDps !== idDps) throw new CallFailed('O sistema nacional respondeu sobre outra NFS-e.')
  const declared = DECLARED.exec(xml)?.[1] ?? digVal
  return { became: declared === digVal ? 'autorizada' : 'estranha', xml, erros: [] }
}

function readOrFail(xml: string) {
  try {
    return readNfse(xml)
  } catch (error) {
    throw new CallFailed(messageOf(error), { cause: error })
  }
}

interface Signed {
  readonly id: number
  readonly empresa_id: number
  readonly idDps: string
  readonly nDPS: number
  readonly serie: number
  readonly tpAmb: 1 | 2
  readonly signed: string
}

/** Stores a signed declaration to be sent after the commit; every signing is a request of its own. */
export async function queueDps(ctx: Ctx, { id, empresa_id, idDps, nDPS, serie, tpAmb, signed }: Signed): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from nfse_xml where nfse_id = ${id} and tipo = 'assinada'`,
  )
  await authorisesNfse.queue(ctx, [
    {
      empresa_id,
      chave: `nfse-${id}-${Number(row?.n)}`,
      assunto: `NFS-e, DPS ${nDPS} da série ${serie}`,
      para: 'Sistema nacional',
      corpo: signed,
      fila: `nfse-${empresa_id}-${id % LANES}`,
      recurso: 'nfse',
      registro_id: id,
      dados: { idDps, digVal: digestIn(signed), tpAmb: String(tpAmb) },
    },
  ])
}

/** Declarations of a company that are under way at a time: their order means nothing. */
const LANES = 2
