import { CoreError } from '../errors'
import { decodeText } from '../layout/fixed-width'
import { isCnabStatement, readCnabStatement } from './cnab240'
import { type OfxFields, type OfxStatement, readOfx } from './ofx'
import { readAmount, readDay } from './ofx-values'
import {
  type AccountStatement,
  isBalanceText,
  type LineFault,
  MAX_STATEMENT_BYTES,
  MAX_TEXT,
  type Statement,
  type StatementLine,
} from './statement'

/** The text of a statement's bytes: marks of byte order and UTF-8 are believed, what the file declares is not, and everything else is windows-1252. */
export function decodeStatement(bytes: Uint8Array): string {
  if (bytes.length > MAX_STATEMENT_BYTES)
    throw new CoreError('too_large', `O extrato passa do limite de ${MAX_STATEMENT_BYTES / 1024 / 1024} MB.`)
  return decodeText(bytes)
}

/**
 * Reads a bank statement, OFX 1 or 2 or CNAB 240 (segment E). Entries that cannot be read are told (`faltas`), and balances that are written as entries
 * are counted (`saldos`), beside the others. Throws CoreError `unreadable_statement` with the reason, `too_large`.
 */
export function readStatement(bytes: Uint8Array): Statement {
  const text = decodeStatement(bytes)
  if (isCnabStatement(text)) return { formato: 'cnab240', contas: readCnabStatement(text) }
  if (!/<OFX\b/i.test(text)) throw new CoreError('unreadable_statement', 'não é um extrato OFX nem CNAB 240.')
  const { statements, signon } = readOfx(text)
  if (statements.length === 0) {
    const told = signon.message?.slice(0, MAX_TEXT) ?? ''
    throw new CoreError(
      'unreadable_statement',
      told === '' ? 'não há extrato no arquivo.' : `o banco respondeu: ${told}`,
    )
  }
  return { formato: 'ofx', contas: statements.map(accountOf) }
}

const kept = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)

/** Name and memo in one text, neither twice. */
function memoOf({ name, memo }: OfxFields): string {
  const [a, b] = [kept(name), kept(memo)]
  if (a === '' || b.includes(a)) return b
  return b === '' || a.includes(b) ? a : kept(`${a} ${b}`)
}

function lineOf(fields: OfxFields, n: number): StatementLine | LineFault {
  const fitid = kept(fields.fitid)
  const fault = (motivo: string): LineFault => ({ n, fitid, motivo })
  if (!fields.dtposted) return fault('Falta a data.')
  const data = readDay(fields.dtposted)
  if (data === null) return fault(`A data ${fields.dtposted.slice(0, 8)} não existe.`)
  if (!fields.trnamt) return fault('Falta o valor.')
  const valor = readAmount(fields.trnamt)
  if (valor === null) return fault(`O valor ${fields.trnamt.slice(0, 20)} não é válido.`)
  const documento = kept(fields.checknum) || kept(fields.refnum)
  return { fitid, data, valor, memo: memoOf(fields), tipo: kept(fields.trntype).toUpperCase(), documento }
}

function balanceOf({ balances }: OfxStatement): AccountStatement['saldo'] {
  const { balamt = '', dtasof = '' } = balances.find(({ type }) => type === 'LEDGERBAL')?.fields ?? {}
  const [data, valor] = [readDay(dtasof), readAmount(balamt)]
  return data !== null && valor !== null ? { data, valor } : null
}

function accountOf(statement: OfxStatement): AccountStatement {
  const { kind, fields, transactions, cut } = statement
  const read = transactions.map((one, at) =>
    cut && at === transactions.length - 1
      ? { n: at + 1, fitid: kept(one.fitid), motivo: 'O arquivo está cortado neste lançamento.' }
      : lineOf(one, at + 1),
  )
  const lines = read.filter((one) => 'valor' in one)
  const linhas = lines.filter(({ memo, fitid }) => fitid !== '' || !isBalanceText(memo))
  return {
    tipo: kind === 'bank' ? 'conta' : 'cartao',
    banco: kept(fields.bankid),
    agencia: kept(fields.branchid),
    conta: kept(fields.acctid),
    moeda: kept(fields.curdef) || 'BRL',
    inicio: readDay(fields.dtstart ?? ''),
    fim: readDay(fields.dtend ?? ''),
    saldo: balanceOf(statement),
    linhas,
    saldos: lines.length - linhas.length,
    faltas: read.filter((one) => 'motivo' in one),
  }
}
