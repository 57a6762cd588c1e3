import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, sum } from '../money/decimal'

/** What files of acquirers say, whatever their layout. Names are those of the records that keep it; amounts are decimal text, dates YYYY-MM-DD. */

/** Acquirers whose files are read. */
export const ACQUIRERS = { cielo: 'Cielo', rede: 'Rede', stone: 'Stone' } as const
export type Acquirer = keyof typeof ACQUIRERS

/** What a row of a file is. */
export const CARD_KINDS = {
  venda: 'Venda',
  cancelamento: 'Cancelamento',
  contestacao: 'Contestação',
  ajuste: 'Ajuste',
  aluguel: 'Aluguel da maquininha',
} as const
export type CardKind = keyof typeof CARD_KINDS

export const CARD_MODES = { credito: 'Crédito', debito: 'Débito', pix: 'Pix', outro: 'Outro' } as const
export type CardMode = keyof typeof CARD_MODES

/** One instalment of a sale, or what else a deposit is made of. */
export interface CardRow {
  /** The same row, in whatever file it comes again. */
  readonly chave: string
  readonly kind: CardKind
  readonly sale_date: string | null
  readonly nsu: string
  readonly authorization_code: string
  readonly tid: string
  /** As the acquirer masks it. */
  readonly card_number: string
  readonly brand: string
  readonly mode: CardMode
  readonly installment: number
  readonly installments: number
  /** Of the instalment, with its sign; what the acquirer keeps is the rest to `net_amount`. */
  readonly batch_gross_amount: string
  readonly fee_amount: string
  /** To six decimals, as acquirers tell it. */
  readonly net_amount: string
  /** When it is paid, or expected. */
  readonly payment_date: string | null
  /** The summary that the acquirer puts it in (RO, RV). */
  readonly summary_number: string
  readonly anticipated: boolean
  readonly description: string
  /** The deposit that it is in; null where the file tells no day. */
  readonly recebimento: string | null
}

/** A deposit: what an acquirer pays on a day to an account. */
export interface CardBatch {
  readonly chave: string
  readonly payment_date: string
  readonly brand: string
  readonly bank: string
  readonly branch: string
  readonly account: string
  /** It was paid, not only expected. */
  readonly paid: boolean
}

/** Instalments that are paid before their day: what it costs, and which they are: those of a summary, or of a day and a brand. */
export interface CardAnticipation {
  readonly payment_date: string
  readonly cost: string
  readonly summary_number: string | null
  readonly original_date: string | null
  readonly brand: string | null
}

/** A record as its layout has it, by the names of the layout. */
export interface CardRecord {
  readonly line: number
  readonly type: string
  readonly values: Readonly<Record<string, string | number | null>>
}

export interface CardFile {
  readonly acquirer: Acquirer
  readonly layout: 'cielo-v15' | 'cielo-v001' | 'rede-eevc' | 'stone-2.2'
  /** What the file tells: sales, payments, open balance. */
  readonly option: string
  readonly merchant: string
  readonly sequence: string
  readonly begin_date: string | null
  readonly end_date: string | null
  readonly rows: readonly CardRow[]
  readonly batches: readonly CardBatch[]
  readonly anticipations: readonly CardAnticipation[]
  readonly records: readonly CardRecord[]
  /** Lines that the layout does not know, as they came. */
  readonly unknown: readonly { readonly line: number; readonly text: string }[]
  /** What does not add up, in Portuguese. */
  readonly notices: readonly string[]
}

export const damagedCardFile = (reason: string): CoreError =>
  new CoreError('damaged_card_file', `Não foi possível ler o arquivo da adquirente: ${reason}.`)

/** An amount with the sign that stands beside it. */
export const signed = (mark: string, amount: string | null): Decimal =>
  mark === '-' ? decimal(amount ?? 0).neg() : decimal(amount ?? 0)

/** A row as its reader knows it: its place among others is given by `Rows`. */
export type RowDraft = Omit<CardRow, 'chave' | 'fee_amount' | 'batch_gross_amount' | 'net_amount' | 'recebimento'> & {
  readonly gross: Amount
  readonly net: Amount
  /** What makes it the same row in another file. */
  readonly identity: readonly (string | number | null)[]
}

export type BatchDraft = Omit<CardBatch, 'chave'> & { readonly identity?: string }

const PLAIN = {
  sale_date: null,
  nsu: '',
  authorization_code: '',
  tid: '',
  card_number: '',
  brand: '',
  mode: 'outro',
  installment: 1,
  installments: 1,
  payment_date: null,
  summary_number: '',
  anticipated: false,
  description: '',
} as const

/** A draft of a row in which only what is known has to be said. */
export const rowDraft = (
  known: Partial<RowDraft> & Pick<RowDraft, 'kind' | 'gross' | 'net' | 'identity'>,
): RowDraft => ({
  ...PLAIN,
  ...known,
})

/** Gathers the rows and deposits of a file; true twins are told apart by their place among them. */
export class Rows {
  readonly rows: CardRow[] = []
  readonly #batches = new Map<string, CardBatch>()
  readonly #seen = new Map<string, number>()
  constructor(
    readonly acquirer: Acquirer,
    readonly merchant: string,
  ) {}

  get batches(): readonly CardBatch[] {
    return [...this.#batches.values()]
  }

  add({ gross, net, identity, ...row }: RowDraft, batch: BatchDraft | null): CardRow {
    const own = [this.acquirer, this.merchant, row.kind, ...identity].join('|')
    const n = (this.#seen.get(own) ?? 0) + 1
    this.#seen.set(own, n)
    const batch_gross_amount = decimal(gross).toFixed(2)
    const added: CardRow = {
      ...row,
      chave: n === 1 ? own : `${own}|#${n}`,
      batch_gross_amount,
      net_amount: decimal(net).toFixed(6),
      fee_amount: decimal(batch_gross_amount).minus(net).toFixed(6),
      recebimento: batch && this.#batch(batch),
    }
    this.rows.push(added)
    return added
  }

  #batch({ identity, ...batch }: BatchDraft): string {
    const { payment_date, bank, branch, account, brand, paid } = batch
    const place = identity ?? [payment_date, bank, branch, account, brand].join('|')
    const chave = [this.acquirer, this.merchant, place].join('|')
    const known = this.#batches.get(chave)
    this.#batches.set(chave, { ...batch, chave, paid: paid || (known?.paid ?? false) })
    return chave
  }
}

/** What rows come to. */
export const totalOf = (rows: readonly Pick<CardRow, 'net_amount'>[]): Decimal => sum(rows.map((one) => one.net_amount))
