import type { LotRule, LotType } from '../../core/mrp/lots'
import { LOT_TYPES } from '../../core/mrp/lots'
import type { Row } from '../platform/resource'

const amount = (value: unknown): number | undefined =>
  value === null || value === undefined || value === '' ? undefined : Number(value)

/** The lot rule of stored planning data, as the planner reads it. */
export function lotRuleOf(row: Row): LotRule {
  const wanted = String(row.tpLote ?? 'L4L')
  const type: LotType = LOT_TYPES.find((one) => one === wanted) ?? 'L4L'
  return {
    type,
    qty: amount(row.qLote),
    min: amount(row.qLoteMin),
    mult: amount(row.qLoteMultiplo),
    max: amount(row.qLoteMax),
    periods: amount(row.qDiasLote),
    setupCost: amount(row.vPedido),
    holdingCost: amount(row.vEstocagem),
  }
}
