import * as v from 'valibot'
import type { LotResult } from '../../../core/fiscal/gnre/answers'
import { lotResultRequest } from '../../../core/fiscal/gnre/lot-xml'
import { outerXml } from '../../../core/fiscal/services/soap'
import type { Ctx } from '../../platform/context'
import { exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { callerOf, TIMEOUT_MS } from '../nota/sefaz-at'
import { lotAnswer, type LotAnswer, saidOf } from './answer'
import { askLot } from './client'
import type { Environment } from './guide-of'
import { settleGuides, tellWaiting } from './settle'

const data = v.object({ tpAmb: v.picklist(['1', '2']), recibo: v.string(), guias: v.array(v.number()) })

/** The guides of a lot, by their numbers. */
export interface Lot {
  readonly empresa_id: number
  readonly tpAmb: Environment
  readonly guias: readonly number[]
}

/** The portal needs moments, a state that does not answer up to an hour (manual, 404). */
const SOON_S = 5
const LATER_S = 60
const ATTEMPTS = 90

/** What became of lots, asked by their receipts until each guide has its answer. Asking changes nothing. */
export const asksLot = exchange('gnre.resultado', {
  title: 'Resultado de guias GNRE',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 4,
  quietS: 1,
  ask: 'repeats',
  answer: lotAnswer,
  shownAs: 'gnre',
  send,
  settle: (ctx, { dados }, answer) => settleGuides(ctx, v.parse(data, dados).guias, answer),
  gaveUp: (ctx, { dados }, erro) => tellWaiting(ctx, v.parse(data, dados).guias, erro),
})

async function send(work: Work): Promise<Sent<LotAnswer>> {
  const { tpAmb, recibo, guias } = v.parse(data, work.request.dados)
  const at = { ...(await callerOf(work)), tpAmb }
  const { answer, text } = await askLot(at, recibo)
  const { codigo, descricao } = answer
  const status = Number(codigo)
  const told = `${codigo} · ${descricao}`
  if (codigo === '400' || codigo === '401') return { again: told, pollS: SOON_S, status }
  if (!/^40[234]$/.test(codigo)) throw new CallFailed(told)
  const said = guidesOf(answer, outerXml(text, 'guia'), guias)
  // A state that did not answer is asked for by the receipt, and nothing is sent again.
  if (said === undefined) return { again: `${told}: o estado ainda não respondeu.`, pollS: LATER_S, status }
  return { answer: { recibo, codigo, descricao: descricao.slice(0, 500), guias: said }, status }
}

/** What is said of our guides of a lot; undefined while one is open, or not told of. */
function guidesOf({ guides }: LotResult, texts: readonly string[], guias: readonly number[]) {
  const told = guides.flatMap((one, at) => {
    const id = Number(one.guide.identificadorGuia ?? one.identificadorGuia ?? guias[at])
    return guias.includes(id) ? [saidOf(one, id, texts[at] ?? '')] : []
  })
  const known = told.filter((one) => one !== undefined)
  return known.length < guias.length ? undefined : known
}

/** Asks for what became of a lot, by its receipt. */
export const queueResult = (ctx: Ctx, { empresa_id, tpAmb, guias }: Lot, recibo: string): Promise<void> =>
  asksLot.queue(ctx, [
    {
      empresa_id,
      chave: `gnre-recibo-${tpAmb}-${recibo}`,
      assunto: `Resultado do recibo ${recibo}`,
      para: 'Portal da GNRE',
      corpo: lotResultRequest({ ambiente: tpAmb, numeroRecibo: recibo }).xml,
      recurso: 'gnre',
      registro_id: guias[0] ?? 0,
      dados: { tpAmb, recibo, guias },
    },
  ])
