import { f } from '../field'
import { empresaId } from '../kit'

/** A lot's number as it is kept: without blanks around it, in capitals. */
export const lotNumber = (text: string): string => text.trim().toUpperCase()

const nLote = () =>
  f.text('Lote', { format: 'code', max: 40, normalize: (text) => ({ ok: lotNumber(text) }) }).required()

/** Whether a product's lots are known: never, asked as it comes in, or needed as it comes in and leaves. */
export const [NO_LOTS, LOTS_ASKED, LOTS_NEEDED] = [0, 1, 2] as const

/** What a product asks of its lots. */
export const lotDemands = {
  controla_lote: f
    .option('Lotes', {
      [NO_LOTS]: 'Não controla',
      [LOTS_ASKED]: 'Pede na entrada',
      [LOTS_NEEDED]: 'Exige na entrada e na saída',
    })
    .default(NO_LOTS),
  dias_validade: f.integer('Validade de fábrica (dias)', { min: 0, max: 36_500, doc: 'Do que se produz aqui' }),
  dias_validade_minima: f
    .integer('Validade mínima para sair (dias)', {
      min: 0,
      max: 36_500,
      doc: 'Lotes que vencem antes não são vendidos',
    })
    .default(0),
  pTolerancia: f
    .decimal('Tolerância no recebimento (%)', 4, {
      min: 0,
      max: 100,
      doc: 'Diferença da nota que se aceita sem perguntar, pelo mesmo valor',
    })
    .default(0),
}

/** A lot of a product. Two suppliers may use one number: the expiry tells them apart. */
export const mercadoriaLoteFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  nLote: nLote(),
  dFab: f.date('Fabricação'),
  dVal: f.date('Validade', { doc: 'Bom até o fim deste dia' }),
  bloqueado: f.boolean('Bloqueado', { doc: 'Não sai enquanto estiver' }).default(false),
  xMotivoBloqueio: f.text('Motivo do bloqueio', { max: 200 }),
}

/** What the chosen company has of a lot. */
export const mercadoriaLoteComputed = {
  q_total: f.decimal('Estoque', 4, { doc: 'Na empresa escolhida' }).computed(),
}

/** What of a lot lies in a location: kept by the ledger. What of a location has no lot is the rest of it. */
export const mercadoriaArmazenamentoLoteFields = {
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  armazenamento_id: f.ref('Local', 'armazenamento').required(),
  lote_id: f.ref('Lote', 'mercadoria_lote').required(),
  qDisp: f.decimal('Quantidade', 4).default(0),
  qReservado: f.decimal('Reservado', 4).default(0),
}

/** A lot that an item of an entry brings, and how much of it (N2-037). */
export const entradaMercadoriaRastreioFields = {
  entrada_mercadoria_id: f.ref('Item da entrada', 'entrada_mercadoria').required(),
  empresa_id: empresaId(),
  nLote: nLote(),
  dVal: f.date('Validade'),
  dFab: f.date('Fabricação'),
  qTrib: f.decimal('Quantidade', 4, { min: 0.0001 }).required(),
  armazenamento_id: f.ref('Local', 'armazenamento', { doc: 'O do item, se vazio' }),
  lote_id: f.ref('Lote do produto', 'mercadoria_lote').computed(),
}

export const entradaMercadoriaRastreioComputed = {
  entrada_mercadoria_rastreio_id: f
    .integer('Número da linha', { doc: 'O que etiquetas e unitizadores dizem dela' })
    .computed(),
  mercadoria_armazenamento_id: f
    .integer('Mercadoria no local', { doc: 'A mercadoria no local em que o lote é posto; vazio onde nunca houve dela' })
    .computed(),
}
