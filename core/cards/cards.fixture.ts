import fc from 'fast-check'

/** Files of acquirers that tests make: only what their readers look at, everything else blank. */

const put = (width: number, fields: readonly (readonly [at: number, value: string])[]): string => {
  const columns = Array.from<string>({ length: width }).fill(' ')
  for (const [at, value] of fields) for (const [n, letter] of [...value].entries()) columns[at - 1 + n] = letter
  return columns.join('')
}

const cents = (value: number, length = 13) => String(Math.abs(value)).padStart(length, '0')
const mark = (value: number) => (value < 0 ? '-' : '+')
const compact = (day: string) => day.replaceAll('-', '')
const reversed = (day: string) => day.split('-').toReversed().join('')

/** One sale of a made file; amounts in cents. */
export interface MadeSale {
  readonly nsu: string
  readonly authorization: string
  readonly day: string
  readonly gross: number
  readonly fee: number
  readonly installment?: number
  readonly installments?: number
  readonly kind?: string
}

export interface MadeUnit {
  readonly day: string
  readonly sales: readonly MadeSale[]
  readonly brand?: string
}

export interface MadeCielo {
  readonly option?: '03' | '04'
  readonly units: readonly MadeUnit[]
  readonly merchant?: string
  readonly day?: string
}

interface Header extends Record<'option' | 'merchant' | 'day' | 'version', string> {
  readonly sequence?: number
}

function header({ option, merchant, day, version, sequence = 1 }: Header) {
  return put(250, [
    [1, '0'],
    [2, merchant],
    [12, compact(day).repeat(3)],
    [36, String(sequence).padStart(7, '0')],
    [43, 'CIELO'],
    [48, option],
    [71, version],
  ])
}

/** A statement of Cielo, layout 15. */
export function cieloFile({ option = '04', units, merchant = '1234567890', day = '2026-11-20' }: MadeCielo): string {
  const lines = [header({ option, merchant, day, version: '151' })]
  for (const [n, unit] of units.entries()) {
    const [brand, key] = [unit.brand ?? '001', `UR${n}`]
    const gross = unit.sales.reduce((total, one) => total + one.gross, 0)
    const fee = unit.sales.reduce((total, one) => total + one.fee, 0)
    lines.push(
      put(400, [
        [1, `D${merchant}`],
        [54, `${brand}002`],
        [70, option === '04' ? '04' : '00'],
        [72, `${mark(gross)}${cents(gross)}${mark(-fee)}${cents(fee)}${mark(gross - fee)}${cents(gross - fee)}`],
        [114, `034112345${'98765'.padStart(20, '0')}1`],
        [144, '000001'],
        [152, key],
        [268, reversed(unit.day)],
      ]),
    )
    for (const sale of unit.sales) {
      const [part, parts] = [sale.installment ?? 1, sale.installments ?? 1]
      const net = sale.gross - sale.fee
      lines.push(
        put(760, [
          [1, `E${merchant}${brand}002`],
          [18, `${String(part).padStart(2, '0')}${String(parts).padStart(2, '0')}${sale.authorization}`],
          [28, sale.kind ?? '02'],
          [30, key],
          [152, '0000040'],
          [166, `1234567890${sale.nsu}`],
          [247, `+${cents(sale.gross)}`],
          [261, `${mark(sale.gross)}${cents(sale.gross)}${mark(net)}${cents(net)}${mark(-sale.fee)}${cents(sale.fee)}`],
          [566, reversed(sale.day)],
        ]),
      )
    }
  }
  lines.push(put(250, [[1, `9${String(lines.length + 1).padStart(11, '0')}`]]))
  return lines.join('\r\n')
}

/** A file of Cielo that tells an anticipation: what of a day and a brand is paid before, and what that costs, in cents. */
export function anticipationFile({
  merchant,
  paidOn,
  due,
  gross,
  cost,
}: Record<'merchant' | 'paidOn' | 'due', string> & Record<'gross' | 'cost', number>): string {
  const net = gross - cost
  const short = (day: string) => compact(day).slice(2)
  const lines = [
    header({ option: '15', merchant, day: paidOn, version: '151' }),
    put(250, [
      [1, `A${short(paidOn)}${short(paidOn)}`],
      [36, `+${cents(gross)}+${cents(net)}`],
    ]),
    put(250, [
      [1, `B${short(paidOn)}${short(due)}`],
      [28, '001002'],
      [34, `+${cents(gross)}+${cents(net)}`],
      [127, `-${cents(cost)}`],
    ]),
  ]
  return [...lines, put(250, [[1, `9${String(lines.length + 1).padStart(11, '0')}`]])].join('\n')
}

/** A statement of Cielo of the older layouts: a summary a unit, its fee told of the summary alone. */
export function oldCieloFile({ option = '04', units, merchant = '1234567890', day = '2026-11-20' }: MadeCielo): string {
  const lines = [header({ option, merchant, day, version: '001' })]
  for (const [n, unit] of units.entries()) {
    const gross = unit.sales.reduce((total, one) => total + one.gross, 0)
    const fee = unit.sales.reduce((total, one) => total + one.fee, 0)
    lines.push(
      put(250, [
        [1, `1${merchant}${String(n).padStart(7, '0')}`],
        [24, '01'],
        [26, compact(day).slice(2)],
        [32, compact(unit.day).slice(2)],
        [
          44,
          `${mark(gross)}${cents(gross)}${mark(-fee)}${cents(fee)}+${cents(0)}${mark(gross - fee)}${cents(gross - fee)}`,
        ],
        [100, '03411234500000000098765'],
        [185, `001${String(n).padStart(22, '0')}`],
      ]),
    )
    for (const sale of unit.sales)
      lines.push(
        put(250, [
          [1, `2${merchant}${String(n).padStart(7, '0')}498401******6042000`],
          [38, `${compact(sale.day)}${mark(sale.gross)}${cents(sale.gross)}0000`],
          [67, sale.authorization],
          [93, sale.nsu],
        ]),
      )
  }
  lines.push(put(250, [[1, `9${String(lines.length - 1).padStart(11, '0')}`]]))
  return lines.join('\n')
}

