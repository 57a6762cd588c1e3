import { sum } from '../../../core/money/decimal'
import { sumUp } from '../../documents/totals'
import { liveSteps } from '../../documents/undo'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load, loadWhere, patchRows } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { entrada } from '../entrada/entrada'
import { movesStock } from '../entrada/rastreio'
import type { Outbound } from '../shelves'
import { devolucao, devolucaoMercadoria } from './devolucao'
import { notReceived } from './hooks'
import { linesOf, type Received, receivedLines, tooMuch } from './received'

/** A return as it stands when its quantities count. */
interface Settled {
  readonly goods: readonly Outbound[]
  readonly vTotal: string
  /** The entry had brought its goods into stock. */
  readonly moves: boolean
  /** The lots that came with the entry: what is blocked of them goes back all the same. */
  readonly lots: readonly number[]
}

/**
 * Judges a return by what others took until now: the entry is held, so that two that are closed at once take turns. Values follow, where it is still open.
 * Throws 400 `not_received`, `no_items`, `too_much` naming the line.
 */
export async function settle(ctx: Ctx, record: RecordOf<typeof devolucao>): Promise<Settled> {
  const entry = await load(ctx, entrada, record.entrada_id, { lock: true })
  if (entry.status !== 4) throw badRequest(notReceived(entry.id), 'not_received')
  const all = await loadWhere(ctx, devolucaoMercadoria, 'devolucao_id', [record.id], { lock: true })
  const own = all.filter((line) => line.dhExclusao === null)
  if (own.length === 0) throw badRequest('Inclua ao menos um item na devolução.', 'no_items')
  const received = await receivedLines(ctx, entry.id, record.id)
  const lines = own.map((line) => {
    const from = received.get(line.entrada_mercadoria_id)
    if (!from) throw badRequest(`${line.xProd ?? 'Um item'} não é da entrada.`, 'not_received')
    // Several lines of one item, as by lot, count together.
    const same = own.filter((one) => one.entrada_mercadoria_id === line.entrada_mercadoria_id)
    const fault = tooMuch(from, sum(same.map((one) => one.qTrib)).toFixed(4))
    if (fault !== undefined) throw badRequest(fault, 'too_much')
    return { line, from }
  })
  if (record.dhFechamento === null) {
    const returned = linesOf(received)
    await patchRows(
      ctx,
      devolucaoMercadoria,
      lines.map(({ line, from }) => ({ ...returned(from, line.qTrib), id: line.id })),
    )
    await sumUp(ctx, devolucao.name, record.id)
  }
  const { vTotal } = await load(ctx, devolucao, record.id)
  const brought = (await liveSteps(ctx, entrada, entry.id)).find((one) => one.passo === 'finaliza')
  return {
    goods: lines.map(({ line, from }) => goodsOf(line, from)),
    vTotal,
    moves: !!brought && movesStock(brought),
    lots: [...received.values()].flatMap((one) => one.lots),
  }
}

/** Those that came with the entry, whatever their state, before others; the lot alone that the line names. */
function goodsOf(line: RecordOf<typeof devolucaoMercadoria>, { lots }: Received): Outbound {
  return {
    mercadoria_id: line.mercadoria_id,
    armazenamento_id: line.armazenamento_id,
    lote_id: line.lote_id,
    first: lots.filter((id) => line.lote_id === null || line.lote_id === id),
    item_id: line.id,
    quantity: line.qTrib,
    label: line.xProd ?? `Item ${line.id}`,
  }
}
