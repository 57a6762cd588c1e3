import { mercadoriaPlanejamentoFields } from '../../core/fields/estoque/mercadoria-planejamento'
import { CoreError } from '../../core/errors'
import { readLot } from '../../core/mrp/lots'
import { lotRuleOf } from '../mrp/lot-rule'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'

/** How a company plans a product: lead time, lots, safety stock, buy or make, usual supplier. A product without a row takes the defaults. */
export const mercadoriaPlanejamento = resource({
  name: 'mercadoria_planejamento',
  paths: ['estoque/mercadoria_planejamento'],
  title: 'Parâmetros de planejamento',
  right: 'mercadoria',
  company: 'own',
  fields: mercadoriaPlanejamentoFields,
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

const labelOf = (name: keyof typeof mercadoriaPlanejamentoFields): string =>
  mercadoriaPlanejamentoFields[name].meta.label

/** The planner's names of a rule's parts as the form words them. */
const LABELS: Readonly<Record<string, string>> = {
  qty: labelOf('qLote'),
  min: labelOf('qLoteMin'),
  mult: labelOf('qLoteMultiplo'),
  max: labelOf('qLoteMax'),
  periods: labelOf('qDiasLote'),
  setupCost: labelOf('vPedido'),
  holdingCost: labelOf('vEstocagem'),
}
