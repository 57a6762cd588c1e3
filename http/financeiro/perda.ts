import * as v from 'valibot'
import { can } from '../../core/access'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { action } from '../platform/action'
import { badRequest, forbidden } from '../platform/errors'
import { dateInput, decimalInput, identifier, nothing } from '../platform/inputs'
import { accountOf } from './accounts'
import { cash } from './cash'
import { amountOf, paymentDay } from './payment'
import { contasPagar, contasReceber } from './registers'
import { titles } from './titles'

/** What is given up of a receivable, and a customer's credit that is given back in money. */

const numbered = v.object({ lancamento_id: v.number() })

/** Gives up what a receivable still owes. Throws 400 `cancelled`, `is_credit`, `nothing_settled`, 403 without the right to manage. */
export const perda = action(contasReceber, 'perda', {
  on: 'record',
  right: 'edit',
  summary: 'Dá o saldo da conta a receber por perdido; estornável. O que for pago depois pede o estorno da perda.',
  input: nothing,
  answer: numbered,
  run: async ({ ctx, record }) => {
    if (!can(ctx.actor, 'manage', 'contas_receber'))
      throw forbidden('Só quem gerencia contas a receber dá uma conta por perdida.')
    if (record.dhCancelamento !== null) throw badRequest('Esta conta está cancelada.', 'cancelled')
    if (record.tpConta === TITLE.CREDITO) throw badRequest('Um crédito do cliente não é perda.', 'is_credit')
    if (decimal(record.vSaldo).isZero()) throw badRequest('Esta conta não tem saldo.', 'nothing_settled')
    const { id, empresa_id } = record
    const did = await begin(ctx, { documento: 'contas_receber', documento_id: id, empresa_id, passo: 'perda' })
    const ref = { kind: 'receber', id } as const
    await did.post(
      titles.move([ref], 'perda', (held) => [{ ...ref, evento: 'perda', valor: decimal(held.get(ref).vSaldo).neg() }]),
    )
    return { lancamento_id: did.entry.id }
  },
})

/** A payable is no loss of ours: it says what to do instead. Throws 400 `not_receivable`. */
export const perdaPagar = action(contasPagar, 'perda', {
  on: 'record',
  right: 'edit',
  summary: 'Só contas a receber têm perda: uma conta a pagar é cancelada, ou baixada com desconto.',
  input: nothing,
  run: async () => {
    throw badRequest('Só contas a receber têm perda: cancele a conta, ou dê baixa com desconto.', 'not_receivable')
  },
})

/** Gives a customer's credit back in money. Throws 400 `not_credit`, `over_balance`, `no_account`, 422 `invalid_value`. */
export const devolve = action(contasReceber, 'devolve', {
  on: 'record',
  right: 'edit',
  summary: 'Devolve em dinheiro o crédito de um cliente: todo, ou o valor dado.',
  input: v.object({
    valor: v.optional(v.nullable(decimalInput)),
    banco_id: v.optional(v.nullable(identifier)),
    pagamento_id: v.optional(v.nullable(identifier)),
    dMovimento: v.optional(v.nullable(dateInput)),
  }),
  answer: numbered,
  run: async ({ ctx, record, input }) => {
    const { id, empresa_id, numero } = record
    if (record.tpConta !== TITLE.CREDITO) throw badRequest('Esta conta não é um crédito.', 'not_credit')
    if (record.dhCancelamento !== null) throw badRequest('Este crédito está cancelado.', 'cancelled')
    const there = decimal(record.vSaldo).abs()
    const valor = input.valor === undefined || input.valor === null ? there : amountOf('valor', input.valor)
    if (valor.isZero()) throw badRequest('Este crédito não tem saldo.', 'nothing_settled')
    if (valor.gt(there)) throw badRequest('O valor passa do saldo do crédito.', 'over_balance')
    const banco_id = await accountOf(ctx, 'pagar', { empresa_id, ...input })
    const dMovimento = paymentDay(ctx, { dPagamento: input.dMovimento, confirma: true })
    const did = await begin(ctx, { documento: 'contas_receber', documento_id: id, empresa_id, passo: 'devolve' })
    const ref = { kind: 'receber', id } as const
    await did.post(titles.move([ref], 'devolve', () => [{ ...ref, evento: 'devolucao', valor, dMovimento }]))
    await did.post(
      cash.move([
        {
          banco_id,
          evento: 'devolucao',
          vLancamento: valor.neg(),
          dMovimento,
          contas_receber_id: id,
          plano_conta_id: record.plano_conta_id,
          descricao: `Devolução do crédito ${numero ?? id}`,
        },
      ]),
    )
    return { lancamento_id: did.entry.id }
  },
})
