import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { NFSE_SYSTEMS } from '../../../core/fields/nfse/municipal'
import { messageOf } from '../../../core/errors'
import { type Ctx, rowsOf } from '../../platform/context'
import { type Asked, exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { dpsAnswer, type DpsAnswer } from './answer'
import { TIMEOUT_MS } from './at'
import { type SignedDeclaration, type Taken, type Told, told } from './port'
import { settleNfse } from './settle'
import { SYSTEMS } from './systems'

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
  const known = v.parse(told, work.request.dados)
  const said = await SYSTEMS[known.sistema].send(work, known)
  const { status } = said
  if (said.state === 'waits')
    return { again: said.why, dados: { ...work.request.dados, protocolo: said.protocolo }, status }
  if (said.state === 'stored') return { answer: judged(said.xml, known), status }
  // Refused, too, where a note was made of it before (E0014, E10): which one is asked, whatever the code.
  return { answer: (await standing(work, known)) ?? refusal(said), status }
}

async function ask(work: Work): Promise<Asked<DpsAnswer>> {
  const known = v.parse(told, work.request.dados)
  const found = await standing(work, known)
  if (found) return { answer: found }
  if (SYSTEMS[known.sistema].isUnderWay?.(work, known)) throw new CallFailed(UNDER_WAY)
  return { unknown: true, status: 404 }
}

const UNDER_WAY = 'O sistema do município ainda pode estar processando o lote.'

async function standing(work: Work, known: Told): Promise<DpsAnswer | undefined> {
  const xml = await SYSTEMS[known.sistema].noteOf(work, known)
  return xml === undefined ? undefined : judged(xml, known)
}

const refusal = ({ errors }: Extract<Taken, { state: 'refused' }>): DpsAnswer => ({
  became: 'rejeitada',
  xml: null,
  erros: errors.slice(0, 50),
})

/** A note of our declaration holds our signature, or none. Throws CallFailed for what is no note, or another's: it tells nothing of ours. */
function judged(xml: string, known: Told): DpsAnswer {
  const { reading, isOurs } = readOrFail(xml, known)
  if (reading.idDps !== known.idDps) throw new CallFailed('O sistema da NFS-e respondeu sobre outra nota.')
  return { became: isOurs ? 'autorizada' : 'estranha', xml, erros: [] }
}

function readOrFail(xml: string, known: Told) {
  try {
    return SYSTEMS[known.sistema].judge(xml, known)
  } catch (error) {
    throw new CallFailed(messageOf(error), { cause: error })
  }
}

interface Signed {
  readonly id: number
  readonly empresa_id: number
  readonly nDPS: number
  readonly serie: number
  readonly tpAmb: 1 | 2
  readonly declaration: SignedDeclaration
}

/** Stores a signed declaration to be sent after the commit; every signing is a request of its own. */
export async function queueDps(ctx: Ctx, { id, empresa_id, nDPS, serie, tpAmb, declaration }: Signed): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from nfse_xml where nfse_id = ${id} and tipo = 'assinada'`,
  )
  await authorisesNfse.queue(ctx, [
    {
      empresa_id,
      chave: `nfse-${id}-${Number(row?.n)}`,
      assunto: `NFS-e, DPS ${nDPS} da série ${serie}`,
      para: NFSE_SYSTEMS[declaration.told.sistema],
      corpo: declaration.xml,
      fila: `nfse-${empresa_id}-${id % LANES}`,
      recurso: 'nfse',
      registro_id: id,
      dados: { ...declaration.told, tpAmb: String(tpAmb) },
    },
  ])
}

/** Declarations of a company that are under way at a time: their order means nothing. */
const LANES = 2
