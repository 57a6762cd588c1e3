import { f } from '../field'
import { empresaId } from '../kit'

/** Labels of one lot of volumes, as many as one call makes. */
export const MOST_VOLUMES = 1_000

export const VOLUME_STATES = { nova: 'Nova', impressa: 'Impressa', lida: 'Lida', anulada: 'Anulada' } as const

/** The label of one volume that came in (N2-038): one physical thing, which keeps its number however often it is printed. */
export const entradaMercadoriaEtiquetaFields = {
  empresa_id: empresaId(),
  entrada_mercadoria_id: f.ref('Item da entrada', 'entrada_mercadoria').required(),
  entrada_mercadoria_rastreio_id: f.ref('Lote do item', 'entrada_mercadoria_rastreio', { trace: true }),
  nLote: f.text('Lote', { format: 'code', max: 40, doc: 'O do lote do item, como era quando foi gerada' }).computed(),
  dVal: f.date('Validade').computed(),
  armazenamento_id: f.ref('Local', 'armazenamento'),
  unitizador_id: f.ref('Unitizador', 'unitizador', { trace: true, doc: 'Palete ou caixa em que está' }).computed(),
  qMultipla: f.decimal('Quantidade', 4, { min: 0, doc: 'Peso ou unidades do volume' }).required('Peso zerado'),
  indexVol: f.integer('Volume', { min: 1, max: MOST_VOLUMES }).default(1),
  qEtiquetas: f.integer('De quantos', { min: 1, max: MOST_VOLUMES }).default(1),
  nVias: f.integer('Vezes impressa', { min: 0 }).default(0).computed(),
  dhImpressao: f.datetime('Impressa em').computed(),
  dhAnulacao: f.datetime('Anulada em').computed(),
}

/** What it is of, what is printed of it, and whether it was read as goods were received. */
export const entradaMercadoriaEtiquetaComputed = {
  xProd: f.text('Mercadoria', { max: 120 }).computed(),
  codigo: f.text('Código', { max: 15, format: 'code' }).computed(),
  qSaldo: f.decimal('Saldo', 4, { doc: 'O que ficou no volume depois do que foi separado dele' }).computed(),
  situacao: f.choice('Situação', VOLUME_STATES).computed(),
}
