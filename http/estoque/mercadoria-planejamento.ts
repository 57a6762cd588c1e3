import { CoreError } from '../../core/errors'
import { LOT_TYPES, readLot } from '../../core/mrp/lots'
import { lotRuleOf } from '../mrp/lot-rule'
import { invalid } from '../platform/errors'
import { f } from '../platform/fields'
import { empresaId } from '../platform/kit'
import { type Draft, resource } from '../platform/resource'

/** How a company plans a product: lead time, lots, safety stock, buy or make, usual supplier. A product without a row takes the defaults. */
export const mercadoriaPlanejamento = resource({
  name: 'mercadoria_planejamento',
  paths: ['estoque/mercadoria_planejamento'],
  title: 'Parâmetros de planejamento',
  right: 'mercadoria',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    acao: f
      .choice('Reposição', ['automatica', 'comprar', 'produzir', 'nenhuma'], {
        doc: 'automatica: produz o que tem composição, compra o resto; nenhuma: item fantasma, só se explode',
      })
      .default('automatica'),
    fornecedor_id: f.ref('Fornecedor preferido', 'fornecedor'),
    prazo: f.integer('Prazo (dias)', { min: 0, max: 3650 }).default(7),
    tpPrazo: f.choice('Contagem do prazo', ['corridos', 'uteis']).default('corridos'),
    q_seguranca: f.decimal('Estoque de segurança', 4, { min: 0, doc: 'Vazio: o estoque mínimo da mercadoria' }),
    tpLote: f
      .choice('Regra de lote', LOT_TYPES, {
        doc: 'L4L lote a lote; FOQ fixo; MULT múltiplo; MIN mínimo; MINMULT mínimo e múltiplo; MAX máximo; POQ dias de consumo; WW, SM, LUC, PPB por custo',
      })
      .default('L4L'),
    qLote: f.decimal('Lote', 4, { min: 0 }),
    qLoteMin: f.decimal('Lote mínimo', 4, { min: 0 }),
    qLoteMultiplo: f.decimal('Múltiplo', 4, { min: 0 }),
    qLoteMax: f.decimal('Lote máximo', 4, { min: 0 }),
    qDiasLote: f.integer('Dias cobertos pelo lote', { min: 1, max: 365 }),
    vPedido: f.money('Custo de um pedido', { min: 0 }),
    vEstocagem: f.decimal('Custo de guardar um dia', 6, { min: 0, doc: 'Por unidade' }),
    pRendimento: f
      .decimal('Rendimento (%)', 4, { min: 0.0001, max: 100, doc: 'Parte boa do que se pede ou produz' })
      .default(100),
  },
  search: ['mercadoria_id.xProd'],
  display: ['prazo'],
  unique: [['empresa_id', 'mercadoria_id']],
  hooks: { prepare: (_ctx, drafts) => drafts.forEach(assertLot) },
})

/** A lot rule that the planner would refuse is refused here, where it can be mended. */
function assertLot({ before, values }: Draft): void {
  try {
    readLot(lotRuleOf({ ...before, ...values }))
  } catch (error) {
    if (error instanceof CoreError)
      throw invalid({
        tpLote: [error.message.replaceAll(/'(\w+)'/g, (_, name: string) => `'${LABELS[name] ?? name}'`)],
      })
    throw error
  }
}

/** The planner's names of a rule's parts as the form words them. */
const LABELS: Readonly<Record<string, string>> = {
  qty: 'Lote',
  min: 'Lote mínimo',
  mult: 'Múltiplo',
  max: 'Lote máximo',
  periods: 'Dias cobertos pelo lote',
  setupCost: 'Custo de um pedido',
  holdingCost: 'Custo de guardar um dia',
}
