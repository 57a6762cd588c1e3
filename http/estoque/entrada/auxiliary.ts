import { CoreError } from '../../../core/errors'
import { auxiliaryQuantity, type CountedTwice, invoiceQuantity } from '../../../core/stock/auxiliary'
import type { Ctx } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import { MESSAGES } from '../../platform/parse'
import { type Draft, type RecordOf, refuseRows } from '../../platform/resource'
import { unidadeAuxiliar } from '../unidade-auxiliar'

type Unit = RecordOf<typeof unidadeAuxiliar>

const amount = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const productOf = ({ before, values }: Draft): number => Number(values.mercadoria_id ?? before?.mercadoria_id ?? 0)

/**
 * Items that are counted in another unit of their product too: what comes in so is the product's first one, unless another is said, or none (null). The
 * quantity there follows the invoice's; where it alone is said, the invoice's follows it. `decimals` are those of each product's own unit. Throws 422.
 */
export async function countInAuxiliary(
  ctx: Ctx,
  drafts: readonly Draft[],
  decimals: ReadonlyMap<number, number | null>,
): Promise<void> {
  const units = Map.groupBy(
    await loadWhere(ctx, unidadeAuxiliar, 'mercadoria_id', [...new Set(drafts.map(productOf))]),
    (unit) => unit.mercadoria_id,
  )
  refuseRows(drafts, (draft) => {
    const own = units.get(productOf(draft)) ?? []
    const unit = unitOf(draft, own)
    if (unit === undefined) return { unidade_auxiliar_id: MESSAGES.ref }
    draft.values.unidade_auxiliar_id = unit?.id ?? null
    if (unit === null) {
      draft.values.qAuxiliar = null
      return undefined
    }
    return follow(draft, { unit, decimals: decimals.get(productOf(draft)) ?? null })
  })
}

/** An item as it is counted in another unit. */
interface Counted {
  readonly id: number
  readonly unidade_auxiliar_id: number | null
  readonly qAuxiliar: string | null
}

/** The quantities in auxiliary units of items that become so many of our units, by the item's number; null for those that are counted in none. */
export async function auxiliaryOf(
  ctx: Ctx,
  items: readonly Counted[],
  qTrib: ReadonlyMap<number, string>,
): Promise<Map<number, string | null>> {
  const used = items.flatMap(({ unidade_auxiliar_id }) => unidade_auxiliar_id ?? [])
  const factors = new Map(
    (await loadWhere(ctx, unidadeAuxiliar, 'id', used)).map((one) => [one.id, one.fator_conversao]),
  )
  return new Map(
    items.map(({ id, unidade_auxiliar_id, qAuxiliar }) => {
      const factor = factors.get(unidade_auxiliar_id ?? 0)
      if (factor === undefined) return [id, null]
      const counted = { fatorConversao: '1', fator_conversao: factor, decimals: null }
      return [id, auxiliaryQuantity(qTrib.get(id) ?? '0', qAuxiliar, counted).toFixed(4)]
    }),
  )
}

/** The unit that an item is counted in; null for none, undefined where the one that is said is of other goods. */
function unitOf({ before, values }: Draft, own: readonly Unit[]): Unit | null | undefined {
  const { unidade_auxiliar_id: said, mercadoria_id } = values
  const named = (id: unknown): Unit | undefined => own.find((one) => one.id === id)
  const otherGoods = mercadoria_id !== undefined && mercadoria_id !== before?.mercadoria_id
  // A form sends the unit that it was opened with: of other goods, that is nobody's choice.
  if (said === undefined || (otherGoods && before && said === before.unidade_auxiliar_id))
    return (otherGoods ? own[0] : named(before?.unidade_auxiliar_id)) ?? null
  return said === null ? null : named(said)
}

interface Counting {
  readonly unit: Unit
  readonly decimals: number | null
}

function follow({ before, values }: Draft, { unit, decimals }: Counting): { readonly qAuxiliar: string } | undefined {
  const item = { ...before, ...values }
  const counted: CountedTwice = {
    fatorConversao: amount(item.fatorConversao) ?? '1',
    fator_conversao: unit.fator_conversao,
    decimals,
  }
  const told = amount(values.qAuxiliar)
  try {
    const alone =
      before !== undefined && values.qCom === undefined && told !== null && told !== amount(before.qAuxiliar)
    if (alone) values.qCom = invoiceQuantity(told, counted).toFixed(4)
    const qCom = amount(values.qCom) ?? amount(item.qCom) ?? '0'
    values.qAuxiliar = auxiliaryQuantity(qCom, told ?? amount(before?.qAuxiliar), counted).toFixed(4)
    return undefined
  } catch (error) {
    if (error instanceof CoreError) return { qAuxiliar: error.message }
    throw error
  }
}
