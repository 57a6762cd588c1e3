import * as v from 'valibot'
import { formatCurrency } from '../../../core/br/number'
import { formatDate } from '../../../core/br/date-text'
import { decimal } from '../../../core/money/decimal'
import { clienteCashback } from '../../cadastros/cliente-cashback'
import { effect } from '../../documents/effect'
import { effects } from '../../documents/steps'
import { undo } from '../../documents/undo'
import { credits } from '../../financeiro/credits'
import { action } from '../../platform/action'
import { insert, update } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { decimalInput, nothing } from '../../platform/inputs'
import { recountCashback } from './earn'

effects(clienteCashback, {
  usa: {
    title: 'o uso',
    date: 'dhCredito',
    posts: [{ ledger: 'titulos', when: {}, sums: { valor: '-d."vCashback"' } }],
  },
})

/**
 * Uses cashback, all of it or a part: it becomes credit of the customer, which pays the next sale. What is left stays in a record of its own, with the
 * same last day. Throws 400 `used`, `cancelled`, `expired`; 422 for more than there is.
 */
export const usaCashback = action(clienteCashback, 'usa', {
  on: 'record',
  right: 'edit',
  summary: 'Usa o cashback, todo ou em parte: vira crédito do cliente.',
  input: v.object({ valor: v.optional(v.nullable(decimalInput)) }),
  answer: v.object({ credito_id: v.nullable(v.number()), resto_id: v.nullable(v.number()) }),
  run: async ({ ctx, record, input }) => {
    const { cliente_id, vCashback, dValidade, dhUso, dhCredito, dhCancelamento } = record
    if (dhUso !== null || dhCredito !== null) throw badRequest('Este cashback já foi usado.', 'used')
    if (dhCancelamento !== null) throw badRequest('Este cashback foi cancelado.', 'cancelled')
    if (dValidade !== null && dValidade < ctx.clock.today())
      throw badRequest(`Este cashback venceu em ${formatDate(dValidade)}.`, 'expired')
    const value = decimal(input.valor ?? vCashback)
    const rest = decimal(vCashback).minus(value)
    if (value.sign() <= 0 || rest.sign() < 0 || !value.eq(value.round(2)))
      throw invalid({ valor: [`Informe um valor até ${formatCurrency(vCashback)}.`] })
    const did = await effect(ctx, clienteCashback, record, { passo: 'usa' })
    const motivo = `Cashback nº ${record.id}`
    const credito_id = (await did.post(credits.open({ cliente_id, vCredito: value.toFixed(2), motivo }))) ?? null
    await update(
      ctx,
      clienteCashback,
      record,
      { vCashback: value.toFixed(2), dhCredito: ctx.clock.now(), credito_id },
      'usa',
    )
    if (rest.isZero()) return { credito_id, resto_id: null }
    const { empresa_id, venda_id, pCashback, obs } = record
    const left = { empresa_id, cliente_id, venda_id, pCashback, dValidade, obs, vCashback: rest.toFixed(2) }
    return { credito_id, resto_id: (await insert(ctx, clienteCashback, left)).id }
  },
})

/** Takes a use back: the credit goes and the cashback can be used again, as far as its sale still earns it. Throws 400 `not_used`, `credit_used` naming what the credit paid. */
export const desfazUsoCashback = action(clienteCashback, 'desfazUso', {
  on: 'record',
  right: 'edit',
  summary: 'Desfaz o uso do cashback: o crédito é cancelado.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhCredito === null) throw badRequest('Este cashback não virou crédito.', 'not_used')
    await undo(ctx, clienteCashback, record, { passo: 'usa' })
    await update(ctx, clienteCashback, record, { dhCredito: null, credito_id: null }, 'desfazUso')
    if (record.pCashback !== null && record.venda_id !== null) await recountCashback(ctx, record.venda_id)
  },
})
