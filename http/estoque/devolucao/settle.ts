import { settleLines } from '../../documents/returning'
import { liveSteps } from '../../documents/undo'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load, loadWhere } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { entrada } from '../entrada/entrada'
import { movesStock } from '../entrada/rastreio'
import type { Outbound } from '../shelves'
import { devolucao, devolucaoMercadoria } from './devolucao'
import { notReceived } from './hooks'
import { RECEIVED, receivedLines } from './received'

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
 * Throws 400 `not_received`, `no_items`, `not_of_it`, `too_much` naming the line.
 */
export async function settle(ctx: Ctx, record: RecordOf<typeof devolucao>): Promise<Settled> {
  const entry = await load(ctx, entrada, record.entrada_id, { lock: true })
  if (entry.status !== 4) throw badRequest(notReceived(entry.id), 'not_received')
  const originals = await receivedLines(ctx, entry.id, record.id)
  const found = await settleLines(ctx, devolucao, { lines: devolucaoMercadoria, record, kind: RECEIVED, originals })
  const lines = await loadWhere(ctx, devolucaoMercadoria, 'id', [...found.keys()])
  const { vTotal } = await load(ctx, devolucao, record.id)
  const brought = (await liveSteps(ctx, entrada, entry.id)).find((one) => one.passo === 'finaliza')
  return {
    goods: lines.map((line) => goodsOf(line, found.get(line.id)?.lots ?? [])),
    vTotal,
    moves: !!brought && movesStock(brought),
    lots: [...originals.values()].flatMap((one) => one.lots),
  }
}

/** Those that came with the entry, whatever their state, before others; the lot alone that the line names. */
function goodsOf(line: RecordOf<typeof devolucaoMercadoria>, lots: readonly number[]): Outbound {
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
