import { type Amount, type Decimal, decimal, sum, ZERO } from '../money/decimal'
import { apportion } from '../tax/apportion'
import type { NfeItem, NfeReading } from './nfe-types'

/** What one item of a purchase costs, amounts with 2 decimals as text; `vUnTrib` is the cost of one taxable unit, 10 decimals. */
export interface ItemCost {
  readonly nItem: number
  /** Nothing for an item that does not make up the total of the document (indTot 0): nobody pays for it. */
  readonly vProd: string
  readonly vFrete: string
  readonly vSeg: string
  readonly vOutro: string
  readonly vDesc: string
  readonly vIPI: string
  readonly vICMSST: string
  readonly vFCPST: string
  /** Import duty, monophase ICMS withheld and IPI given back, which the document total also holds. */
  readonly vOutrosTributos: string
  /** vProd + vFrete + vSeg + vOutro + vIPI + vICMSST + vFCPST + vOutrosTributos − vDesc (relieved ICMS that is deducted counts as discount). */
  readonly vTotal: string
  readonly vUnTrib: string
}

/** The parts of a cost that a header may carry when the items do not. */
const SHARED = ['vFrete', 'vSeg', 'vOutro', 'vDesc', 'vIPI', 'vICMSST', 'vFCPST'] as const
type Shared = (typeof SHARED)[number]

/**
 * The cost of every item of a purchase, with its share of freight, insurance, other charges, IPI, ICMS-ST and FCP-ST, less its discount.
 * An amount only the header carries is shared over the items that make up the total, by vProd, the last one taking the cents. When the document
 * keeps the NF-e identity of vNF (MOC, rejection 610) the costs add up to vNF.
 */
export function itemCosts(nfe: Pick<NfeReading, 'itens' | 'total'>): ItemCost[] {
  const shares = new Map(SHARED.map((name) => [name, headerShares(nfe, name)]))
  return nfe.itens.map((item, index) =>
    itemCost(item, (name) => shares.get(name)?.[index] ?? decimal(item[name] ?? ZERO)),
  )
}

/** Shares of a header amount, or undefined when some item carries it or there is none. */
function headerShares(nfe: Pick<NfeReading, 'itens' | 'total'>, name: Shared): Decimal[] | undefined {
  const total = decimal(nfe.total[name === 'vICMSST' ? 'vST' : name] ?? ZERO)
  if (total.cmp(ZERO) === 0 || nfe.itens.some((item) => decimal(item[name] ?? ZERO).cmp(ZERO) !== 0)) return undefined
  const counted = nfe.itens.filter((item) => item.indTot !== '0')
  const receivers = counted.length > 0 ? counted : nfe.itens
  const shares = apportion(
    total,
    receivers.map((item) => item.vProd),
  )
  const byItem = new Map(receivers.map((item, index) => [item, shares[index]]))
  return nfe.itens.map((item) => byItem.get(item) ?? ZERO)
}

function itemCost(item: NfeItem, part: (name: Shared) => Decimal): ItemCost {
  const deducted = item.indDeduzDeson === '1' ? decimal(item.vICMSDeson ?? ZERO) : ZERO
  const discount = part('vDesc').plus(deducted)
  const others = decimal(item.vII ?? ZERO)
    .plus(item.vICMSMonoReten ?? ZERO)
    .plus(item.vIPIDevol ?? ZERO)
  const vProd = item.indTot === '0' ? ZERO : decimal(item.vProd)
  const gross = vProd
    .plus(part('vFrete'))
    .plus(part('vSeg'))
    .plus(part('vOutro'))
    .plus(part('vIPI'))
    .plus(part('vICMSST'))
    .plus(part('vFCPST'))
    .plus(others)
  // Goods that nobody pays for have nothing to be discounted from.
  const vDesc = item.indTot === '0' && discount.cmp(gross) > 0 ? gross : discount
  const total = gross.minus(vDesc)
  const quantity = decimal(item.qTrib)
  return {
    nItem: item.nItem,
    vProd: vProd.toFixed(2),
    vFrete: part('vFrete').toFixed(2),
    vSeg: part('vSeg').toFixed(2),
    vOutro: part('vOutro').toFixed(2),
    vDesc: vDesc.toFixed(2),
    vIPI: part('vIPI').toFixed(2),
    vICMSST: part('vICMSST').toFixed(2),
    vFCPST: part('vFCPST').toFixed(2),
    vOutrosTributos: others.toFixed(2),
    vTotal: total.toFixed(2),
    vUnTrib: (quantity.cmp(ZERO) > 0 ? total.div(quantity) : total).toFixed(10),
  }
}

/**
 * What freight told by a person changes of the invoice's, by item: more is shared over the goods by their value, less is taken from the items that bear
 * it, and never below nothing.
 */
export function freightShares(
  change: Amount,
  items: readonly { readonly vProd: Amount; readonly vFrete: Amount }[],
): Decimal[] {
  const extra = decimal(change)
  if (extra.sign() >= 0)
    return apportion(
      extra,
      items.map((item) => item.vProd),
    )
  const borne = sum(items.map((item) => item.vFrete))
  if (borne.isZero()) return items.map(() => ZERO)
  return apportion(
    extra.abs().cmp(borne) > 0 ? borne.neg() : extra,
    items.map((item) => item.vFrete),
  )
}
