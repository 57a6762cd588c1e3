import { load, update } from '../../platform/engine/write'
import type { Ctx } from '../../platform/context'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { takeBackInvoicing } from '../../servico/ordem_servico/invoicing'
import { ordemServico } from '../../servico/ordem_servico/ordem-servico'
import { hasLiveNfse, holdOrder, letGoOfNfse, letStand, lockedNfse } from './live'
import { tellTaker } from './mail'
import { type Nfse, nfse } from './nfse'
import { followTaxes } from './taxes'

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

/** A note that the system has cancelled: the one whose place it took stands again, where it is in force; else the invoicing of the order is taken back. */
export async function cancelled(ctx: Ctx, note: Nfse): Promise<void> {
  await advance(ctx, nfse, note, 'anula')
  if (note.substitui_id !== null) await letStand(ctx, await lockedNfse(ctx, note.substitui_id), note.id)
  await followTaxes(ctx, note.ordem_servico_id)
  await ended(ctx, note)
  await tellTaker(ctx, note, 'cancelada')
}

/** A note that another has taken the place of; where that one was cancelled meanwhile, nothing of the order is in force any more. */
export async function replaced(ctx: Ctx, note: Nfse): Promise<void> {
  await advance(ctx, nfse, note, 'cede', { problemas: null })
  await followTaxes(ctx, note.ordem_servico_id)
  if ((await successorOf(ctx, note))?.dhCancelamento) await ended(ctx, note)
}

/** A note whose substitution was refused stays in force: somebody has to see that, and if the other is cancelled already, it stands alone. */
export async function notReplaced(ctx: Ctx, note: Nfse, problem: { cStat: string; message: string }): Promise<void> {
  const told = { cStat: problem.cStat, xMotivo: problem.message, problemas: [problem] }
  const changed = await update(ctx, nfse, note, told, 'teve a substituição recusada')
  const successor = await successorOf(ctx, note)
  if (successor?.dhCancelamento) await letStand(ctx, changed, successor.id)
}

const successorOf = async (ctx: Ctx, { substituta_id }: Nfse): Promise<Nfse | undefined> =>
  substituta_id === null ? undefined : load(ctx, nfse, substituta_id)

/** With its note the invoicing of an order ends; what keeps that from being done does not keep the note alive, and is told. */
async function ended(ctx: Ctx, note: Nfse): Promise<void> {
  const kept = await attempt(ctx, async () => undoOrder(ctx, note))
  if (kept) {
    const problemas = [{ message: `O faturamento da ordem de serviço não foi desfeito: ${kept.message}` }]
    await update(ctx, nfse, await lockedNfse(ctx, note.id), { problemas }, 'foi cancelada, e a ordem continua faturada')
  }
}
