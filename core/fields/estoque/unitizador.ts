import { checkDigit } from '../../gs1'
import { f } from '../field'
import { empresaId } from '../kit'

/** Labels that one holder holds at the most. */
export const MOST_HELD = 500

export const UNIT_KINDS = { palete: 'Palete', caixa: 'Caixa' } as const

const SSCC = 18
const OWN_LABEL = /^001\d{12}$/

/** An SSCC, with or without its identifier `00`, and what our own labels say. */
function readCode(text: string): { readonly ok: string } | { readonly error: string } {
  const digits = text.replaceAll(/[\s().-]/g, '')
  const sscc = digits.length === SSCC + 2 && digits.startsWith('00') ? digits.slice(2) : digits
  if (OWN_LABEL.test(digits)) return { ok: digits }
  return sscc.length === SSCC && checkDigit(sscc).ok
    ? { ok: sscc }
    : { error: 'SSCC inválido: informe os 18 dígitos, com o verificador.' }
}

/** A pallet or a box that holds volumes (N2-039): their labels are on it, and lie where it lies. */
export const unitizadorFields = {
  empresa_id: empresaId(),
  tipo: f.choice('Tipo', UNIT_KINDS).default('palete'),
  codBar: f.text('Código', {
    max: 30,
    format: 'code',
    normalize: readCode,
    doc: 'SSCC do fornecedor; vazio, o da nossa própria etiqueta',
  }),
  entrada_id: f.ref('Entrada', 'entrada', { trace: true, doc: 'Em que foi lido a primeira vez' }),
  entrada_mercadoria_id: f.ref('Item da entrada', 'entrada_mercadoria', { trace: true }),
  entrada_mercadoria_rastreio_id: f.ref('Lote do item', 'entrada_mercadoria_rastreio', { trace: true }),
  armazenamento_id: f.ref('Local', 'armazenamento').computed(),
  dhMovimentacao: f.datetime('Mudou de local em').computed(),
  nVias: f.integer('Vezes impressa', { min: 0 }).default(0).computed(),
  dhImpressao: f.datetime('Impressa em').computed(),
}

export const unitizadorComputed = {
  qEtiquetas: f.integer('Volumes', { doc: 'Etiquetas que estão nele' }).computed(),
}