/** A file of the older layouts that tells an anticipation of the first summary. */
export function oldAnticipationFile({
  merchant,
  paidOn,
  gross,
  cost,
  sequence = 1,
}: Record<'merchant' | 'paidOn', string> & Record<'gross' | 'cost', number> & { readonly sequence?: number }): string {
  const lines = [
    header({ option: '06', merchant, day: paidOn, version: '001', sequence }),
    put(250, [
      [1, `5${merchant}000000001`],
      [21, compact(paidOn)],
    ]),
    put(250, [
      [1, `6${merchant}000000001`],
      [29, '0000000'],
      [68, `+${cents(gross)}+${cents(gross - cost)}`],
      [96, `001${'0'.repeat(22)}`],
    ]),
  ]
  return [...lines, put(250, [[1, `9${String(lines.length - 1).padStart(11, '0')}`]])].join('\n')
}

export interface MadeStone {
  readonly day: string
  /** Sold on that day, each expected on a day. */
  readonly captures?: readonly (MadeSale & { readonly expected: string })[]
  /** Paid on that day in one deposit; a gross below zero is charged. */
  readonly paid?: { readonly id: string; readonly sales: readonly MadeSale[] }
}

const reais = (value: number) => (value / 100).toFixed(6)

/** A conciliation file of Stone. */
export function stoneFile({ day, captures = [], paid }: MadeStone): string {
  const at = (value: string) => `${compact(value)}103000`
  const head = (one: MadeSale) =>
    `<AcquirerTransactionKey>${one.nsu}</AcquirerTransactionKey><AuthorizationDateTime>${at(one.day)}</AuthorizationDateTime><CaptureLocalDateTime>${at(one.day)}</CaptureLocalDateTime>`
  const sold = captures.map(
    (one) =>
      `<Transaction>${head(one)}<AccountType>2</AccountType><NumberOfInstallments>${one.installments ?? 1}</NumberOfInstallments><IssuerAuthorizationCode>${one.authorization}</IssuerAuthorizationCode><BrandId>1</BrandId><Installments><Installment><InstallmentNumber>${one.installment ?? 1}</InstallmentNumber><GrossAmount>${reais(one.gross)}</GrossAmount><NetAmount>${reais(one.gross - one.fee)}</NetAmount><PrevisionPaymentDate>${compact(one.expected)}</PrevisionPaymentDate></Installment></Installments></Transaction>`,
  )
  const settled = (paid?.sales ?? []).map((one) =>
    one.gross < 0
      ? `<Transaction>${head(one)}<Chargebacks><Chargeback><Id>${one.nsu}</Id><Amount>${reais(-one.gross)}</Amount><Billing><ChargedAmount>${reais(one.fee - one.gross)}</ChargedAmount><ChargeDate>${compact(day)}</ChargeDate></Billing></Chargeback></Chargebacks></Transaction>`
      : `<Transaction>${head(one)}<Installments><Installment><InstallmentNumber>${one.installment ?? 1}</InstallmentNumber><GrossAmount>${reais(one.gross)}</GrossAmount><NetAmount>${reais(one.gross - one.fee)}</NetAmount><PaymentDate>${compact(day)}</PaymentDate><PaymentId>${paid?.id ?? ''}</PaymentId></Installment></Installments></Transaction>`,
  )
  const total = (paid?.sales ?? []).reduce((sum, one) => sum + one.gross - one.fee, 0)
  const payment = paid
    ? `<Payments><Payment><Id>${paid.id}</Id><TotalAmount>${reais(total)}</TotalAmount><FavoredBankAccount><BankCode>341</BankCode><BankBranch>1234</BankBranch><BankAccountNumber>56789-0</BankAccountNumber></FavoredBankAccount></Payment></Payments>`
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?><Conciliation><Header><StoneCode>900000001</StoneCode><LayoutVersion>2.2</LayoutVersion><FileId>1</FileId><ReferenceDate>${compact(day)}</ReferenceDate></Header><FinancialTransactions>${sold.join('')}</FinancialTransactions><FinancialTransactionsAccounts>${settled.join('')}</FinancialTransactionsAccounts>${payment}<Trailer><CapturedTransactionsQuantity>${captures.length}</CapturedTransactionsQuantity></Trailer></Conciliation>`
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${length - 1}}$`))
const someDay = fc.constantFrom('2026-10-30', '2026-11-02', '2026-11-15')

/** Sales of a made file. */
export const arbitrarySales = fc.uniqueArray(
  fc
    .record({ nsu: digits(6), authorization: digits(6), day: someDay, gross: fc.integer({ min: 1, max: 9_999_999 }) })
    .chain((one) => fc.integer({ min: 0, max: one.gross }).map((fee) => ({ ...one, fee }))),
  { selector: (one) => one.nsu, minLength: 1, maxLength: 20 },
)
