/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { isCivilDate } from '../../br/civil-date'
import { decimal, sum } from '../../money/decimal'
import figures from './retorno.figures.json' with { type: 'json' }
import { readRetorno } from './read-retorno'
import type { Ocorrencia, Retorno } from './retorno'

const FOLDER = 'finance/cnab/cobranca-retorno'

/** What comes of each file: occurrences and their sums, whose readings agree, what does not add up. */
const FIGURES: Readonly<Record<string, readonly string[]>> = figures

type Bag = Readonly<Record<string, unknown>>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const bagOf = (value: unknown): Bag => (isBag(value) ? value : {})
const listOf = (value: unknown): readonly Bag[] => (Array.isArray(value) ? value.map(bagOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const bare = (text: string): string => text.replace(/^0+/, '')

/** What a sidecar tells of an occurrence, in our names: amounts as reais, days as YYYY-MM-DD; what it does not tell is undefined. */
type Told = Partial<Readonly<Record<keyof Ocorrencia, string>>>

const day = (text: string): string | undefined => {
  const found = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text)
  return found ? `${found[3]}-${found[2]}-${found[1]}` : undefined
}

/** Of one library: its amounts of absent columns are zero, so nothing is said by a zero. */
const fromLaravel = (one: Bag): Told => ({
  codigo: textOf(one['ocorrencia']),
  nosso_numero: textOf(one['nossoNumero']),
  valor: textOf(one['valor']),
  pago: textOf(one['valorRecebido']) || undefined,
  dOcorrencia: day(textOf(one['dataOcorrencia'])),
  dVencimento: day(textOf(one['dataVencimento'])),
  dCredito: day(textOf(one['dataCredito'])),
  tarifa: Number(one['valorTarifa']) > 0 ? textOf(one['valorTarifa']) : undefined,
  desconto: Number(one['valorDesconto']) > 0 ? textOf(one['valorDesconto']) : undefined,
  abatimento: Number(one['valorAbatimento']) > 0 ? textOf(one['valorAbatimento']) : undefined,
})

const iso = (text: string): string | undefined => (isCivilDate(text) ? text : undefined)

const fromReference = (one: Bag): Told => ({
  codigo: textOf(one['movimento']),
  nosso_numero: textOf(one['nosso_numero']),
  valor: textOf(one['valor']),
  pago: textOf(one['valor_pago']),
  juros: textOf(one['juros_multa']),
  desconto: textOf(one['desconto']),
  abatimento: textOf(one['abatimento']),
  iof: textOf(one['iof']),
  tarifa: textOf(one['tarifa']),
  liquido: textOf(one['valor_liquido']),
  outras_despesas: textOf(one['outras_despesas']),
  outros_creditos: textOf(one['outros_creditos']),
  dVencimento: iso(textOf(one['vencimento'])),
  dOcorrencia: iso(textOf(one['data_ocorrencia'])),
  dCredito: iso(textOf(one['data_credito'])),
})

const fromMarcodpt = (one: Bag): Told => ({
  codigo: textOf(one['op']).padStart(2, '0'),
  nosso_numero: textOf(one['id']),
  seu_numero: textOf(one['documento']),
  valor: textOf(one['valor']),
  pago: textOf(one['saldo']),
  juros: textOf(one['juros']),
  abatimento: textOf(one['abatimento']),
  iof: textOf(one['iof']),
  tarifa: textOf(one['tarifa']),
  dVencimento: iso(textOf(one['vencimento'])),
  dOcorrencia: iso(textOf(one['ocorrencia'])),
  dCredito: iso(textOf(one['credito'])),
})

const cents = (value: unknown): string | undefined =>
  /^\d+$/.test(textOf(value)) ? String(Number(textOf(value)) / 100) : undefined

const fromBrcobranca = (one: Bag): Told => ({
  nosso_numero: textOf(one['nosso_numero']),
  codigo: textOf(one['codigo_ocorrencia']) || textOf(one['comando']) || undefined,
  valor: cents(one['valor_titulo']),
  pago: cents(one['valor_recebido']),
  tarifa: cents(one['valor_tarifa']),
})

const AMOUNTS = new Set([
  'valor',
  'pago',
  'juros',
  'desconto',
  'abatimento',
  'iof',
  'tarifa',
  'liquido',
  'outras_despesas',
  'outros_creditos',
])

function isSame(field: string, own: Ocorrencia, told: string): boolean {
  if (field === 'nosso_numero') {
    const [ours, theirs] = [bare(own.nosso_numero + own.nosso_numero_dv), bare(told)]
    // Libraries cut it at either side.
    return (
      ours === theirs ||
      (ours !== '' && theirs !== '' && (ours.includes(theirs) || theirs.includes(bare(own.nosso_numero))))
    )
  }
  const value: unknown = Object.entries(own).find(([name]) => name === field)?.[1]
  return AMOUNTS.has(field) ? decimal(textOf(value)).eq(told) : textOf(value) === told
}

function wrongIn(own: Ocorrencia | undefined, told: Told, isOther: (field: string) => boolean): readonly string[] {
  if (!own) return ['missing']
  return Object.entries(told).flatMap(([field, value]) =>
    value === undefined || isOther(field) || isSame(field, own, value)
      ? []
      : [
          `line ${own.linha} ${field}: ${JSON.stringify(Object.entries(own).find(([name]) => name === field)?.[1])} is not ${value}`,
        ],
  )
}

/** That reader tells first and last records as titles too. */
const isTitle = (one: Bag): boolean =>
  one['codigo_registro'] !== '9' &&
  /^\d{9,}$/.test(textOf(one['valor_titulo'])) &&
  Number(textOf(one['valor_titulo'])) > 0

/**
 * What readings tell otherwise, and why we do not: the reference reads Santander by columns of others, a library adds what it should not to a fee, and one writes its IOF among
 * other credits and its payments into titles that have but entered.
 */
function isDisputed(by: string, sidecar: Bag, told: Told, field: string): boolean {
  const banco = textOf(sidecar['bank'])
  if (by === 'reference') return banco === '033' && /^(?:valor|tarifa|dVencimento|nosso_numero)$/.test(field)
  if (by === 'laravel-boleto') return field === 'tarifa' && sidecar['reference'] !== undefined
  return (
    by === 'marcodpt' &&
    ((banco === '033' && field === 'iof') || (told.codigo === '02' && /^(?:pago|juros)$/.test(field)))
  )
}

/** Every reading that a sidecar has, by who read. */
function readings(sidecar: Bag): readonly (readonly [string, readonly Told[]])[] {
  const expected = bagOf(sidecar['expected'])
  const alt = listOf(bagOf(sidecar['expected_alt'])['registros'])
  return [
    ['reference', listOf(bagOf(sidecar['reference'])['titulos']).map(fromReference)],
    ['marcodpt', listOf(bagOf(expected['data'])['registros']).map(fromMarcodpt)],
    ['laravel-boleto', listOf(expected['detalhes']).map(fromLaravel)],
    ['brcobranca', alt.filter(isTitle).map(fromBrcobranca)],
  ]
}

const names = (width: string) =>
  hasConformance ? readdirSync(join(CONFORMANCE, FOLDER, width)).filter((name) => !name.endsWith('.json')) : []

const fileOf = (width: string, name: string): Retorno =>
  readRetorno(readFileSync(join(CONFORMANCE, FOLDER, width, name)))

describe.skipIf(!hasConformance)('retornos of collection', () => {
  it.each(['cnab240', 'cnab400'].flatMap((width) => names(width).map((name) => [width, name] as const)))(
    '%s/%s',
    (width, name) => {
      const sidecar = conformance<Bag>(`${FOLDER}/${width}/${name.replace(/\.\w+$/, '.json')}`)
      if (name.startsWith('999-')) {
        expect(() => fileOf(width, name)).toThrow('Arquivo não suportado, verifique se o arquivo é do tipo CNAB400')
        console.info(`${FOLDER}/${width}/${name}: refused, as it is none`)
        return
      }
      const file = fileOf(width, name)
      const readBy = readings(sidecar).flatMap(([by, told]) => {
        if (told.length === 0) return []
        const wrong = told.flatMap((one, at) =>
          wrongIn(file.ocorrencias[at], one, (field) => isDisputed(by, sidecar, one, field)),
        )
        expect(wrong, by).toEqual([])
        return [`${told.length} as ${by}`]
      })
      const silent = file.ocorrencias.filter((one) => one.texto === `Ocorrência ${one.codigo}`)
      // The generated files have codes by chance.
      expect(name.includes('marcodpt') ? [] : silent).toEqual([])
      const total = (field: 'valor' | 'pago') => sum(file.ocorrencias.map((one) => one[field])).toFixed(2)
      const read = `${file.ocorrencias.length} occurrences, R$ ${total('valor')}, paid R$ ${total('pago')}`
      const figure = [read, ...readBy, ...file.faltas]
      expect(figure).toEqual(FIGURES[`${width}/${name}`])
      console.info(`${FOLDER}/${width}/${name}: ${figure.join('; ')}`)
    },
  )

  it.each(names('febraban150'))('febraban150/%s', (name) => {
    const file = fileOf('febraban150', name)
    const told = bagOf(conformance<Bag>(`${FOLDER}/febraban150/${name.replace(/\.\w+$/, '.json')}`)['reference'])
    const rows = listOf(told['recebimentos'])
    expect(file.faltas).toEqual([])
    expect(file.recebimentos).toHaveLength(Number(told['count']))
    expect(sum(file.recebimentos.map(({ valor }) => valor)).eq(textOf(told['sum']))).toBe(true)
    expect(
      file.recebimentos.slice(0, rows.length).map((one) => ({
        data_pagamento: one.dPagamento,
        data_credito: one.dCredito,
        codigo_barras: one.codigo_barras,
        valor: one.valor,
        tarifa: one.tarifa,
        nsr: one.nsr,
      })),
    ).toEqual(rows)
    console.info(`${FOLDER}/febraban150/${name}: ${file.recebimentos.length} receipts`)
  })
})
