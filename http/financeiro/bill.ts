import { planCard } from '../../core/cards/plan'
import { CoreError } from '../../core/errors'
import { isCard, STORE_CREDIT } from '../../core/fields/financeiro/registers'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { checkInstalments } from '../../core/instalments/split'
import { type Decimal, sum } from '../../core/money/decimal'
import type { Did } from '../documents/effect'
import type { Ctx } from '../platform/context'
import { loadWhere, updateRows } from '../platform/engine/write'
import type { BaseRecord, RecordOf, Resource, Row } from '../platform/resource'
import { receiveAtOnce } from './at-once'
import { issueWhereAgreed } from './boleto/issue'
import { credits } from './credits'
import { pagamento } from './registers'
import { titles } from './titles'

/** Instalments of a document that become receivables. */

interface Instalment extends BaseRecord {
  readonly n: number
  readonly vDup: string
  readonly dVencimento: string
  readonly pagamento_id: number | null
  readonly nsu: string | null
  readonly cAut: string | null
}

/** A document that its customer owes. */
interface Billed {
  readonly document: {
    readonly id: number
    readonly empresa_id: number
    readonly cliente_id: number
    readonly vTotal: string
  }
  /** The list of its instalments. */
  readonly dues: Resource
  /** What its receivables are called: `12`, and each behind it: `12/1`. */
  readonly numero: string
}

/**
 * Opens the receivables of a document by its instalments, as a part of a step: what is paid by credit is taken off the customer's credit, what settles at once is received,
 * boletos are issued where that is agreed. Answers what was paid by credit, in R$. Throws `totals_differ` where they do not add up to its total, `no_credit`.
 */
export async function billDues(
  ctx: Ctx,
  did: Did,
  { document, dues, numero }: Billed,
): Promise<{ readonly byCredit: Decimal }> {
  const { id, empresa_id, cliente_id, vTotal } = document
  const rows = await loadWhere(ctx, dues, dues.parent?.field ?? 'id', [id], { lock: true })
  // Every list of instalments has these columns.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const instalments = rows as readonly BaseRecord[] as readonly Instalment[]
  const check = checkInstalments(
    vTotal,
    instalments.map((one) => one.vDup),
  )
  if (!check.ok) throw new CoreError('totals_differ', check.message ?? '')
  const owed = instalments.filter((one) => Number(one.vDup) > 0)
  const methods = await methodsOf(ctx, owed)
  const told = owed.map((one) => ({
    numero: `${numero}/${one.n}`,
    parcela: one.n,
    vDup: one.vDup,
    dVencimento: one.dVencimento,
    pagamento_id: one.pagamento_id,
    plano_conta_id: methods.get(one.pagamento_id ?? 0)?.plano_conta_id ?? null,
    card: cardOf(ctx, { one, owed, method: methods.get(one.pagamento_id ?? 0) }),
  }))
  const opened = await did.post(titles.open({ kind: 'receber', person_id: cliente_id }, told))
  const byCredit = dueBy({ owed, opened }, methods, isCredit)
  await did.post(credits.pay(cliente_id, byCredit))
  await updateRows(
    ctx,
    dues,
    owed.map((one, at) => ({ id: one.id, conta_receber_id: opened[at] ?? null, pending: false })),
  )
  await receiveAtOnce(ctx, empresa_id, dueBy({ owed, opened }, methods, settlesAtOnce))
  await issueWhereAgreed(
    ctx,
    dueBy({ owed, opened }, methods, ({ emite_boleto }) => emite_boleto === 1).map((one) => one.id),
  )
  return { byCredit: sum(byCredit.map((one) => one.valor)) }
}

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
