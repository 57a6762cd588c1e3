import { sql } from 'drizzle-orm'
import { LESS_OWED, REFUND } from '../../../core/fields/comercial/venda-devolucao'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { type Did, effect } from '../../documents/effect'
import { entrada } from '../../estoque/entrada/entrada'
import { usualAccount } from '../../financeiro/accounts'
import { cash, type CashMove } from '../../financeiro/cash'
import { credits } from '../../financeiro/credits'
import type { Part } from '../../financeiro/title-kinds'
import { titles } from '../../financeiro/titles'
import { type Ctx, rowsOf } from '../../platform/context'
import type { RecordOf } from '../../platform/resource'
import { step } from '../../platform/step'
import { recountCashback } from '../cashback/earn'
import { commissions } from '../comissao/commissions'
import { entryOf, goodsBack, tellGoods } from './goods'
import { ofCustomerReturn } from '../../nfe/nota/documents'
import { settle } from './settle'
import { vendaDevolucao } from './venda-devolucao'

type Return = RecordOf<typeof vendaDevolucao>

/**
 * Finalises a return: an open entry brings its goods back at the cost that they left with, and its total becomes the customer's credit, less of what is
 * owed for the sale, or is given back. Throws as `fecha` does, 403 without the right to create entries (T2-019).
 */
export const finaliza = step(vendaDevolucao, 'finaliza', {
  summary: 'Finaliza a devolução: gera a entrada do estoque e o crédito do cliente, o abatimento ou o reembolso.',
  run: async ({ ctx, record }) => {
    const settled = await settle(ctx, record)
    const back = record.acaoEstoque === 1 ? await goodsBack(ctx, record, settled) : []
    const dados = { caixa: true, geraCredito: record.geraCredito, acaoEstoque: back.length > 0 ? 1 : 0 }
    const did = await effect(ctx, vendaDevolucao, record, { passo: 'finaliza', dados })
    const money = await giveBack(ctx, did, record, decimal(settled.vTotal))
    await did.post(
      commissions.giveBack(
        record.venda_id,
        settled.lines.map(({ devolver, sold }) => ({ devolver, ...sold })),
      ),
    )
    const entry = back.length > 0 ? await did.make(entrada, await entryOf(ctx, record, back)) : null
    await tellGoods(ctx, back)
    await ofCustomerReturn.issueFor(ctx, record)
    await recountCashback(ctx, record.venda_id, { devolucao_id: record.id, vTotal: settled.vTotal })
    return { set: { ...money, entrada_id: entry?.id ?? null, dhFechamento: record.dhFechamento ?? ctx.clock.now() } }
  },
})

/** What becomes of the money: what is owed for the sale no more, what the customer may spend, what was paid out. */
async function giveBack(ctx: Ctx, did: Did, record: Return, total: Decimal) {
  const parts = record.geraCredito === LESS_OWED ? await owedFor(ctx, record.venda_id, total) : []
  await did.post(titles.settle({ kind: 'receber', evento: 'devolucao' }, parts))
  const vAbatido = sum(parts.map((one) => one.valor))
  const rest = total.minus(vAbatido)
  const isRefund = record.geraCredito === REFUND
  const { cliente_id, venda_id } = record
  const motivo = `Devolução da venda nº ${venda_id}`
  if (isRefund) await did.post(cash.move([await refund(ctx, record, rest)]))
  else await did.post(credits.open({ cliente_id, vCredito: rest.toFixed(2), motivo }))
  return {
    vAbatido: vAbatido.toFixed(2),
    vCredito: (isRefund ? ZERO : rest).toFixed(2),
    vReembolso: (isRefund ? rest : ZERO).toFixed(2),
  }
}

/** What is paid back in money goes out of the account that is chosen, or the company's usual one. Throws 400 `no_account`. */
async function refund(ctx: Ctx, { empresa_id, banco_id, venda_id }: Return, valor: Decimal): Promise<CashMove> {
  const account = await usualAccount(ctx, { empresa_id, banco_id })
  const descricao = `Reembolso da devolução da venda nº ${venda_id}`
  return { banco_id: account, evento: 'reembolso', vLancamento: valor.neg(), descricao }
}

/** How much of what is still owed for a sale an amount covers, those first that are due first. Its receivables are held. */
async function owedFor(ctx: Ctx, venda_id: number, total: Decimal): Promise<Part[]> {
  const owed = await rowsOf(
    ctx,
    sql`select id, "vSaldo", "dVencimento" from contas_receber where documento = 'venda' and documento_id = ${venda_id}
        and "vSaldo" > 0 and "dhCancelamento" is null order by id for update`,
  )
  let left = total
  return owed
    .toSorted((a, b) => String(a.dVencimento).localeCompare(String(b.dVencimento)))
    .flatMap((row) => {
      const saldo = decimal(String(row.vSaldo))
      const valor = left.lt(saldo) ? left : saldo
      left = left.minus(valor)
      return valor.isZero() ? [] : [{ id: Number(row.id), valor }]
    })
}
