import { isCivilDate } from '../br/civil-date'
import { type Decimal, decimal, ZERO } from '../money/decimal'
import { child, children, parseXml, text } from '../fiscal/xml'
import { stoneBrand } from './brands'
import {
  type BatchDraft,
  type CardFile,
  type CardKind,
  type CardMode,
  type CardRecord,
  damagedCardFile,
  type RowDraft,
  rowDraft,
  Rows,
} from './card-file'
import { fewNotices } from './records'

/** Stone's conciliation file, layout 2.2: what was sold on a day, and what was paid and charged on it, each by its instalment. */

const AMOUNT = /^-?\d{1,13}(\.\d{1,6})?$/

/** An amount; nothing told is zero. Throws `damaged_card_file`. */
function amountOf(node: unknown, name: string): Decimal {
  const raw = text(node, name)
  if (raw === null) return ZERO
  if (!AMOUNT.test(raw)) throw damagedCardFile(`${name} não é um valor`)
  return decimal(raw)
}

/** The day of YYYYMMDD or of YYYYMMDDHHmmss; null where none is told. */
function dayOf(node: unknown, name: string): string | null {
  const raw = text(node, name) ?? ''
  const day = `${raw.slice(0, 4)}-${raw.slice(4, 6)}-${raw.slice(6, 8)}`
  return isCivilDate(day) ? day : null
}

const countOf = (node: unknown, name: string): number => {
  const raw = text(node, name) ?? '1'
  return /^[1-9]\d?$/.test(raw) ? Number(raw) : 1
}

const MODES: Readonly<Record<string, CardMode>> = { '1': 'debito', '2': 'credito', '3': 'debito', '4': 'credito' }

/** What rows of a sale have in common. */
const saleOf = (sale: unknown): Partial<RowDraft> & { readonly nsu: string } => ({
  sale_date: dayOf(sale, 'CaptureLocalDateTime') ?? dayOf(sale, 'AuthorizationDateTime'),
  nsu: text(sale, 'AcquirerTransactionKey') ?? '',
  tid: text(sale, 'InitiatorTransactionKey') ?? '',
  authorization_code: text(sale, 'IssuerAuthorizationCode') ?? '',
  card_number: text(sale, 'CardNumber') ?? '',
  brand: stoneBrand(text(sale, 'BrandId') ?? ''),
  mode: MODES[text(sale, 'AccountType') ?? ''] ?? 'outro',
  installments: countOf(sale, 'NumberOfInstallments'),
})

/** A deposit that was made, by its number. */
interface Payment {
  readonly id: string
  readonly day: string
  readonly total: Decimal
  readonly batch: BatchDraft
}

function paymentsOf(root: unknown, day: string | null): readonly Payment[] {
  return children(child(root, 'Payments'), 'Payment').flatMap((one) => {
    const id = text(one, 'Id')
    if (id === null || day === null) return []
    const account = child(one, 'FavoredBankAccount')
    const batch = {
      payment_date: day,
      brand: '',
      bank: text(account, 'BankCode') ?? '',
      branch: text(account, 'BankBranch') ?? '',
      account: text(account, 'BankAccountNumber') ?? '',
      paid: true,
      identity: `pagamento ${id}`,
    }
    return [{ id, day, total: amountOf(one, 'TotalAmount'), batch }]
  })
}

/** A day on which something is expected, with no deposit yet. */
const expectedOn = (payment_date: string | null): BatchDraft | null =>
  payment_date === null ? null : { payment_date, brand: '', bank: '', branch: '', account: '', paid: false }

const transactionsIn = (root: unknown, name: string) => children(child(root, name), 'Transaction')

/** What was sold: an instalment a row. What was cancelled before it was paid is a row that no deposit bears. */
function addCaptures(rows: Rows, root: unknown): void {
  for (const sale of transactionsIn(root, 'FinancialTransactions')) {
    const known = saleOf(sale)
    for (const part of children(child(sale, 'Installments'), 'Installment')) {
      const installment = countOf(part, 'InstallmentNumber')
      const day = dayOf(part, 'PrevisionPaymentDate')
      const [gross, net] = [amountOf(part, 'GrossAmount'), amountOf(part, 'NetAmount')]
      const identity = [known.nsu, installment]
      rows.add(
        rowDraft({ ...known, kind: 'venda', installment, gross, net, payment_date: day, identity }),
        expectedOn(day),
      )
    }
    for (const gone of children(child(sale, 'Cancellations'), 'Cancellation')) {
      const gross = amountOf(gone, 'ReturnedAmount').abs().neg()
      const installment = countOf(gone, 'InstallmentNumber')
      const identity = [known.nsu, installment, text(gone, 'OperationKey'), 'captura']
      const description = 'Cancelada antes do pagamento'
      rows.add(
        rowDraft({ ...known, kind: 'cancelamento', installment, gross, net: gross, identity, description }),
        null,
      )
    }
  }
}

interface Charged {
  readonly kind: CardKind
  readonly list: string
  readonly item: string
  readonly returned: string
}
const CHARGES: readonly Charged[] = [
  { kind: 'cancelamento', list: 'Cancellations', item: 'Cancellation', returned: 'ReturnedAmount' },
  { kind: 'contestacao', list: 'Chargebacks', item: 'Chargeback', returned: 'Amount' },
]

