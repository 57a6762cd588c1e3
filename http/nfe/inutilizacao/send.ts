import * as v from 'valibot'
import { findUf } from '../../../core/br/uf'
import { joinVoidProc } from '../../../core/fiscal/services/join'
import type { Ctx } from '../../platform/context'
import { find, update } from '../../platform/engine/write'
import { exchange, NotSent, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { releaseGaps } from '../../platform/series'
import { sha256Of } from '../../platform/digest'
import { voidRange } from '../sefaz/client'
import { sefazAt } from '../nota/sefaz-at'
import { inutilizacao } from './inutilizacao'

const answer = v.object({
  valeu: v.boolean(),
  cStat: v.string(),
  xMotivo: v.string(),
  nProt: v.nullable(v.string()),
  dhRecbto: v.nullable(v.string()),
  /** The `retInutNFe` as it came; answers that were stored before it was kept have none. */
  retInutNFe: v.optional(v.nullable(v.string()), null),
})
type VoidAnswer = v.InferOutput<typeof answer>

const data = v.object({ UF: v.string(), mod: v.picklist(['55', '65']), tpAmb: v.picklist(['1', '2']) })

/** 102 voided; 563 it was before: the answer of then got lost, and the range is void. */
const DONE: ReadonlySet<string> = new Set(['102', '563'])

/** Ranges to be voided. Asking twice is asking once: the second time 563 says that it is done. */
export const voidsRange = exchange('sefaz.inutilizacao', {
  title: 'Inutilização',
  timeoutMs: 30_000,
  attempts: 14,
  atOnce: 2,
  ask: 'repeats',
  answer,
  shownAs: 'inutilizacao',
  send,
  settle: (ctx, { registro_id, corpo }, said) => settle(ctx, Number(registro_id), said, corpo),
})

async function send(work: Work): Promise<Sent<VoidAnswer>> {
  const { UF, mod, tpAmb } = v.parse(data, work.request.dados)
  const place = findUf(UF)
  if (!place) throw new NotSent('A UF da empresa não é conhecida.')
  const at = await sefazAt(work, { UF: place.sigla, mod, tpAmb, tpEmis: '1' })
  const { answer: said } = await voidRange(at, work.request.corpo)
  const { cStat, xMotivo, nProt, dhRecbto, xml } = said
  if (cStat === '108' || cStat === '109') return { again: `${cStat} · ${xMotivo}`, waitS: 60 }
  if (cStat === '999' || cStat === '') throw new CallFailed(`${cStat} · ${xMotivo}`)
  return {
    answer: { valeu: DONE.has(cStat), cStat, xMotivo: xMotivo.slice(0, 500), nProt, dhRecbto, retInutNFe: xml },
    status: Number(cStat),
  }
}

/** A voided range keeps the request and the answer as they were exchanged; a refused one is a gap again. */
async function settle(ctx: Ctx, id: number, said: VoidAnswer, signed: string): Promise<void> {
  const { valeu, cStat, xMotivo, nProt, dhRecbto, retInutNFe } = said
  const record = await find(ctx, inutilizacao, id, { lock: true })
  if (!record || record.situacao !== 'enviando') return
  const situacao = valeu ? 'inutilizada' : 'recusada'
  await update(
    ctx,
    inutilizacao,
    record,
    {
      situacao,
      cStat,
      xMotivo,
      nProt,
      dhRegistro: valeu ? (dhRecbto ?? ctx.clock.now()) : null,
      ...(valeu && retInutNFe !== null ? kept(joinVoidProc(signed, retInutNFe)) : {}),
    },
    valeu ? 'foi inutilizada pela SEFAZ' : 'foi recusada pela SEFAZ',
  )
  if (!valeu) await releaseGaps(ctx, { recurso: inutilizacao.name, registro_id: id })
}

const kept = (xml: string) => ({ xml, sha256: sha256Of(xml) })
