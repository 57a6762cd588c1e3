import { formatCurrency } from '../../../core/br/number'
import { redistribute } from '../../../core/instalments/split'
import { decimal, sum } from '../../../core/money/decimal'
import { promotedLines } from '../../../core/pricing/promoted'
import { promotionBook } from '../../../core/pricing/promotions'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { save } from '../../platform/engine/save'
import { load, loadWhere } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { goodsNow } from '../hooks'
import { placeOf, promotable } from '../promocao/judged'
import { promotionsOf } from '../promocao/offers'
import { orcamento, orcamentoDuplicata, orcamentoMercadoria } from './orcamento'

type Quote = RecordOf<typeof orcamento>
type Line = RecordOf<typeof orcamentoMercadoria>

/** A line whose price is another than its quote says. */
interface Changed {
  readonly line: Line
  readonly vUnTrib: string
}

/** Lines that a message names. */
const TOLD = 5

/**
 * A quote keeps the prices of promotions that end until it is sold: then they are those of today, and so are its total and its instalments. Answers the
 * quote as it is now, and what changed in words ('' for nothing). Throws `prices_changed`, which says it, unless that is known.
 */
export async function soldAtTodaysPrices(
  ctx: Ctx,
  record: Quote,
  isKnown: boolean,
): Promise<{ readonly record: Quote; readonly said: string }> {
  const lines = await loadWhere(ctx, orcamentoMercadoria, 'orcamento_id', [record.id])
  const changed = await changedPrices(ctx, record, lines)
  if (changed.length === 0) return { record, said: '' }
  const said = tell(changed)
  if (!isKnown) throw badRequest(`A promoção terminou. ${said}`, 'prices_changed')
  const prices = new Map(changed.map(({ line, vUnTrib }) => [line.id, vUnTrib]))
  const list = lines.map(({ id }) => (prices.has(id) ? { id, vUnTrib: prices.get(id) } : { id }))
  await save(ctx, orcamento, record.id, { orcamento_mercadorias: list })
  await shareAnew(ctx, record)
  return { record: await load(ctx, orcamento, record.id), said }
}

async function changedPrices(ctx: Ctx, record: Quote, lines: readonly Line[]): Promise<readonly Changed[]> {
  if (lines.every(({ vPromocao }) => vPromocao === null)) return []
  const products = await goodsNow(
    ctx,
    lines.map(({ mercadoria_id }) => mercadoria_id),
    record,
  )
  const place = placeOf(ctx, record, products)
  const promotions = [...products].flatMap(([id, product]) => promotionsOf(id, product.offers))
  const told = lines.map((line) => ({
    ...promotable(line, line, products.get(line.mercadoria_id) ?? {}, place.tabela_preco_id),
    isWritten: false,
  }))
  return promotedLines(told, place, promotionBook(promotions)).flatMap(({ vUnTrib }, at) => {
    const line = lines[at]
    // A price that no promotion gave is nobody's to change here.
    return !line || line.vPromocao === null || vUnTrib.eq(line.vUnTrib) ? [] : [{ line, vUnTrib: vUnTrib.toFixed(4) }]
  })
}

function tell(changed: readonly Changed[]): string {
  const told = changed
    .slice(0, TOLD)
    .map(
      ({ line, vUnTrib }) =>
        `${line.xProd ?? `Item ${line.id}`}: de ${formatCurrency(line.vUnTrib)} para ${formatCurrency(vUnTrib)} (${line.xPromocao ?? 'promoção'})`,
    )
  const more = changed.length - told.length
  return `${told.join('; ')}${more > 0 ? `; e mais ${more}` : ''}.`
}

/** Instalments that added up to the quote add up to it still: what it changed by is shared over those that are not fixed. */
async function shareAnew(ctx: Ctx, before: Quote): Promise<void> {
  const dues = await loadWhere(ctx, orcamentoDuplicata, 'orcamento_id', [before.id])
  if (dues.length === 0 || !sum(dues.map(({ vDup }) => vDup)).eq(before.vTotal)) return
  if (dues.every(({ fixed }) => fixed)) return
  const { vTotal } = await load(ctx, orcamento, before.id)
  const shares = redistribute(vTotal, dues).map(({ id, vDup }) => ({ id, vDup: decimal(vDup).toFixed(2) }))
  await save(ctx, orcamento, before.id, { orcamento_duplicatas: shares })
}
