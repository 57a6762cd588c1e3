import { f } from '../field'
import { empresaId } from '../kit'

/** Labels of one row, as many as one print makes. */
export const MOST_PRODUCTION_LABELS = 1_000

/** Labels of volumes that goods of an order are packed in (N3-044): so many volumes of so much each. */
export const opMercadoriaEtiquetaFields = {
  ordem_producao_mercadoria_id: f.ref('Mercadoria da ordem', 'ordem_producao_mercadoria').required(),
  empresa_id: empresaId(),
  quantidade: f.decimal('Quantidade', 4, { min: 0, doc: 'Em cada volume' }).required('Quantidade inválida'),
  pesoBruto: f.decimal('Peso bruto (kg)', 3, { min: 0, max: 100_000, doc: 'De cada volume' }),
  qVolumes: f.integer('Volumes', { min: 1, max: MOST_PRODUCTION_LABELS }).default(1),
  nVias: f.integer('Vezes impressa', { min: 0 }).default(0).computed(),
  dhImpressao: f.datetime('Impressa em').computed(),
}

export const opMercadoriaEtiquetaComputed = {
  codigo: f.text('Código', { max: 15, format: 'code' }).computed(),
}
