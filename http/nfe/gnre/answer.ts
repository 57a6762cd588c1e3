import * as v from 'valibot'
import type { GuideAnswer } from '../../../core/fiscal/gnre/answers'

const text = v.nullable(v.string())

/** What the state said of a guide: the shape that is stored before it is acted on. */
const guideSaid = v.object({
  /** Our own number of it. */
  id: v.number(),
  state: v.picklist(['ready', 'refused']),
  situacaoGuia: v.string(),
  refusals: v.array(v.object({ codigo: v.string(), descricao: v.string(), campo: text })),
  nossoNumero: text,
  valorGNRE: text,
  linhaDigitavel: text,
  codigoBarras: text,
  qrcodePayload: text,
  dataLimitePagamento: text,
  informacoes: v.array(v.string()),
  warnings: v.array(v.string()),
  /** As it came. */
  xml: v.string(),
})
export type GuideSaid = v.InferOutput<typeof guideSaid>

/** What came of a lot: a receipt to ask by; what is known of its guides already; or why it was not taken. */
export const lotAnswer = v.object({
  recibo: text,
  codigo: v.string(),
  descricao: v.string(),
  guias: v.array(guideSaid),
})
export type LotAnswer = v.InferOutput<typeof lotAnswer>

/** An answer about a guide of ours as it is stored; undefined while the state is still at it. */
export function saidOf(answer: GuideAnswer, id: number, xml: string): GuideSaid | undefined {
  const { state } = answer
  if (state !== 'ready' && state !== 'refused') return undefined
  return {
    id,
    state,
    situacaoGuia: answer.situacaoGuia,
    refusals: answer.refusals.map(({ codigo, descricao, campo }) => ({ codigo, descricao, campo })),
    nossoNumero: answer.nossoNumero,
    valorGNRE: answer.valorGNRE,
    linhaDigitavel: answer.linhaDigitavel,
    codigoBarras: answer.codigoBarras,
    qrcodePayload: answer.qrcodePayload,
    dataLimitePagamento: answer.dataLimitePagamento,
    informacoes: [...answer.informacoes],
    warnings: [...answer.warnings],
    xml,
  }
}
