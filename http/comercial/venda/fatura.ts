import { CoreError } from '../../../core/errors'
import { planCard } from '../../../core/cards/plan'
import { isCard, STORE_CREDIT } from '../../../core/fields/financeiro/registers'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { checkInstalments } from '../../../core/instalments/split'
import { sum } from '../../../core/money/decimal'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { effect } from '../../documents/effect'
import { receiveAtOnce } from '../../financeiro/at-once'
import { issueWhereAgreed } from '../../financeiro/boleto/issue'
import { postWaiting } from '../../financeiro/checkout/post'
import { credits } from '../../financeiro/credits'
import { pagamento } from '../../financeiro/registers'
import { titles } from '../../financeiro/titles'
import { load, loadWhere, updateRows } from '../../platform/engine/write'
import type { Ctx } from '../../platform/context'
import type { RecordOf, Row } from '../../platform/resource'
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
      const instalments = await loadWhere(ctx, vendaDuplicata, 'venda_id', [record.id], { lock: true })
      const check = checkInstalments(
        record.vTotal,
        instalments.map((one) => one.vDup),
      )
      if (!check.ok) throw new CoreError('totals_differ', check.message ?? '')
      const owed = instalments.filter((one) => Number(one.vDup) > 0)
      const methods = await methodsOf(ctx, owed)
      const dues = owed.map((one) => ({
        numero: `${record.id}/${one.n}`,
        parcela: one.n,
        vDup: one.vDup,
        dVencimento: one.dVencimento,
        pagamento_id: one.pagamento_id,
        plano_conta_id: methods.get(one.pagamento_id ?? 0)?.plano_conta_id ?? null,
        card: cardOf(ctx, { one, owed, method: methods.get(one.pagamento_id ?? 0) }),
      }))
      const opened = await did.post(titles.open({ kind: 'receber', person_id: record.cliente_id }, dues))
      await did.post(credits.pay(record.cliente_id, dueBy({ owed, opened }, methods, isCredit)))
      await updateRows(
        ctx,
        vendaDuplicata,
        owed.map((one, at) => ({ id: one.id, conta_receber_id: opened[at] ?? null, pending: false })),
      )
      await receiveAtOnce(ctx, record.empresa_id, dueBy({ owed, opened }, methods, settlesAtOnce))
      await issueWhereAgreed(
        ctx,
        dueBy({ owed, opened }, methods, ({ emite_boleto }) => emite_boleto === 1).map((one) => one.id),
      )
      await postWaiting(ctx, record.id)
      const byCredit = sum(dueBy({ owed, opened }, methods, isCredit).map((one) => one.valor))
      await earnCashback(ctx, { ...record, byCredit })
    }
    await did.post(commissions.release([record.id]))
    await ofSale.issueFor(ctx, record)
  },
})

type Instalment = RecordOf<typeof vendaDuplicata>

interface Opened {
  readonly owed: readonly Instalment[]
  /** Their receivables, in the same order. */
  readonly opened: readonly number[]
}

type Method = RecordOf<typeof pagamento>

const isCredit = ({ tPag }: Method): boolean => tPag === STORE_CREDIT
/** Money that is there when the sale is invoiced: nobody has to settle it later. Store credit is settled by the credit. */
const settlesAtOnce = (method: Method): boolean => method.baixaCaixaAutomatico === 1 && !isCredit(method)

interface ByCard {
  readonly one: Instalment
  readonly owed: readonly Instalment[]
  readonly method: Method | undefined
}

/** What an instalment that is paid by card is to its receivable: the acquirer owes it, and never the customer. */
function cardOf(ctx: Ctx, { one, owed, method }: ByCard): Row {
  if (!method || !isCard(method.tPag)) return {}
  const { nsu, cAut, pagamento_id } = one
  const receipt = owed.filter((other) => other.pagamento_id === pagamento_id && other.nsu === nsu && other.n <= one.n)
  const plan = planCard({
    vDup: one.vDup,
    parcela: receipt.length,
    date: ctx.clock.today(),
    pTaxa: method.pTaxa,
    diasCredito: method.diasCredito,
  })
  return { tpConta: TITLE.CARTAO, nsu, cAut, adquirente: method.adquirente, ...plan }
}

async function methodsOf(ctx: Ctx, owed: readonly Instalment[]): Promise<Map<number, Method>> {
  const ids = owed.flatMap((one) => (one.pagamento_id === null ? [] : [one.pagamento_id]))
  const found = await loadWhere(ctx, pagamento, 'id', [...new Set(ids)])
  return new Map(found.map((one) => [one.id, one]))
}

/** A receivable of an instalment, its amount and its method. */
interface Due {
  readonly id: number
  readonly valor: string
  readonly pagamento_id: number | null
}

/** The instalments whose method is of a kind. */
function dueBy(
  { owed, opened }: Opened,
  methods: ReadonlyMap<number, Method>,
  is: (method: Method) => boolean,
): readonly Due[] {
  return owed.flatMap((one, at) => {
    const [title, method] = [opened[at], methods.get(one.pagamento_id ?? 0)]
    return title !== undefined && method !== undefined && is(method)
      ? [{ id: title, valor: one.vDup, pagamento_id: one.pagamento_id }]
      : []
  })
}
