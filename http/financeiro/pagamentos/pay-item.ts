import { sql } from 'drizzle-orm'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal, type Decimal, ZERO } from '../../../core/money/decimal'
import { settlement } from '../../../core/settlement/payment'
import { begin } from '../../documents/effect'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { RecordOf, Row } from '../../platform/resource'
import { cash } from '../cash'
import { cashRows, type Paid, titleName } from '../payment'
import { contasPagar } from '../registers'
import type { Held, Move } from '../title-kinds'
import { titles } from '../titles'
import type { Item } from './item'
import type { PayLine } from './retorno-pagamento'

/** What a bank paid, in the books: the payable first; what goes beyond it is owed to us by the supplier. */

export type Payable = RecordOf<typeof contasPagar>

/** As far from the day that a bank tells as a settlement by hand may lie to be of the same money. */
const NEAR_DAYS = 5

/** A settlement of this payable that somebody made before the bank's answer came (from the statement, by hand): the same money of the same account, which no other line has. */
async function settledBefore(ctx: Ctx, item: Item, line: PayLine): Promise<number | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select n.id from lancamento n join movimento_financeiro m on m.lancamento_id = n.id and m.contas_pagar_id = ${item.conta_pagar_id} and m.evento = 'baixa' and m.estorno_de is null
        where n."dhDesfeito" is null and n.passo in ('baixa', 'baixaLote') and m.valor = ${decimal(line.vEfetivado).neg().toFixed(2)}::numeric
          and abs(m."dMovimento" - ${line.dEfetivacao ?? ctx.clock.today()}::date) <= ${NEAR_DAYS}
          and exists (select from caixa_lancamento c where c.lancamento_id = n.id and c.banco_id = ${line.banco_id} and c.evento = 'baixa')
          and not exists (select from retorno_pagamento_item l join remessa_pagamento_conta o on o.id = l.remessa_pagamento_conta_id where l.lancamento_id = n.id and o.conta_pagar_id = ${item.conta_pagar_id})
        order by n.id limit 1`,
  )
  return row && Number(row.id)
}

function payOne(held: Held, item: Item, vPago: Decimal, dMovimento: string): Paid {
  const id = item.conta_pagar_id
  const title = held.get({ kind: 'pagar', id })
  const saldo = title.dhCancelamento === null ? decimal(title.vSaldo) : ZERO
  const vLancamento = vPago.neg()
  if (saldo.sign() <= 0) return { moves: [], excedente: vPago, vLancamento, principal: ZERO }
  const isWhole = vPago.eq(item.valor)
  const [vJuros, told] = isWhole ? [decimal(item.vJuros), decimal(item.vDesc)] : [ZERO, ZERO]
  const vDesc = told.gt(saldo) ? saldo : told
  const { pago, excedente } = settlement(saldo, { vJuros, vMulta: ZERO, vDesc, vPago })
  const rows = [
    ['juros', vJuros],
    ['desconto', vDesc.neg()],
    ['baixa', pago.neg()],
  ] as const
  return {
    moves: rows.map(([evento, valor]): Move => ({ kind: 'pagar', id, evento, valor, dMovimento })),
    excedente,
    vLancamento,
    principal: pago.minus(vJuros),
  }
}

/** What was paid beyond what is owed. */
const creditOf = (title: Payable, value: Decimal, dMovimento: string): Row => ({
  fornecedor_id: title.fornecedor_id,
  tpConta: TITLE.CREDITO,
  numero: title.numero,
  descricao: `Pago pelo banco além da conta ${titleName(title)}`,
  vDup: value.neg().toFixed(2),
  plano_conta_id: title.plano_conta_id,
  centro_resultado_id: title.centro_resultado_id,
  dVencimento: dMovimento,
})

interface Settling {
  readonly item: Item
  readonly line: PayLine
  readonly title: Payable
  /** The day that it is booked on. */
  readonly dMovimento: string
}

/** Settles what a line says was paid: one fact, on the paying account. Answers its number. The payable is held. */
export async function payItem(ctx: Ctx, { item, line, title, dMovimento }: Settling): Promise<number> {
  const before = await settledBefore(ctx, item, line)
  if (before !== undefined) return before
  const vPago = decimal(line.vEfetivado)
  if (vPago.sign() <= 0) throw badRequest('O retorno não diz quanto foi pago.', 'no_amount')
  const { id, empresa_id } = title
  const dados = { remessa_pagamento_conta_id: item.id }
  const did = await begin(ctx, { documento: contasPagar.name, documento_id: id, empresa_id, passo: 'baixa', dados })
  const entered: Paid[] = []
  await did.post(
    titles.move([{ kind: 'pagar', id }], 'baixa', (held) => {
      const paid = payOne(held, item, vPago, dMovimento)
      entered.push(paid)
      return paid.moves
    }),
  )
  const [paid] = entered
  if (!paid) throw new Error('Nothing was paid.')
  if (paid.excedente.sign() > 0) {
    await did.note({ excedente: paid.excedente.neg().toFixed(2) })
    await did.post(titles.openRows('pagar', [creditOf(title, paid.excedente, dMovimento)]))
  }
  const descricao = title.descricao ?? titleName(title)
  const rows = cashRows({
    kind: 'pagar',
    banco_id: line.banco_id,
    dMovimento,
    vTarifa: ZERO,
    feeAccount: null,
    titles: [title],
    paid: entered,
    descricao,
  })
  await did.post(cash.move(rows.filter((one) => !decimal(one.vLancamento).isZero())))
  return did.entry.id
}