/** What was paid and what was charged, and in which deposit. What names none is in the only one, or in the one that lacks exactly that. */
function addAccounts(rows: Rows, root: unknown, payments: readonly Payment[], notices: string[]): void {
  const left = new Map(payments.map((one) => [one.id, one.total]))
  const loose: RowDraft[] = []
  const put = (draft: RowDraft, id: string | null) => {
    const payment = payments.find((one) => one.id === id)
    if (!payment) return void loose.push(draft)
    left.set(payment.id, (left.get(payment.id) ?? ZERO).minus(draft.net))
    rows.add({ ...draft, payment_date: payment.day }, payment.batch)
  }
  for (const sale of transactionsIn(root, 'FinancialTransactionsAccounts')) {
    const known = saleOf(sale)
    for (const part of children(child(sale, 'Installments'), 'Installment')) {
      const installment = countOf(part, 'InstallmentNumber')
      const [gross, net] = [amountOf(part, 'GrossAmount'), amountOf(part, 'NetAmount')]
      const anticipated = !amountOf(part, 'AdvanceRateAmount').isZero()
      const payment_date = dayOf(part, 'PaymentDate')
      const identity = [known.nsu, installment]
      put(
        rowDraft({ ...known, kind: 'venda', installment, gross, net, payment_date, anticipated, identity }),
        text(part, 'PaymentId'),
      )
    }
    for (const { kind, list, item, returned } of CHARGES)
      for (const one of children(child(sale, list), item)) {
        const billing = child(one, 'Billing')
        const net = amountOf(billing, 'ChargedAmount').abs().neg()
        const whole = amountOf(one, returned).abs().neg()
        const identity = [known.nsu, text(one, 'OperationKey') ?? text(one, 'Id'), text(billing, 'ChargeDate')]
        const installment = countOf(one, 'InstallmentNumber')
        const payment_date = dayOf(billing, 'ChargeDate')
        const gross = whole.isZero() ? net : whole
        put(rowDraft({ ...known, kind, installment, gross, net, payment_date, identity }), text(billing, 'PaymentId'))
      }
    for (const one of children(child(sale, 'ChargebackRefunds'), 'ChargebackRefund')) {
      const paid = child(one, 'Payment')
      const net = amountOf(paid, 'PaidAmount')
      const identity = [known.nsu, text(one, 'Id'), 'devolvida']
      const description = 'Contestação revertida'
      put(rowDraft({ ...known, kind: 'contestacao', gross: net, net, identity, description }), text(paid, 'PaymentId'))
    }
  }
  for (const one of children(child(root, 'FinancialEventAccounts'), 'Event')) {
    const description = text(one, 'Description') ?? 'Ajuste'
    const net = amountOf(one, 'Amount')
    const identity = [text(one, 'EventId'), net.toFixed(2)]
    const kind = /alugu|mensalid/i.test(description) ? 'aluguel' : 'ajuste'
    put(
      rowDraft({ kind, description, gross: net, net, payment_date: dayOf(one, 'PaymentDate'), identity }),
      text(one, 'PaymentId'),
    )
  }
  for (const draft of loose) {
    const lacks = payments.find((one) => left.get(one.id)?.eq(draft.net))
    const payment = lacks ?? (payments.length === 1 ? payments[0] : undefined)
    if (payment) left.set(payment.id, (left.get(payment.id) ?? ZERO).minus(draft.net))
    rows.add(
      { ...draft, payment_date: payment?.day ?? draft.payment_date },
      payment?.batch ?? expectedOn(draft.payment_date),
    )
  }
  for (const { id, total } of payments) {
    const rest = left.get(id) ?? ZERO
    if (!rest.round(2).isZero())
      notices.push(`O pagamento ${id} soma ${total.toFixed(2)}, e os seus lançamentos ${total.minus(rest).toFixed(2)}.`)
  }
}

const TRANSACTIONS = ['FinancialTransactions', 'FinancialTransactionsAccounts'] as const

function recordsOf(root: unknown, payments: readonly Payment[]): readonly CardRecord[] {
  const sales = TRANSACTIONS.flatMap((type) =>
    transactionsIn(root, type).map((sale) => {
      const { nsu, sale_date, authorization_code } = saleOf(sale)
      const values = {
        nsu,
        sale_date: sale_date ?? null,
        authorization_code: authorization_code ?? '',
        captured: text(sale, 'CapturedAmount'),
      }
      return { line: 0, type, values }
    }),
  )
  const paid = payments.map(({ id, day, total }) => ({
    line: 0,
    type: 'Payment',
    values: { id, day, total: total.toString() },
  }))
  return [...sales, ...paid]
}

/** Reads a conciliation file. An empty day is one. Throws `damaged_card_file`, `damaged_xml`, `too_large`. */
export function readStone(content: string): CardFile {
  const root = child(parseXml(content), 'Conciliation')
  const header = child(root, 'Header')
  const merchant = text(header, 'StoneCode')
  if (merchant === null) throw damagedCardFile('falta o StoneCode')
  const day = dayOf(header, 'ReferenceDate')
  const payments = paymentsOf(root, day)
  const rows = new Rows('stone', merchant)
  const notices: string[] = []
  addCaptures(rows, root)
  addAccounts(rows, root, payments, notices)
  const captures = transactionsIn(root, 'FinancialTransactions').filter(
    (one) => text(child(one, 'Events'), 'Captures') !== '0',
  )
  const counted = Number(text(root, 'Trailer', 'CapturedTransactionsQuantity') ?? captures.length)
  if (counted !== captures.length)
    notices.push(`O arquivo conta ${counted} vendas capturadas, e tem ${captures.length}.`)
  return {
    acquirer: 'stone',
    layout: 'stone-2.2',
    option: text(header, 'LayoutVersion') ?? '',
    merchant,
    sequence: text(header, 'FileId') ?? '',
    begin_date: day,
    end_date: day,
    rows: rows.rows,
    batches: rows.batches,
    anticipations: [],
    records: recordsOf(root, payments),
    unknown: [],
    notices: fewNotices(notices),
  }
}
