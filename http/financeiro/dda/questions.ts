import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../../core/br/number'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import type { contasPagar } from '../registers'
import type { Slip } from './boleto-dda'
import { PAY_BY_SLIP } from './pay-by'

/** What is in the way of linking a slip to a payable, and what is asked before. */

type Payable = RecordOf<typeof contasPagar>

/** Throws 400 `cancelled`, `is_credit`, `other_slip` (it has another line), `taken` (another slip is of it); 422 for a payable of another company. */
export async function assertFree(ctx: Ctx, slip: Slip, payable: Payable): Promise<void> {
  if (payable.empresa_id !== slip.empresa_id) throw invalid({ contas_pagar_id: ['Selecione um registro válido.'] })
  if (payable.dhCancelamento !== null) throw badRequest('Esta conta está cancelada.', 'cancelled')
  if (payable.tpConta === TITLE.CREDITO) throw badRequest('Um crédito não tem boleto.', 'is_credit')
  if (payable.linha_digitavel !== null && payable.linha_digitavel !== slip.linha_digitavel)
    throw badRequest('Esta conta já tem a linha digitável de outro boleto.', 'other_slip')
  const [other] = await rowsOf(ctx, sql`select id from boleto_dda where contas_pagar_id = ${payable.id} limit 1`)
  if (other) throw badRequest(`Esta conta já está ligada ao boleto nº ${Number(other.id)}.`, 'taken')
}

/** Why a slip is suspected, as a sentence. */
export const suspicionOf = ({ fraude, motivo }: Slip): readonly string[] =>
  fraude === true ? [`Possível fraude. ${motivo ?? ''}`.trim()] : []

/** What differs between a slip and a payable, in sentences. */
export function doubtsOf(slip: Slip, payable: Payable): readonly string[] {
  const doubts = [...suspicionOf(slip)]
  const isPaid = decimal(payable.vSaldo).isZero()
  const owed = decimal(isPaid ? payable.vDup : payable.vSaldo)
  const asked = decimal(slip.cost)
  if (!asked.isZero() && !owed.eq(asked) && !owed.eq(asked.minus(slip.vAbatimento)))
    doubts.push(
      `O boleto cobra ${formatCurrency(slip.cost)}, e a conta é de ${formatCurrency(owed.toFixed(2))}: o valor dela não muda.`,
    )
  if (isPaid) doubts.push('A conta já está paga: o boleto fica ligado a ela, e não é pago de novo.')
  if (payable.tpConta === TITLE.PREVISAO) doubts.push('A conta é uma previsão.')
  const own: readonly number[] = PAY_BY_SLIP
  if (!isPaid && payable.tpPagamento !== null && !own.includes(payable.tpPagamento))
    doubts.push('A conta é paga de outra forma, e passa a ser paga por boleto.')
  return doubts
}
