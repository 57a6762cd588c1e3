import { CoreError } from '../../../core/errors'
import { checkInstalments } from '../../../core/instalments/split'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { effect } from '../../documents/effect'
import { titles } from '../../financeiro/titles'
import { load, loadWhere, updateRows } from '../../platform/engine/write'
import { step } from '../../platform/step'
import { venda, vendaDuplicata } from './venda'

/**
 * Invoices a sale: its instalments, which must add up to its total, become receivables, and dhFaturamento is set.
 * Throws `not_closed`, `invoiced`, `totals_differ` (T2-012).
 */
export const fatura = step(venda, 'fatura', {
  summary: 'Fatura a venda: as parcelas viram contas a receber.',
  run: async ({ ctx, record }) => {
    const operation = await load(ctx, tipoEntradaSaida, record.tipo_entrada_saida_id)
    const { gera_financeiro } = operation
    const did = await effect(ctx, venda, record, { passo: 'fatura', dados: { gera_financeiro } })
    if (gera_financeiro === 'GERA_DUPLICATA') {
      const instalments = await loadWhere(ctx, vendaDuplicata, 'venda_id', [record.id], { lock: true })
      const check = checkInstalments(
        record.vTotal,
        instalments.map((one) => one.vDup),
      )
      if (!check.ok) throw new CoreError('totals_differ', check.message ?? '')
      const owed = instalments.filter((one) => Number(one.vDup) > 0)
      const dues = owed.map((one) => ({
        numero: `${record.id}/${one.n}`,
        parcela: one.n,
        vDup: one.vDup,
        dVencimento: one.dVencimento,
        pagamento_id: one.pagamento_id,
      }))
      const opened = await did.post(titles.open({ kind: 'receber', person_id: record.cliente_id }, dues))
      await updateRows(
        ctx,
        vendaDuplicata,
        owed.map((one, at) => ({ id: one.id, conta_receber_id: opened[at] ?? null, pending: false })),
      )
    }
  },
})
