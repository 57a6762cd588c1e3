import * as v from 'valibot'
import { coreFunction } from '../function'
import { decimal, sum } from '../money/decimal'
import { lineKeys } from './line-key'
import { type OfxFields, type OfxStatement, readOfx } from './ofx'
import { type OfxMoment, readAmount, readMoment } from './ofx-values'
import { decodeStatement, readStatement } from './read-statement'
import { MAX_STATEMENT_BYTES } from './statement'

/** The terminal face of the area, and nothing else imports it. */

const file = v.object({
  base64: v.pipe(v.string(), v.maxLength(Math.ceil(MAX_STATEMENT_BYTES / 3) * 4 + 4), v.regex(/^[\d+/A-Za-z]*={0,2}$/)),
})
/** What the core needs of the runtime here; Bun, Node and the browsers all have it. */
declare const atob: (text: string) => string
const bytesOf = ({ base64 }: v.InferOutput<typeof file>): Uint8Array =>
  Uint8Array.from(atob(base64), (one) => one.codePointAt(0) ?? 0)

/** What a statement is known to hold, of itself and of an entry. */
const KNOWN = new Set(
  'curdef bankid branchid acctid accttype dtstart dtend trntype dtposted dtuser trnamt fitid checknum refnum name memo'.split(
    ' ',
  ),
)
const knownOf = (fields: OfxFields): OfxFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => KNOWN.has(name)))

const TIMES = new Set(['dtposted', 'dtuser', 'dtstart', 'dtend', 'dtserver'])

/** Fields with their amounts and moments read, as far as they can be. */
function told(fields: OfxFields): Record<string, unknown> {
  const rows = Object.entries(fields).flatMap(([name, text]): [string, unknown][] => {
    if (TIMES.has(name)) {
      const moment: OfxMoment | null = readMoment(text)
      return moment ? [[name, moment]] : []
    }
    if (name !== 'trnamt') return [[name, text]]
    const amount = readAmount(text)
    return amount === null || amount === text
      ? [[name, amount ?? text]]
      : [
          [name, amount],
          ['trnamt_raw', text],
        ]
  })
  return Object.fromEntries(rows)
}

function toldStatement({ kind, fields, transactions, balances }: OfxStatement): object {
  const amounts = transactions.flatMap(({ trnamt = '' }) => readAmount(trnamt) ?? [])
  return {
    kind,
    transactions: transactions.map((one) => told(knownOf(one))),
    ...told(knownOf(fields)),
    balances: balances.flatMap(({ type, fields: { balamt = '', dtasof = '' } }) => {
      const amount = readAmount(balamt)
      return amount === null ? [] : [{ type, amount, asof: readMoment(dtasof) }]
    }),
    transaction_count: transactions.length,
    sum_amounts: decimal(sum(amounts)).toFixed(2),
  }
}

export const statementFunctions = [
  coreFunction({
    name: 'statement.read',
    summary: 'Lê um extrato bancário, OFX ou CNAB 240: contas, lançamentos, saldo e o que não pôde ser lido.',
    takes: '{base64}',
    gives:
      '{formato, contas: [{tipo, banco, agencia, conta, moeda, inicio, fim, saldo, linhas: [{chave, fitid, data, valor, memo, tipo, documento}], saldos, faltas}]}',
    input: file,
    run: (input) => {
      const { formato, contas } = readStatement(bytesOf(input))
      return {
        formato,
        contas: contas.map(({ linhas, ...rest }) => {
          const keys = lineKeys(linhas)
          return { ...rest, linhas: linhas.map((line, at) => ({ chave: keys[at], ...line })) }
        }),
      }
    },
  }),
  coreFunction({
    name: 'statement.ofx',
    summary: 'Lê um arquivo OFX como ele é: campos de cada extrato, valores com ponto e datas em ISO, sem julgar.',
    takes: '{base64}',
    gives: '{ofx_version, signon, statements: [{kind, transactions, balances, transaction_count, sum_amounts, …}]}',
    input: file,
    run: (input) => {
      const { version, signon, statements } = readOfx(decodeStatement(bytesOf(input)))
      return { ofx_version: version, signon: told(signon), statements: statements.map(toldStatement) }
    },
  }),
]
