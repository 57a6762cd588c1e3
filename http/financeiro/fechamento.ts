import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { can } from '../../core/access'
import { lastDayOfMonth } from '../../core/br/civil-date'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { insert, update } from '../platform/engine/write'
import { badRequest, forbidden } from '../platform/errors'
import { dateInput, shortText } from '../platform/inputs'
import { checkedReason } from '../../core/lifecycle/reasons'
import { financeiroFechamento } from './caixa'
import { monthChecks } from './month-checks'
import { closedUntil, holdClosings } from './period'

function assertManages({ actor }: Ctx): void {
  if (!can(actor, 'manage', 'fluxo_caixa')) throw forbidden('Só quem gerencia o fluxo de caixa fecha e reabre meses.')
}

/** Throws 400 `closed`, `not_ended`. */
async function assertMayEnd(ctx: Ctx, ate: string): Promise<void> {
  const until = await closedUntil(ctx, ctx.actor.empresa_id)
  if (until !== null && until >= ate) throw badRequest('Este mês já está fechado.', 'closed')
  if (ate >= ctx.clock.today()) throw badRequest('Este mês ainda não terminou.', 'not_ended')
}

/** Closes a month, and those before: nothing is dated in it any more. Throws 400 `closed`, `not_ended`, 422 without a reason for what is left, 403. */
export const fecha = action(financeiroFechamento, 'fecha', {
  on: 'collection',
  right: 'edit',
  summary: 'Fecha o mês do dia dado, e os anteriores: nada mais é lançado neles. O que ficou pendente pede o motivo.',
  input: v.object({ ate: dateInput, motivo: v.optional(v.nullable(shortText(500))) }),
  answer: v.object({ id: v.number(), ate: v.string() }),
  run: async ({ ctx, input }) => {
    assertManages(ctx)
    const { empresa_id } = ctx.actor
    const ate = lastDayOfMonth(input.ate)
    await assertMayEnd(ctx, ate)
    // Counted before anybody has to wait for it.
    const left = (await monthChecks(ctx, ate)).filter(({ qtd }) => qtd > 0)
    const xMotivoPendencias = left.length === 0 ? null : checkedReason('pendencia', input.motivo, 'motivo')
    await holdClosings(ctx, empresa_id, 'closes')
    await assertMayEnd(ctx, ate)
    const values = {
      empresa_id,
      ate,
      dhFechamento: ctx.clock.now(),
      xPendencias:
        left
          .map(({ rotulo, qtd }) => `${rotulo}: ${qtd}`)
          .join('; ')
          .slice(0, 2000) || null,
      xMotivoPendencias,
    }
    const made = await insert(ctx, financeiroFechamento, values, 'fecha')
    return { id: made.id, ate }
  },
})

/** What has to be done before the month of a day is closed, and how the one before was. */
export const confere = action(financeiroFechamento, 'confere', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'Confere o mês antes de fechar: filas, vendas, entradas, previsões, créditos e resultado; e o que ficou do anterior.',
  input: v.object({ ate: dateInput }),
  answer: v.object({
    data: v.array(
      v.object({ nome: v.string(), rotulo: v.string(), responsavel: v.string(), qtd: v.number(), caminho: v.string() }),
    ),
    anterior: v.nullable(
      v.object({ ate: v.string(), xPendencias: v.nullable(v.string()), xMotivoPendencias: v.nullable(v.string()) }),
    ),
  }),
  run: async ({ ctx, input }) => ({
    data: await monthChecks(ctx, lastDayOfMonth(input.ate)),
    anterior: await lastClosing(ctx),
  }),
})

/** What was left open when the latest month was closed. */
async function lastClosing(ctx: Ctx) {
  const [row] = await rowsOf(
    ctx,
    sql`select ate::text as ate, "xPendencias", "xMotivoPendencias" from financeiro_fechamento
        where empresa_id = ${ctx.actor.empresa_id} and "dhReabertura" is null order by ate desc limit 1`,
  )
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  if (!row) return null
  return {
    ate: String(row.ate),
    xPendencias: text(row.xPendencias),
    xMotivoPendencias: text(row.xMotivoPendencias),
  }
}

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
