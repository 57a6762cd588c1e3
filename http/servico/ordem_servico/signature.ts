import type { Change } from '../../documents/totals'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { find, patchRows } from '../../platform/engine/write'
import { resourceNamed } from '../../platform/resource'

/** A customer signed for a total that is another now: what was signed no longer holds. */
export async function forgetSignature(ctx: Ctx, id: number, { before, after }: Change): Promise<void> {
  if (Number(before) === Number(after)) return
  const orders = resourceNamed('ordem_servico')
  const order = await find(ctx, orders, id)
  if (!order?.dhAssinatura) return
  const nothing = { dhAssinatura: null, xAssinante: null, assinatura_id: null }
  const [record] = await patchRows(ctx, orders, [{ id, ...nothing }])
  if (record) await audit(ctx, [{ resource: orders, record, before: order, acao: 'perdeAssinatura' }])
}
