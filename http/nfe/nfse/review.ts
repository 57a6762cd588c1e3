import * as v from 'valibot'
import type { Ctx } from '../../platform/context'
import { find } from '../../platform/engine/write'
import { exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import { advance } from '../../platform/step'
import { nfseAt, TIMEOUT_MS } from './at'
import { eventOf } from './client'
import { cancelled } from './effects'
import { keepNfseXml } from './keep'
import { type Nfse, nfse } from './nfse'

/** What the city decides of a cancellation after its term: granted or refused. */
const GRANTED = '105104'
const REFUSED = '105105'

const answer = v.object({ tpEvento: v.picklist([GRANTED, REFUSED]), xml: v.string() })
type Answer = v.InferOutput<typeof answer>

const data = v.object({ chNFSe: v.string(), tpAmb: v.picklist(['1', '2']) })

const HALF_A_DAY_S = 43_200
/** Of a city that takes a year: then a person has to look. */
const ATTEMPTS = 730

/** Cancellations that a city has to decide on: asked for twice a day, and only asked. */
const watchesReview = exchange('nfse.analise', {
  title: 'Análise do cancelamento da NFS-e',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 2,
  ask: 'repeats',
  answer,
  shownAs: 'nfse',
  send,
  settle: (ctx, { registro_id }, said) => settle(ctx, Number(registro_id), said),
})

async function send(work: Work): Promise<Sent<Answer>> {
  const { chNFSe, tpAmb } = v.parse(data, work.request.dados)
  const at = await nfseAt(work, tpAmb)
  for (const tpEvento of [GRANTED, REFUSED] as const) {
    const xml = await eventOf(at, chNFSe, tpEvento)
    if (xml !== undefined) return { answer: { tpEvento, xml } }
  }
  return { again: 'O município ainda não decidiu.', waitS: HALF_A_DAY_S }
}

/** Asks from now on what the city decides of a note's cancellation, in the caller's transaction. */
export async function asksCity(ctx: Ctx, { id, empresa_id, chNFSe, nNFSe, tpAmb }: Nfse, event: number): Promise<void> {
  await watchesReview.queue(ctx, [
    {
      empresa_id,
      chave: `nfse-analise-${event}`,
      assunto: `Cancelamento da NFS-e ${nNFSe}`,
      para: 'Sistema nacional',
      corpo: '',
      recurso: nfse.name,
      registro_id: id,
      dados: { chNFSe, tpAmb: tpAmb === 1 ? '1' : '2' },
    },
  ])
}

async function settle(ctx: Ctx, id: number, { tpEvento, xml }: Answer): Promise<void> {
  const note = await find(ctx, nfse, id, { lock: true })
  if (!note || note.dhAnalise === null || note.dhCancelamento !== null) return
  const { idDps, chNFSe } = note
  await keepNfseXml(ctx, note, { tipo: 'evento_protocolo', xml, idDps, chNFSe, tpEvento })
  if (tpEvento === GRANTED) return cancelled(ctx, note)
  await advance(ctx, nfse, note, 'fica', {
    xMotivo: 'O município indeferiu o cancelamento.',
    xMotivoCancelamento: null,
  })
}
