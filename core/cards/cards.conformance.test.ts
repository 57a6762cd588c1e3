import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../fixtures/conformance'
import { decimal, sum } from '../money/decimal'
import type { CardFile } from './card-file'
import { readCardFile } from './read'

type Expected = Record<string, unknown>
interface Sidecar {
  readonly expected: { readonly data?: Record<string, unknown>; readonly records?: Record<string, number> } & Expected
}

const FOLDER = 'finance/cards'
const read = (path: string): CardFile => readCardFile(new Uint8Array(readFileSync(join(CONFORMANCE, FOLDER, path))))
const sidecar = (path: string) => conformance<Sidecar>(`${FOLDER}/${path.replace(/\.\w+$/, '.json')}`)
const files = (acquirer: string) =>
  hasConformance ? readdirSync(join(CONFORMANCE, FOLDER, acquirer)).filter((name) => !name.endsWith('.json')) : []

/** As the sidecars write it: dates without dashes may be short, numbers may be numbers. */
const plain = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : ''
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text.replaceAll('-', '')
  return /^-?\d+\.\d+$/.test(text) ? String(Number(text)) : text
}
const same = (own: unknown, told: unknown): boolean => plain(own) === plain(told) || plain(own).slice(2) === plain(told)

/** Every field that a sidecar tells of records of a type, that we read otherwise. */
function differences(file: CardFile, type: string, told: readonly Expected[]): string[] {
  const own = file.records.filter((one) => one.type === type)
  const wrong = told.flatMap((expected, at) =>
    Object.entries(expected).flatMap(([name, value]) => {
      const values = own[at]?.values ?? {}
      return !Object.hasOwn(values, name) || same(values[name], value)
        ? []
        : [`${type}[${at}].${name}: ${String(values[name])} is not ${String(value)}`]
    }),
  )
  return own.length === told.length ? wrong : [`${type}: ${own.length} records, not ${told.length}`]
}

const list = (value: unknown): Expected[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? [{ ...value }] : []

describe.skipIf(!hasConformance)('cards/cielo', () => {
  it.each(files('cielo'))('%s', (name) => {
    const file = read(`cielo/${name}`)
    const data = sidecar(`cielo/${name}`).expected.data ?? {}
    const wrong = differences(file, '0', list(data['header']))
    if (file.layout === 'cielo-v15') {
      wrong.push(
        ...differences(file, 'D', list(data['ur_agenda'])),
        ...differences(file, 'E', list(data['detalhes'])),
        ...differences(file, '8', list(data['pix'])),
        ...differences(file, '9', list(data['trailer'])),
      )
    } else {
      const summaries = list(data['ros'])
      const sales = summaries.flatMap((one) => list(one['cvs']))
      wrong.push(...differences(file, '1', summaries), ...differences(file, '2', sales))
      expect(file.rows).toHaveLength(sales.length)
      const net = sum(summaries.map((one) => String(one['valor_liquido'])))
      expect(sum(file.rows.map((one) => one.net_amount)).eq(net)).toBe(true)
    }
    expect(wrong).toEqual([])
    expect([file.unknown, file.notices]).toEqual([[], []])
  })
})

describe.skipIf(!hasConformance)('cards/rede', () => {
  it.each(files('rede'))('%s', (name) => {
    const file = read(`rede/${name}`)
    const counts: Record<string, number> = {}
    for (const { type } of file.records) counts[type] = (counts[type] ?? 0) + 1
    expect(counts).toEqual(sidecar(`rede/${name}`).expected.records)
    expect([file.unknown, file.notices]).toEqual([[], []])
    const trailer = file.records.find((one) => one.type === '028')
    const sold = file.rows.filter((one) => one.kind === 'venda')
    const told = (key: string) => decimal(trailer?.values[key] ?? 0)
    expect(sum(sold.map((one) => one.batch_gross_amount)).eq(told('valor_bruto'))).toBe(true)
    expect(sum(sold.map((one) => one.net_amount)).eq(told('valor_liquido'))).toBe(true)
    expect(sum(sold.map((one) => one.fee_amount)).eq(told('valor_desconto'))).toBe(true)
  })
})

describe.skipIf(!hasConformance)('cards/stone', () => {
  it.each(files('stone'))('%s', (name) => {
    const file = read(`stone/${name}`)
    const { expected } = sidecar(`stone/${name}`)
    const captures = file.records.filter((one) => one.type === 'FinancialTransactions')
    expect(captures).toHaveLength(Number(expected['captures']))
    const payments = list(expected['payments'])
    const paid = file.batches.filter((one) => one.paid)
    expect(paid).toHaveLength(payments.length)
    for (const [at, told] of payments.entries()) {
      const own = file.rows.filter((one) => one.recebimento === paid[at]?.chave)
      expect(sum(own.map((one) => one.net_amount)).eq(String(told['amount']))).toBe(true)
    }
    const sold = file.rows.filter(
      (one) => one.kind === 'venda' && !paid.some((batch) => batch.chave === one.recebimento),
    )
    expect(sold).toHaveLength(Number(expected['installments'] ?? 0))
    expect(sum(sold.map((one) => one.batch_gross_amount)).eq(String(expected['gross'] ?? 0))).toBe(true)
    expect(
      sum(sold.map((one) => one.net_amount))
        .round(2)
        .eq(String(expected['net_previsions'] ?? 0)),
    ).toBe(true)
    expect(file.notices).toEqual([])
  })
})
