import * as v from 'valibot'
import { can } from '../../core/access'
import { lastDayOfMonth } from '../../core/br/civil-date'
import { action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { insert, update } from '../platform/engine/write'
import { badRequest, forbidden } from '../platform/errors'
import { dateInput, shortText } from '../platform/inputs'
import { checkedReason } from '../../core/lifecycle/reasons'
import { financeiroFechamento } from './caixa'
import { closedUntil, holdClosings } from './period'

function assertManages({ actor }: Ctx): void {
  if (!can(actor, 'manage', 'fluxo_caixa')) throw forbidden('Só quem gerencia o fluxo de caixa fecha e reabre meses.')
}

/** Closes a month, and those before: nothing is dated in it any more. Throws 400 `closed`, `not_ended`, 403. */
export const fecha = action(financeiroFechamento, 'fecha', {
  on: 'collection',
  right: 'edit',
  summary: 'Fecha o mês do dia dado, e os anteriores: nada mais é lançado neles.',
  input: v.object({ ate: dateInput }),
  answer: v.object({ id: v.number(), ate: v.string() }),
  run: async ({ ctx, input }) => {
    assertManages(ctx)
    const { empresa_id } = ctx.actor
    await holdClosings(ctx, empresa_id, 'closes')
    const ate = lastDayOfMonth(input.ate)
    const until = await closedUntil(ctx, empresa_id)
    if (until !== null && until >= ate) throw badRequest('Este mês já está fechado.', 'closed')
    if (ate >= ctx.clock.today()) throw badRequest('Este mês ainda não terminou.', 'not_ended')
    const made = await insert(ctx, financeiroFechamento, { empresa_id, ate, dhFechamento: ctx.clock.now() }, 'fecha')
    return { id: made.id, ate }
  },
})

/** Opens the latest closed month again, with the reason. Throws 400 `not_latest`, `reason_too_short`, 403. */
export const reabre = action(financeiroFechamento, 'reabre', {
  on: 'record',
  right: 'edit',
  summary: 'Reabre o último mês fechado, com o motivo.',
  input: v.object({ motivo: v.optional(v.nullable(shortText(500))) }),
  run: async ({ ctx, record, input }) => {
    assertManages(ctx)
    await holdClosings(ctx, record.empresa_id, 'closes')
    if (record.dhReabertura !== null || (await closedUntil(ctx, record.empresa_id)) !== record.ate)
      throw badRequest('Só o último mês fechado pode ser reaberto.', 'not_latest')
    const xMotivoReabertura = checkedReason('cancelamento', input.motivo)
    const set = { dhReabertura: ctx.clock.now(), reaberto_por_id: ctx.actor.id || null, xMotivoReabertura }
    await update(ctx, financeiroFechamento, record, set, 'reabre')
  },
})
