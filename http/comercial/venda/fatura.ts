import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { effect } from '../../documents/effect'
import { billDues } from '../../financeiro/bill'
import { postWaiting } from '../../financeiro/checkout/post'
import { load } from '../../platform/engine/write'
import { step } from '../../platform/step'
import { earnCashback } from '../cashback/earn'
import { commissions } from '../comissao/commissions'
import { ofSale } from '../../nfe/nota/documents'
import { venda, vendaDuplicata } from './venda'

/**
 * Invoices a sale: its instalments, which must add up to its total, become receivables, and dhFaturamento is set.
 * Instalments in store credit are paid by the customer's credit. The seller's commission is booked, and released as the sale is received. Throws `not_closed`, `invoiced`, `totals_differ`, `no_credit` (T2-012).
 */
export const fatura = step(venda, 'fatura', {
  summary: 'Fatura a venda: as parcelas viram contas a receber.',
  run: async ({ ctx, record }) => {
    const operation = await load(ctx, tipoEntradaSaida, record.tipo_entrada_saida_id)
    const { gera_financeiro } = operation
    const did = await effect(ctx, venda, record, { passo: 'fatura', dados: { gera_financeiro } })
    await did.post(commissions.book(record))
    if (gera_financeiro === 'GERA_DUPLICATA') {
      const { byCredit } = await billDues(ctx, did, {
        document: record,
        dues: vendaDuplicata,
        numero: String(record.id),
      })
      await postWaiting(ctx, record.id)
      await earnCashback(ctx, { ...record, byCredit })
    }
    await did.post(commissions.release([record.id]))
    await ofSale.issueFor(ctx, record)
  },
})
