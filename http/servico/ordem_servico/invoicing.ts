import { undo } from '../../documents/undo'
import { takeBackAtOnce } from '../../financeiro/at-once'
import type { Ctx } from '../../platform/context'
import { loadWhere, updateRows } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { ordemServico, ordemServicoDuplicata } from './ordem-servico'

/** Cancels the receivables of an order's invoicing; its instalments wait again. Throws 400 `paid` where something of them was paid. */
export async function takeBackInvoicing(ctx: Ctx, record: RecordOf<typeof ordemServico>): Promise<void> {
  await takeBackAtOnce(ctx, ordemServico.name, record.id)
  await undo(ctx, ordemServico, record, { passo: 'faturarOrdemServico' })
  const dues = await loadWhere(ctx, ordemServicoDuplicata, 'ordem_servico_id', [record.id], { lock: true })
  await updateRows(
    ctx,
    ordemServicoDuplicata,
    dues.map(({ id }) => ({ id, conta_receber_id: null, pending: true })),
  )
}
