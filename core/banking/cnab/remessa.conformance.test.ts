/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { decimal } from '../../money/decimal'
import figures from './remessa.figures.json' with { type: 'json' }
import { LAYOUTS_240, LAYOUTS_400 } from './layouts/layouts'
import { readRemessa } from './read-remessa'
import type { RemessaLida, Titulo } from './titulo'
import { checkRemessa, plainText, writeRemessa } from './write-remessa'

const FOLDER = 'finance/cnab/cobranca-remessa'
const WIDTHS = ['cnab240', 'cnab400', 'cnab444']

/** What comes of each file: titles, those that its maker tells, what is written of it and in how many columns otherwise, what does not add up, what a bank would refuse. */
const FIGURES: Readonly<Record<string, readonly string[]>> = figures

/** What is none, for us: a return that stands among the files that are sent, and a form of Sicoob without a first record. */
const REFUSED: Readonly<Record<string, string>> = {
  '000-generico-OpenCnabPHP-teste.rem': 'Arquivo não suportado',
  '756-sicoob-brcobranca-sicoob-correspondente-bb-cnab240.rem': 'Arquivo não suportado',
  // A form of the bank's own, with rows of discounts where others tell addresses.
  '097-credisis-brcobranca-REMESSA_CNAB400_MODELO.rem': 'Linha 2: desconto_valor (coluna 180) não é um número.',
}

/** Files that hold another number than they were told: the program took the bank's. */
const OWN_NUMBER = new Set([
  '077-inter-laravel-boleto-test.rem',
  '274-grafeno-laravel-boleto-ex.rem',
  '435-delbank-laravel-boleto-ex.rem',
])

