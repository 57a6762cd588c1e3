import type { LotType } from '../../mrp/lots'
import { f } from '../field'
import { empresaId } from '../kit'

const ACTIONS = {
  automatica: 'Automática: produz o que tem composição',
  comprar: 'Comprar',
  produzir: 'Produzir',
  nenhuma: 'Nenhuma: só passa adiante a demanda',
}
const LOTS: Readonly<Record<LotType, string>> = {
  L4L: 'Lote a lote: o que falta',
  FOQ: 'Lote fixo',
  MULT: 'Múltiplo de um lote',
  MIN: 'Lote mínimo',
  MINMULT: 'Mínimo e múltiplo',
  MAX: 'Lote máximo',
  POQ: 'Dias de consumo',
  WW: 'Menor custo (Wagner-Whitin)',
  SM: 'Menor custo (Silver-Meal)',
  LUC: 'Menor custo unitário',
  PPB: 'Período-parte',
}

export const mercadoriaPlanejamentoFields = {
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  acao: f.choice('Reposição', ACTIONS).default('automatica'),
  fornecedor_id: f.ref('Fornecedor preferido', 'fornecedor'),
  prazo: f.integer('Prazo (dias)', { min: 0, max: 3650 }).default(7),
  tpPrazo: f.choice('Contagem', { corridos: 'Dias corridos', uteis: 'Dias úteis' }).default('corridos'),
  q_seguranca: f.quantity('Estoque de segurança', 'mercadoria_id', {
    min: 0,
    doc: 'Vazio: o estoque mínimo da mercadoria',
  }),
  tpLote: f.choice('Regra de lote', LOTS).default('L4L'),
  qLote: f.quantity('Lote', 'mercadoria_id', { min: 0 }),
  qLoteMin: f.quantity('Lote mínimo', 'mercadoria_id', { min: 0 }),
  qLoteMultiplo: f.quantity('Múltiplo', 'mercadoria_id', { min: 0 }),
  qLoteMax: f.quantity('Lote máximo', 'mercadoria_id', { min: 0 }),
  qDiasLote: f.integer('Dias cobertos pelo lote', { min: 1, max: 365 }),
  vPedido: f.money('Custo de um pedido', { min: 0 }),
  vEstocagem: f.decimal('Custo de guardar um dia', 6, { min: 0, doc: 'Por unidade' }),
  pRendimento: f
    .percent('Rendimento (%)', 4, { min: 0.0001, max: 100, doc: 'Parte boa do que se pede ou produz' })
    .default(100),
}
