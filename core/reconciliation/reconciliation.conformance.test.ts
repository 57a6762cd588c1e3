/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { reconciliationFunctions } from './functions'
import type { Outcome } from './types'

function match(input: unknown): readonly Outcome[] {
  const answer = reconciliationFunctions.find((one) => one.name === 'reconciliation.match')?.run(input)
  const { linhas }: { linhas: readonly Outcome[] } = JSON.parse(JSON.stringify(answer))
  return linhas
}

interface Entry {
  id: string
  date: string
  amount: string
  memo: string
  fitid: string
  second_import?: boolean
  account?: string
}

interface Title {
  id: string
  due: string
  amount: string
  party: string
  document: string
  gross?: string
  fee?: string
  retorno_credit_date?: string
  dda?: boolean
}

interface Expected {
  entry: string
  kind: string
  titles?: string[]
  pair?: string
  of?: string
  fees?: string
}

const cents = (text: string) => Math.round(Number(text) * 100)
const money = (all: readonly number[]) => (all.reduce((sum, one) => sum + one, 0) / 100).toFixed(2)

/** Titles that a return file credits on a day, and instalments that an acquirer pays on one, are batches. */
function batchesOf(titles: readonly Title[]) {
  const isBatched = (one: Title) => one.retorno_credit_date !== undefined || one.gross !== undefined
  const groups = Map.groupBy(titles.filter(isBatched), (one) => one.retorno_credit_date ?? `${one.due} ${one.party}`)
  return [...groups.values()].map((own, at) => {
    const [first] = own
    const gross = own.map((one) => cents(one.gross ?? one.amount))
    const fees = own.map((one) =>
      one.gross === undefined ? cents(one.fee ?? '0') : cents(one.gross) - cents(one.amount),
    )
    return {
      id: `lote ${at}`,
      conta: '',
      origem: first?.gross === undefined ? 'retorno' : 'cartao',
      nome: first?.party,
      dCredito: first?.retorno_credit_date ?? first?.due,
      vBruto: money(gross),
      vTarifa: money(fees),
      titulos: own.map((one) => one.id),
    }
  })
}

const inputOf = ({ entries, titles }: { entries: readonly Entry[]; titles: readonly Title[] }) => ({
  linhas: entries.map(({ id, date, amount, memo, fitid, second_import, account }) => ({
    id,
    conta: account ?? '',
    data: date,
    valor: amount,
    memo,
    fitid,
    arquivo: second_import ? 2 : 1,
  })),
  titulos: titles.map(({ id, due, amount, gross, party, document, dda }) => ({
    id,
    tipo: amount.startsWith('-') ? 'pagar' : 'receber',
    vSaldo: (gross ?? amount).replace('-', ''),
    dVencimento: due,
    pessoa: party,
    numero: document,
    dda,
  })),
  lotes: batchesOf(titles),
})

/** What an outcome says, as the case tells it: titles of the best, or all that are asked about. */
function toldOf({ linha, kind, par, de, propostas }: Outcome, { fees }: Expected): Expected {
  const best = kind === 'ask' ? propostas : propostas.slice(0, 1)
  const titles = [...new Set(best.flatMap((one) => one.alvo))].toSorted()
  const tarifa = propostas[0]?.detalhe?.['tarifa']
  return {
    entry: linha,
    kind: kind === 'none' ? 'keep' : kind,
    ...(titles.length > 0 ? { titles } : {}),
    ...(par === undefined ? {} : { pair: par }),
    ...(de === undefined ? {} : { of: de }),
    ...(fees === undefined ? {} : { fees: String(tarifa) }),
  }
}

describe.skipIf(!hasConformance)('reconciliation.match', () => {
  it('answers flows/statement-matching: kinds, proposals, points and reasons', () => {
    const { cases } = conformance<{ cases: { id: string; input: object; expected: Outcome[] }[] }>(
      'finance/flows/statement-matching.json',
    )
    for (const { id, input, expected } of cases) expect.soft(match(input), id).toEqual(expected)
    console.info(`finance/flows/statement-matching.json: ${cases.length} cases`)
  })

  it('answers reconciliation/matching', () => {
    const { cases } = conformance<{
      cases: { id: string; disputed?: boolean; entries: Entry[]; titles: Title[]; expected: Expected[] }[]
    }>('finance/reconciliation/matching.json')
    const judged = cases.filter((one) => !one.disputed)
    for (const one of judged) {
      const outcomes = match(inputOf(one))
      const told = one.expected.map((wanted) => {
        const outcome = outcomes.find(({ linha }) => linha === wanted.entry)
        return outcome && toldOf(outcome, wanted)
      })
      expect.soft(told, one.id).toEqual(one.expected)
    }
    console.info(`finance/reconciliation/matching.json: ${judged.length} cases`)
  })
})
