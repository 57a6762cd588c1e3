import { settleLines } from '../../documents/returning'
import type { Ctx } from '../../platform/context'
import { load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { venda } from '../venda/venda'
import { notInvoiced } from './messages'
import { SOLD, type Sold, soldLines } from './returned'
import { vendaDevolucao, vendaDevolucaoMercadoria } from './venda-devolucao'

/** A return as it stands when its quantities count. */
export interface Settled {
  readonly lines: readonly (RecordOf<typeof vendaDevolucaoMercadoria> & { readonly sold: Sold })[]
  readonly vTotal: string
}

/**
 * Judges a return by what other returns took until now: the sale is held, so that two that are closed at once take turns. Prices follow, where it is
 * still open. Throws 400 `not_invoiced`, `no_items`, `not_of_it`, `too_much` naming the line.
 */
export async function settle(ctx: Ctx, record: RecordOf<typeof vendaDevolucao>): Promise<Settled> {
  const sale = await load(ctx, venda, record.venda_id, { lock: true })
  if (sale.status !== 4) throw badRequest(notInvoiced(sale.id), 'not_invoiced')
  const originals = await soldLines(ctx, sale.id, record.id)
  const of = { lines: vendaDevolucaoMercadoria, record, kind: SOLD, originals }
  const found = await settleLines(ctx, vendaDevolucao, of)
  const settled = await loadWhere(ctx, vendaDevolucaoMercadoria, 'id', [...found.keys()])
  const lines = settled.flatMap((line) => {
    const sold = found.get(line.id)
    return sold ? [{ ...line, sold }] : []
  })
  const { vTotal } = await load(ctx, vendaDevolucao, record.id)
  return { lines, vTotal }
}
