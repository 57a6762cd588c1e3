import type { CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { fixedLines, readDate } from '../layout/fixed-width'
import { decimal, sum } from '../money/decimal'
import {
  type AccountStatement,
  isBalanceText,
  type LineFault,
  MAX_STATEMENT_ACCOUNTS,
  MAX_STATEMENT_LINES,
  type StatementLine,
  tooManyAccounts,
} from './statement'

/** Bank statements of CNAB 240 (FEBRABAN, service 04): batches of segments E between a header with the balance before and a trailer with that after. */

const WIDTH = 240
const cut = (why: string) => new CoreError('unreadable_statement', `o arquivo está cortado ou alterado: ${why}`)

/** Columns as the layout counts them: from 1, both ends included. */
const column = (record: string, from: number, to: number): string => record.slice(from - 1, to)

/** Does a text look like a file of CNAB 240 with a statement in it. */
export function isCnabStatement(text: string): boolean {
  const [header = '', batch = ''] = text.slice(0, 3 * WIDTH).split(/\r\n|\r|\n/)
  return /^\d{3}0000\s*0/.test(header) && /^\d{7}1E04/.test(batch)
}

const moneyOf = (digits: string, sign: string): string | null => {
  if (!/^\d{18}$/.test(digits) || !/^[CD]$/.test(sign)) return null
  const value = decimal(`${digits.slice(0, 16)}.${digits.slice(16)}`)
  return (sign === 'D' ? value.neg() : value).toFixed(2)
}

const dayOf = (digits: string): CivilDate | null => readDate(digits, 'ddmmyyyy')

function lineOf(record: string, n: number): StatementLine | LineFault {
  const documento = column(record, 202, 240).trim()
  const [data, valor] = [dayOf(column(record, 143, 150)), moneyOf(column(record, 151, 168), column(record, 169, 169))]
  if (data === null) return { n, fitid: documento, motivo: 'A data do lançamento não é válida.' }
  if (valor === null) return { n, fitid: documento, motivo: 'O valor do lançamento não é válido.' }
  const complement = column(record, 114, 133).trim()
  const memo = column(record, 177, 201).trim()
  return {
    fitid: documento,
    data,
    valor,
    memo: /[A-Za-z]/.test(complement) ? `${memo} ${complement}` : memo,
    tipo: column(record, 170, 172).trim(),
    documento,
  }
}

interface Batch {
  readonly header: string
  readonly segments: string[]
  trailer: string | undefined
}

function batchesOf(records: readonly string[]): Batch[] {
  const batches: Batch[] = []
  for (const record of records) {
    const kind = record.charAt(7)
    const current = batches.at(-1)
    if (kind === '1') batches.push({ header: record, segments: [], trailer: undefined })
    else if (kind === '3' && column(record, 14, 14).toUpperCase() === 'E') current?.segments.push(record)
    else if (kind === '5' && current) current.trailer = record
  }
  return batches
}

/** Counts and sums of a batch are what its trailer says; what it leaves at zero it does not say. */
function assertWhole({ segments, trailer, header }: Batch, lines: readonly StatementLine[], faults: number): void {
  const lot = column(header, 4, 7)
  if (trailer === undefined) throw cut(`o lote ${lot} não tem fim.`)
  const records = Number(column(trailer, 171, 176))
  if (records > 0 && records !== segments.length + 2)
    throw cut(`o lote ${lot} diz ter ${records} registros e tem ${segments.length + 2}.`)
  if (faults > 0) return
  for (const [from, sign, word] of [
    [177, 'D', 'débitos'],
    [195, 'C', 'créditos'],
  ] as const) {
    const told = moneyOf(column(trailer, from, from + 17), 'C')
    const own = sum(lines.map(({ valor }) => valor).filter((one) => one.startsWith('-') === (sign === 'D'))).abs()
    if (told !== null && told !== '0.00' && !own.eq(told)) throw cut(`a soma dos ${word} do lote ${lot} não confere.`)
  }
}

function accountOf(batch: Batch): AccountStatement {
  const { header, segments, trailer = '' } = batch
  const read = segments.map((record, at) => lineOf(record, at + 1))
  const faltas = read.filter((one) => 'motivo' in one)
  const lines = read.filter((one) => 'valor' in one)
  assertWhole(batch, lines, faltas.length)
  const linhas = lines.filter(({ memo, fitid }) => fitid !== '' || !isBalanceText(memo))
  const [fim, saldo] = [dayOf(column(trailer, 143, 150)), moneyOf(column(trailer, 151, 168), column(trailer, 169, 169))]
  return {
    tipo: 'conta',
    banco: column(header, 1, 3),
    agencia: column(header, 53, 57),
    conta: `${column(header, 59, 70)}${column(header, 71, 72).trim()}`,
    moeda: column(header, 171, 173).trim() || 'BRL',
    inicio: dayOf(column(header, 143, 150)),
    fim,
    saldo: fim !== null && saldo !== null ? { data: fim, valor: saldo } : null,
    linhas,
    saldos: lines.length - linhas.length,
    faltas,
  }
}

/**
 * Reads the statements of a CNAB 240 file: line ends of any kind, an end-of-file mark and records trimmed on the right are forgiven, kinds of records not known
 * are passed over. Throws `unreadable_statement` for one that is cut or whose sums are not those of its lines, `too_large`.
 */
export function readCnabStatement(text: string): AccountStatement[] {
  const rows = fixedLines(text)
  const long = rows.find((one) => one.text.trimEnd().length > WIDTH)
  if (long) throw cut(`a linha ${long.line} tem mais de ${WIDTH} posições.`)
  const records = rows.map((one) => one.text.padEnd(WIDTH))
  if (records.length > MAX_STATEMENT_LINES)
    throw new CoreError('too_large', `O extrato tem mais de ${MAX_STATEMENT_LINES} lançamentos.`)
  const batches = batchesOf(records)
  if (batches.length > MAX_STATEMENT_ACCOUNTS) throw tooManyAccounts()
  return batches.map(accountOf)
}
