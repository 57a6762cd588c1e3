import { f } from '../field'
import { empresaId } from '../kit'
import { eventAnswered } from '../nfe/nfe'

/** What a recipient says of a note that was issued to it (events of manifestation, NT 2012.002). */
export const MANIFESTATIONS = {
  '210210': 'Ciência da operação',
  '210200': 'Confirmação da operação',
  '210220': 'Desconhecimento da operação',
  '210240': 'Operação não realizada',
} as const
export type Manifestation = keyof typeof MANIFESTATIONS

/** A manifestation of a received note, and what the authority said of it. */
export const nfeCompraManifestacaoFields = {
  empresa_id: empresaId(),
  nfe_compra_id: f.ref('NF-e de compra', 'nfe_compra').required(),
  tpEvento: f.choice('Manifestação', MANIFESTATIONS).required(),
  ...eventAnswered(),
  xml: f.text('XML', { max: 100_000, large: true }).required(),
  xmlResposta: f.text('Resposta da SEFAZ', { max: 100_000, large: true }),
}
