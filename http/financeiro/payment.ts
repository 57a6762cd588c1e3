import * as v from 'valibot'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal, type Decimal, sum } from '../../core/money/decimal'
import { type Payment, settlement } from '../../core/settlement/payment'
import type { Ctx } from '../platform/context'
import { ApiError, badRequest } from '../platform/errors'
import { dateInput, decimalInput, flag, identifier } from '../platform/inputs'
import type { CashMove } from './cash'
import type { Held, Move, Title, TitleKind, TitleRef } from './title-kinds'

/** What a payment is told by: how much, and of it what is interest, fine and discount. */
export const amountsInput = {
  vPago: v.optional(v.nullable(decimalInput)),
  vJuros: v.optional(v.nullable(decimalInput)),
  vMulta: v.optional(v.nullable(decimalInput)),
  vDesc: v.optional(v.nullable(decimalInput)),
}

/** As many titles as one deposit or one file settles. */
export const MOST_SETTLED = 5_000

/** Where and when it was paid. */
export const placeInput = {
  banco_id: v.optional(v.nullable(identifier)),
  pagamento_id: v.optional(v.nullable(identifier)),
  dPagamento: v.optional(v.nullable(dateInput)),
  vTarifa: v.optional(v.nullable(decimalInput)),
  confirma: v.optional(flag, false),
}

export const FUTURE = 'A data de pagamento informada é maior que a data atual, deseja continuar assim mesmo?'

interface Place {
  readonly dPagamento?: string | null | undefined
  readonly vTarifa?: string | null | undefined
  readonly confirma: boolean
}

/** The day of a payment; one that has not come yet is asked about first. Throws 400 `confirm`. */
export function paymentDay(ctx: Ctx, { dPagamento, confirma }: Place): string {
  const day = dPagamento ?? ctx.clock.today()
  if (day > ctx.clock.today() && !confirma) throw badRequest(FUTURE, 'confirm')
  return day
}

/** An amount with two decimals, none below zero. Throws 422 `invalid_value`. */
export function amountOf(name: string, given: string | null | undefined): Decimal {
  const amount = decimal(given ?? '0')
  if (amount.sign() >= 0 && amount.round(2).eq(amount)) return amount
  const message = 'Informe um valor maior que zero, com até 2 casas.'
  throw new ApiError(422, 'invalid_value', message, { [name]: [message] })
}

/** A title as refusals name it. */
export const titleName = ({ id, numero }: Pick<Title, 'id' | 'numero'>): string => numero ?? `#${id}`

type Amounts = v.InferOutput<v.ObjectSchema<typeof amountsInput, undefined>>
interface Paying extends TitleRef {
  readonly amounts: Amounts
  readonly dMovimento: string
  /** What is paid beyond what is owed may become the customer's credit. */
  readonly takesSurplus: boolean
}

/** What a payment does to a title, and what it moves in cash. */
export interface Paid {
  readonly moves: readonly Move[]
  readonly excedente: Decimal
  /** What was paid in all, in the direction of money: in for receivables, out for payables. */
  readonly vLancamento: Decimal
  /** What of the principal was settled. */
  readonly principal: Decimal
}

/**
 * A payment of a title that is held. Throws 400 `cancelled`, `is_credit`, `over_balance` (more than is owed, or a discount beyond it), `nothing_settled`,
 * 422 `invalid_value`; each names the title.
 */
export function pay(held: Held, { kind, id, amounts, dMovimento, takesSurplus }: Paying): Paid {
  const title = held.get({ kind, id })
  const name = titleName(title)
  if (title.dhCancelamento !== null) throw badRequest(`A conta ${name} está cancelada.`, 'cancelled')
  if (title.tpConta === TITLE.CREDITO)
    throw badRequest(`A conta ${name} é um crédito: use-o por compensação ou devolva-o.`, 'is_credit')
  const [vJuros, vMulta, vDesc] = (['vJuros', 'vMulta', 'vDesc'] as const).map((key) => amountOf(key, amounts[key]))
  const parts: Omit<Payment, 'vPago'> = { vJuros, vMulta, vDesc }
  const most = settlement(title.vSaldo, { ...parts, vPago: 0 })
  const vPago = amounts.vPago === undefined || amounts.vPago === null ? most.saldo : amountOf('vPago', amounts.vPago)
  if (vPago.isZero() && (vDesc?.isZero() ?? true))
    throw badRequest(`A conta ${name} não tem valor a baixar.`, 'nothing_settled')
  const { pago, excedente, descontoExcede } = settlement(title.vSaldo, { ...parts, vPago })
  const surplus = takesSurplus && kind === 'receber' && !descontoExcede
  if (descontoExcede || (excedente.sign() > 0 && !surplus))
    throw badRequest(`O valor passa do saldo da conta ${name}.`, 'over_balance')
  const rows = [
    ['juros', vJuros],
    ['multa', vMulta],
    ['desconto', vDesc?.neg()],
    ['baixa', pago.neg()],
  ] as const
  return {
    moves: rows.map(([evento, valor]): Move => ({ kind, id, evento, valor: valor ?? 0, dMovimento })),
    excedente,
    vLancamento: kind === 'receber' ? vPago : vPago.neg(),
    principal: pago.minus(vJuros ?? 0).minus(vMulta ?? 0),
  }
}

interface CashRows {
  readonly kind: TitleKind
  readonly banco_id: number
  readonly dMovimento: string
  readonly vTarifa: Decimal
  readonly feeAccount: number | null
  readonly titles: readonly Title[]
  readonly paid: readonly Paid[]
  readonly descricao: string
}

/** What payments move in cash: one row of all that was paid, and its fee beside it. Of one title the row bears its number and its account of the plan. */
export function cashRows({ kind, paid, titles, vTarifa, feeAccount, ...common }: CashRows): readonly CashMove[] {
  const { banco_id, dMovimento, descricao } = common
  const [title] = titles
  const column = kind === 'receber' ? 'contas_receber_id' : 'contas_pagar_id'
  const own = title && titles.length === 1 ? { [column]: title.id } : {}
  const same = <K extends 'plano_conta_id' | 'centro_resultado_id'>(name: K): number | null =>
    titles.every((one) => one[name] === title?.[name]) ? (title?.[name] ?? null) : null
  const at = { banco_id, dMovimento }
  return [
    {
      ...at,
      ...own,
      evento: 'baixa',
      vLancamento: sum(paid.map((one) => one.vLancamento)),
      plano_conta_id: same('plano_conta_id'),
      centro_resultado_id: same('centro_resultado_id'),
      descricao,
    },
    { ...at, ...own, evento: 'tarifa', vLancamento: vTarifa.neg(), plano_conta_id: feeAccount, descricao: 'Tarifa' },
  ]
}
