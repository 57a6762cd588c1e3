import { load, update } from '../../platform/engine/write'
import type { Ctx } from '../../platform/context'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { takeBackInvoicing } from '../../servico/ordem_servico/invoicing'
import { ordemServico } from '../../servico/ordem_servico/ordem-servico'
import { hasLiveNfse, holdOrder, letGoOfNfse, lockedNfse } from './live'
import { tellTaker } from './mail'
import { type Nfse, nfse } from './nfse'

/**
 * What a cancelled note undoes: the invoicing of its order is taken back, as if somebody had done it, once no other note of the order lives. An order whose invoicing was
 * taken back before stays so. Throws what taking it back throws.
 */
export async function undoOrder(ctx: Ctx, { ordem_servico_id }: Nfse): Promise<void> {
  const id = ordem_servico_id
  await holdOrder(ctx, id)
  const order = await load(ctx, ordemServico, id, { lock: true })
  if (order.dhFaturamento === null || order.dhCancelamento !== null || (await hasLiveNfse(ctx, id))) return
  await letGoOfNfse(ctx, id)
  await takeBackInvoicing(ctx, order)
  await advance(ctx, ordemServico, order, 'desfazFaturamento')
}

/** A note that the system has cancelled: the invoicing of its order is taken back; what keeps that from being done does not keep the note alive, and is told. */
export async function cancelled(ctx: Ctx, note: Nfse): Promise<void> {
  await advance(ctx, nfse, note, 'anula')
  const kept = await attempt(ctx, async () => undoOrder(ctx, note))
  if (kept) {
    const problemas = [{ message: `O faturamento da ordem de serviço não foi desfeito: ${kept.message}` }]
    await update(ctx, nfse, await lockedNfse(ctx, note.id), { problemas }, 'foi cancelada, e a ordem continua faturada')
  }
  await tellTaker(ctx, note, 'cancelada')
}
