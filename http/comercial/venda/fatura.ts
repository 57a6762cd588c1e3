import { CoreError } from '../../../core/errors'
import { STORE_CREDIT } from '../../../core/fields/financeiro/registers'
import { checkInstalments } from '../../../core/instalments/split'
import { sum } from '../../../core/money/decimal'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { type Did, effect } from '../../documents/effect'
import { credits } from '../../financeiro/credits'
import { pagamento } from '../../financeiro/registers'
import { titles } from '../../financeiro/titles'
import { load, loadWhere, updateRows } from '../../platform/engine/write'
import type { Ctx } from '../../platform/context'
import type { RecordOf } from '../../platform/resource'
import { step } from '../../platform/step'
import { venda, vendaDuplicata } from './venda'

/**
 * Invoices a sale: its instalments, which must add up to its total, become receivables, and dhFaturamento is set.
 * Instalments in store credit are paid by the customer's credit. Throws `not_closed`, `invoiced`, `totals_differ`, `no_credit` (T2-012).
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
      const paid = await payByCredit(ctx, did, record.cliente_id, { owed, opened })
      await updateRows(
        ctx,
        vendaDuplicata,
        owed.map((one, at) => ({
          id: one.id,
          conta_receber_id: opened[at] ?? null,
          pending: false,
          vCredito: paid.has(one.id) ? one.vDup : '0',
        })),
      )
    }
  },
})

type Instalment = RecordOf<typeof vendaDuplicata>

interface Opened {
  readonly owed: readonly Instalment[]
  /** Their receivables, in the same order. */
  readonly opened: readonly number[]
}

/** Instalments in store credit are paid at once, by what the customer has: all of them, or the sale is not invoiced (`no_credit`). Answers which. */
async function payByCredit(ctx: Ctx, did: Did, cliente_id: number, { owed, opened }: Opened): Promise<Set<number>> {
  const methods = owed.flatMap((one) => (one.pagamento_id === null ? [] : [one.pagamento_id]))
  const inCredit = new Set(
    (await loadWhere(ctx, pagamento, 'id', [...new Set(methods)]))
      .filter((one) => one.tPag === STORE_CREDIT)
      .map((one) => one.id),
  )
  const parts = owed.flatMap((one, at) => {
    const title = opened[at]
    return title !== undefined && one.pagamento_id !== null && inCredit.has(one.pagamento_id)
      ? [{ due: one.id, id: title, valor: one.vDup }]
      : []
  })
  await did.post(titles.settle({ kind: 'receber', evento: 'baixa' }, parts))
  await did.post(credits.spend({ cliente_id, valor: sum(parts.map((one) => one.valor)), evento: 'uso' }))
  return new Set(parts.map((one) => one.due))
}
