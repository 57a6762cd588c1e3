import { decimal, type Decimal, ZERO } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { load, loadWhere, updateMany } from '../../platform/engine/write'
import { ordemProducao, ordemProducaoMercadoriaInsumo } from './ordem-producao'
import { settleAccounts } from './parte'

/** What was not there of supplies is no longer asked for by their order: it is drawn from stock as it is used. What had left is no longer in process. */
export async function cutSupplies(ctx: Ctx, id: number, cuts: ReadonlyMap<number, Decimal>): Promise<void> {
  const order = await load(ctx, ordemProducao, id, { lock: true })
  const lines = await loadWhere(ctx, ordemProducaoMercadoriaInsumo, 'id', [...cuts.keys()], { lock: true })
  const edits = lines.map((line) => ({
    id: line.id,
    qSolicitada: decimal(line.qSolicitada)
      .minus(cuts.get(line.id) ?? ZERO)
      .toFixed(4),
  }))
  await updateMany(ctx, ordemProducaoMercadoriaInsumo, lines, edits, 'corta')
  await settleAccounts(ctx, id)
  await audit(ctx, [
    { resource: ordemProducao, record: await load(ctx, ordemProducao, id), before: order, acao: 'corta' },
  ])
}
