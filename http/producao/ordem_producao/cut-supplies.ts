import { sql } from 'drizzle-orm'
import { type Decimal, ZERO } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { audit } from '../../platform/engine/audit'
import { load, loadWhere, updateMany } from '../../platform/engine/write'
import { decimal } from '../../../core/money/decimal'
import { ordemProducao, ordemProducaoMercadoriaInsumo } from './ordem-producao'
import { settleAccounts } from './parte'

/** What was not there of supplies is no longer asked for by their order: it is drawn from stock as it is used. What had left is no longer in process. */
export async function cutSupplies(ctx: Ctx, id: number, cuts: ReadonlyMap<number, Decimal>): Promise<void> {
  const order = await load(ctx, ordemProducao, id, { lock: true })
  const rows = await rowsOf(
    ctx,
    sql`select i.id from ordem_producao_mercadoria_insumo i join ordem_producao_mercadoria g on g.id = i.ordem_producao_mercadoria_id
        where g.ordem_producao_id = ${id} and i.id = any (${intArray([...cuts.keys()])}::int[])`,
  )
  const lines = await loadWhere(
    ctx,
    ordemProducaoMercadoriaInsumo,
    'id',
    rows.map((row) => Number(row.id)),
    { lock: true },
  )
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
