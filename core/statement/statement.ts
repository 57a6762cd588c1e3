import type { CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'

/** A line of a statement. */
export interface StatementLine {
  /** The bank's own number of it, empty where it gives none; it is not unique at every bank. */
  readonly fitid: string
  readonly data: CivilDate
  /** In reais, 2 decimals; positive came in. */
  readonly valor: string
  readonly memo: string
  /** The bank's kind: CREDIT, DEBIT, FEE… of OFX, the category of CNAB. */
  readonly tipo: string
  /** Number of a cheque or document. */
  readonly documento: string
}

/** An entry that could not be read. */
export interface LineFault {
  /** Its place among the account's entries, from 1. */
  readonly n: number
  readonly fitid: string
  readonly motivo: string
}

/** What a file says of one account. */
export interface AccountStatement {
  readonly tipo: 'conta' | 'cartao'
  /** Codes and numbers as the file has them, never made numbers of. */
  readonly banco: string
  readonly agencia: string
  readonly conta: string
  readonly moeda: string
  readonly inicio: CivilDate | null
  readonly fim: CivilDate | null
  /** What was in the account at the end of a day, by the bank. */
  readonly saldo: { readonly data: CivilDate; readonly valor: string } | null
  readonly linhas: readonly StatementLine[]
  /** Rows that only tell a balance. */
  readonly saldos: number
  readonly faltas: readonly LineFault[]
}

export interface Statement {
  readonly formato: 'ofx' | 'cnab240'
  readonly contas: readonly AccountStatement[]
}

/** A year of a busy shop has a tenth of it. */
export const MAX_STATEMENT_BYTES = 8 * 1024 * 1024
export const MAX_STATEMENT_LINES = 50_000
export const MAX_STATEMENT_ACCOUNTS = 500
/** What is said of a file of more accounts than those. */
export const tooManyAccounts = (): CoreError =>
  new CoreError('too_large', `O arquivo tem mais de ${MAX_STATEMENT_ACCOUNTS} contas.`)
/** Texts are kept to this many characters. */
export const MAX_TEXT = 255

const BALANCE = /^\s*S ?A ?L ?D ?O\b/i

/** Does a text only tell a balance: SALDO DO DIA, Saldo anterior, S A L D O. */
export const isBalanceText = (memo: string): boolean => BALANCE.test(memo)
