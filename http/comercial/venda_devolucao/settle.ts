import { sumUp } from '../../documents/totals'
import type { Ctx } from '../../platform/context'
import { load, loadWhere, patchRows } from '../../platform/engine/write'
import { ApiError, badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { venda } from '../venda/venda'
import { notInvoiced } from './messages'
import { returnLine, type Sold, soldLines, tooMuch } from './returned'
import { vendaDevolucao, vendaDevolucaoMercadoria } from './venda-devolucao'

/** A return as it stands when its quantities count. */
export interface Settled {
  readonly lines: readonly (RecordOf<typeof vendaDevolucaoMercadoria> & { readonly sold: Sold })[]
  readonly vTotal: string
}

/**
 * Judges a return by what other returns took until now: the sale is held, so that two that are closed at once take turns. Prices follow, where it is
 * still open. Throws 400 `not_invoiced`, `no_items`, `too_much` naming the line.
 */
export async function settle(ctx: Ctx, record: RecordOf<typeof vendaDevolucao>): Promise<Settled> {
  const sale = await load(ctx, venda, record.venda_id, { lock: true })
  if (sale.status !== 4) throw badRequest(notInvoiced(sale.id), 'not_invoiced')
  const own = await loadWhere(ctx, vendaDevolucaoMercadoria, 'venda_devolucao_id', [record.id], { lock: true })
  if (own.length === 0) throw badRequest('Inclua ao menos um item na devolução.', 'no_items')
  const all = await soldLines(ctx, sale.id, record.id)
  const lines = own.map((one) => {
    const sold = all.get(one.venda_mercadoria_id)
    if (!sold) throw badRequest(`${one.xProd ?? 'Um item'} não é da venda.`, 'not_sold')
    const fault = tooMuch(sold, one.devolver)
    if (fault !== undefined) throw new ApiError(400, 'too_much', fault)
    return { ...one, sold }
  })
  if (record.dhFechamento === null) {
    await patchRows(
      ctx,
      vendaDevolucaoMercadoria,
      lines.map(({ id, devolver, sold }) => ({ ...returnLine(sold, devolver), id })),
    )
    await sumUp(ctx, vendaDevolucao.name, record.id)
  }
  const { vTotal } = await load(ctx, vendaDevolucao, record.id)
  return { lines, vTotal }
}