type Bag = Readonly<Record<string, unknown>>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const bagOf = (value: unknown): Bag => (isBag(value) ? value : {})
const listOf = (value: unknown): readonly Bag[] => (Array.isArray(value) ? value.map(bagOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What a title was made of, by whichever program. */
interface Told {
  readonly valor: string
  readonly vencimento: string
  readonly documento: string
  readonly nome: string
  readonly numero: string
  readonly seu_numero: string
}

function toldBy(sidecar: Bag): readonly Told[] {
  const input = bagOf(sidecar['input'])
  const payments = listOf(bagOf(input['data'])['pagamentos']).map((one) => ({
    valor: textOf(one['valor']),
    vencimento: textOf(one['data_vencimento']),
    documento: textOf(one['documento_sacado']),
    nome: textOf(one['nome_sacado']),
    numero: textOf(one['nosso_numero']),
    seu_numero: '',
  }))
  const slips = listOf(input['boletos']).map((one) => {
    const params = bagOf(one['params'])
    const payer = bagOf(params['pagador'])
    return {
      valor: textOf(params['valor']),
      vencimento: textOf(params['dataVencimento']),
      documento: textOf(payer['documento']),
      nome: textOf(payer['nome']),
      numero: textOf(params['numero']),
      seu_numero: textOf(params['numero_controle']) || textOf(params['numeroDocumento']).replaceAll(/\W/g, ''),
    }
  })
  const rows = listOf(bagOf(bagOf(sidecar['expected'])['data'])['registros']).map((one) => ({
    valor: textOf(one['valor']),
    vencimento: textOf(one['vencimento']),
    documento: textOf(one['cnpjcpf']),
    nome: textOf(one['nome']),
    numero: '',
    seu_numero: textOf(one['documento']),
  }))
  return [...payments, ...slips, ...rows]
}

/** A name as files have it: this program drops what is no letter. */
const letters = (text: string): string => plainText(text).replaceAll(/[^A-Z]/g, '')

function wrongIn(own: Titulo | undefined, told: Told, name: string): readonly string[] {
  if (!own) return ['missing']
  const digits = told.documento.replaceAll(/\D/g, '').replace(/^0+$/, '')
  const checks: readonly (readonly [string, boolean])[] = [
    ['valor', decimal(own.valor).eq(told.valor)],
    ['vencimento', own.vencimento === told.vencimento],
    ['documento', own.pagador.documento === digits],
    ['nome', letters(own.pagador.nome) !== '' && letters(told.nome).startsWith(letters(own.pagador.nome).slice(0, 20))],
    [
      'numero',
      told.numero === '' || `${own.nosso_numero}${own.nosso_numero_dv}`.includes(told.numero.replace(/^0+/, '')),
    ],
    ['seu_numero', told.seu_numero === '' || own.seu_numero.replace(/^0+/, '').startsWith(told.seu_numero)],
  ]
  return checks.flatMap(([field, isRight]) =>
    isRight || (OWN_NUMBER.has(name) && field.endsWith('numero'))
      ? []
      : [`${field}: ${JSON.stringify(own)} is not ${JSON.stringify(told)}`],
  )
}

/** Columns that we fill otherwise: what a bank lets everybody choose. */
function columns(own: string, theirs: string): string {
  const [ours, others] = [own, theirs].map((text) => text.split(/\r?\n/))
  const at = (ours ?? [])
    .flatMap((line, row) =>
      Array.from(line, (letter, column) =>
        letter === (others?.[row]?.padEnd(line.length) ?? '').charAt(column) ? '' : `${row + 1}:${column + 1}`,
      ),
    )
    .filter((one) => one !== '')
  return at.length === 0 ? 'byte for byte' : `${at.length} columns of choice`
}

const isWritten = ({ banco, layout }: RemessaLida): boolean =>
  (layout === 'cnab400' ? LAYOUTS_400 : LAYOUTS_240).has(banco)

/** The file without titles that a bank would refuse, and why those; a file whose company is not told is refused whole. */
function offered(read: RemessaLida): readonly [RemessaLida, readonly string[]] {
  const faults = isWritten(read) ? checkRemessa(read) : []
  const refused = new Set(faults.map((one) => one.seu_numero))
  const titulos = refused.has('') ? [] : read.titulos.filter((one) => !refused.has(one.seu_numero))
  return [{ ...read, titulos }, [...new Set(faults.map((one) => one.mensagem))]]
}

/** A title without where it stood. */
const plain = ({ titulos, beneficiario, sequencia, data, hora }: RemessaLida) => ({
  titulos: titulos.map(({ linha: _linha, codigo: _codigo, codigo_especie: _especie, ...one }) => one),
  // Zeros at the left are the layout's.
  beneficiario: JSON.stringify(beneficiario).replaceAll(/"0+/g, '"'),
  sequencia,
  data,
  hora,
})

const names = (width: string) => readdirSync(join(CONFORMANCE, FOLDER, width)).filter((name) => !name.endsWith('.json'))

describe.skipIf(!hasConformance)('remessas of collection', () => {
  const files = hasConformance ? WIDTHS.flatMap((width) => names(width).map((name) => [width, name] as const)) : []

  it.each(files)('%s/%s', (width, name) => {
    const bytes = readFileSync(join(CONFORMANCE, FOLDER, width, name))
    const refused = REFUSED[name]
    if (refused !== undefined) {
      expect(() => readRemessa(bytes)).toThrow(refused)
      console.info(`${FOLDER}/${width}/${name}: refused, ${refused}`)
      return
    }
    const read = readRemessa(bytes)
    const told = toldBy(conformance<Bag>(`${FOLDER}/${width}/${name.replace(/\.\w+$/, '.json')}`))
    expect(told.flatMap((one, at) => wrongIn(read.titulos[at], one, name))).toEqual([])
    if (told.length > 0) expect(read.titulos).toHaveLength(told.length)
    expect(read.titulos.length).toBeGreaterThan(0)
    const [fit, faults] = offered(read)
    const rewritten = fit.titulos.length > 0 && isWritten(read) ? writeRemessa(fit) : ''
    if (rewritten !== '') expect(plain(readRemessa(rewritten))).toEqual(plain(fit))
    const how = rewritten === '' ? 'read' : `written, ${columns(rewritten, bytes.toString('latin1'))}`
    const figure = [`${read.titulos.length} titles`, `${told.length} told`, how, ...read.faltas, ...faults]
    expect(figure).toEqual(FIGURES[`${width}/${name}`])
    console.info(`${FOLDER}/${width}/${name}: ${figure.join('; ')}`)
  })
})
