import { CoreError } from '../errors'
import { MAX_STATEMENT_ACCOUNTS, MAX_STATEMENT_LINES, tooManyAccounts } from './statement'
import { unescaped } from './ofx-values'

/** Fields of a part of an OFX file, by the small letters of their tags. */
export type OfxFields = Readonly<Record<string, string>>

/** A statement as an OFX file has it: texts, nothing judged. */
export interface OfxStatement {
  readonly kind: 'bank' | 'credit_card'
  /** CURDEF, DTSTART, DTEND and the account's own: BANKID, BRANCHID, ACCTID, ACCTTYPE. */
  readonly fields: OfxFields
  readonly transactions: readonly OfxFields[]
  readonly balances: readonly { readonly type: string; readonly fields: OfxFields }[]
  /** The file ends within an entry. */
  readonly cut: boolean
}

export interface OfxFile {
  readonly version: '1.x' | '2.x' | '?'
  /** Who it is from: DTSERVER, LANGUAGE, ORG, FID; of a refusal CODE, SEVERITY, MESSAGE. */
  readonly signon: OfxFields
  readonly statements: readonly OfxStatement[]
}

const START = /<OFX\b/i
const STATEMENTS: Readonly<Record<string, OfxStatement['kind']>> = { stmtrs: 'bank', ccstmtrs: 'credit_card' }
/** Parts whose fields are their own. */
const APART = new Set(['bankacctto', 'ccacctto', 'payee', 'currency', 'origcurrency', 'status', 'imagedata'])
const BALANCES = new Set(['ledgerbal', 'availbal'])

type Draft = Record<string, string>
interface DraftStatement {
  readonly kind: OfxStatement['kind']
  readonly fields: Draft
  readonly transactions: Draft[]
  readonly balances: { type: string; fields: Draft }[]
  cut: boolean
}

/** What is being read; one pass over the tags moves it on. */
class Reading {
  readonly signon: Draft = {}
  readonly statements: DraftStatement[] = []
  #statement: DraftStatement | undefined
  #entry: Draft | undefined
  #balance: Draft | undefined
  #apart: string | undefined
  #lines = 0

  open(tag: string): void {
    const kind = Object.hasOwn(STATEMENTS, tag) ? STATEMENTS[tag] : undefined
    if (kind !== undefined) {
      if (this.statements.length >= MAX_STATEMENT_ACCOUNTS) throw tooManyAccounts()
      this.#statement = { kind, fields: {}, transactions: [], balances: [], cut: false }
      this.statements.push(this.#statement)
      this.#entry = this.#balance = this.#apart = undefined
    } else if (tag === 'stmttrn' && this.#statement) {
      if (++this.#lines > MAX_STATEMENT_LINES)
        throw new CoreError('too_large', `O extrato tem mais de ${MAX_STATEMENT_LINES} lançamentos.`)
      this.#apart = undefined
      this.#entry = {}
      this.#statement.transactions.push(this.#entry)
    } else if (BALANCES.has(tag) && this.#statement) {
      this.#entry = this.#apart = undefined
      this.#balance = {}
      this.#statement.balances.push({ type: tag.toUpperCase(), fields: this.#balance })
    } else if (APART.has(tag) && this.#statement) this.#apart = tag
  }

  close(tag: string): void {
    if (tag === 'stmttrn' || tag === 'banktranlist') this.#entry = undefined
    else if (BALANCES.has(tag)) this.#balance = undefined
    else if (Object.hasOwn(STATEMENTS, tag)) this.#statement = this.#entry = this.#balance = undefined
    if (tag === this.#apart || tag === 'stmttrn') this.#apart = undefined
  }

  field(tag: string, value: string): void {
    const fields = this.#fields()
    if (fields && !Object.hasOwn(fields, tag)) fields[tag] = value
  }

  /** Of an entry the first of a name counts, as of everything: what a bank repeats in it is told apart. */
  #fields(): Draft | undefined {
    if (!this.#statement) return this.signon
    if (this.#apart !== undefined) return undefined
    return this.#entry ?? this.#balance ?? this.#statement.fields
  }

  /** The end of the file. */
  end(): void {
    if (this.#entry && this.#statement) this.#statement.cut = true
  }
}

const CDATA = '<![CDATA['
const TAG = /<(\/?)([A-Za-z][\w.:-]{0,39})\s{0,9}(\/?)>/y

/**
 * Reads OFX by one scan over its tags, open ones as in version 1 and closed ones as in 2: a value ends at its own end tag, else at the end of its line.
 * A `<` that begins no tag is text. Throws `unreadable_statement` where there is no OFX in it, `too_large`.
 */
export function readOfx(text: string): OfxFile {
  const from = START.exec(text)?.index
  if (from === undefined) throw new CoreError('unreadable_statement', 'não é um extrato OFX.')
  const reading = new Reading()
  let open: { tag: string; at: number } | undefined
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith(CDATA, at)) {
      // Text that is no tag, whatever is in it.
      const end = text.indexOf(']]>', at)
      at = end < 0 ? text.length : end + 3
      continue
    }
    TAG.lastIndex = at
    const found = TAG.exec(text)
    if (!found) {
      at += 1
      continue
    }
    const [whole, closing, name = '', selfClosed] = found
    const tag = name.toLowerCase()
    if (open) {
      const told = text.slice(open.at, at)
      const closed = closing === '/' && tag === open.tag
      const value = closed ? told : firstLine(told)
      if (closed || value.trim() !== '') reading.field(open.tag, unescaped(value))
      else if (told.trim() === '' && isLeaf(open.tag)) reading.field(open.tag, '')
      open = undefined
    }
    at += whole.length
    if (closing === '/') reading.close(tag)
    else if (selfClosed === '/') reading.field(tag, '')
    else {
      reading.open(tag)
      open = { tag, at }
    }
  }
  reading.end()
  const { signon, statements } = reading
  return { version: versionOf(text.slice(0, from)), signon, statements }
}

/** Fields that banks leave empty and open; other tags without a value are parts. */
const LEAVES = new Set(['fitid', 'checknum', 'refnum', 'memo', 'name', 'dtposted', 'trnamt', 'branchid', 'language'])
const isLeaf = (tag: string): boolean => LEAVES.has(tag)

function firstLine(text: string): string {
  const start = text.trimStart()
  const end = start.search(/[\r\n]/)
  return end < 0 ? start : start.slice(0, end)
}

function versionOf(head: string): OfxFile['version'] {
  if (/OFXHEADER\s{0,3}:/i.test(head)) return '1.x'
  return /<\?(?:OFX|xml)\b/i.test(head) ? '2.x' : '?'
}
