/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import type { Numerado } from './account'
import { BOLETO_BANKS } from './banks/banks'
import { banrisulDigits, mod11Bradesco, mod11Brasil, mod11Sicoob } from './check-digits'
import { makeBoleto } from './make-boleto'

type Input = Readonly<Record<string, string | boolean | undefined>>
interface Vector {
  readonly id: string
  readonly bank: string
  readonly input: Input
  readonly expected: {
    readonly codigo_barras?: string
    readonly linha_digitavel?: string
    readonly campo_livre: string
    readonly nosso_numero_dv?: string
    readonly nosso_numero_formatado?: string | Readonly<Record<string, string>>
  }
}

/** Vectors that we make otherwise, and why: their inputs do not tell what their barcodes hold. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'the agreement is not told': [
    'bopepo-001-003',
    'bopepo-001-004',
    'boletobr-001-003',
    'boletobr-001-004',
    'bopepo-077-010',
    'boletonet-033-014',
    'boletonet-033-015',
    'boletonet-033-016',
    'brboleto-085-006',
    'bopepo-085-011',
    'pyboleto-104-004',
    'boletobr-756-036',
    'boletobr-756-037',
  ],
  'no number, carteira, number of the company or instalment is told': [
    'boletonet-001-011',
    'boletonet-084-017',
    'boletonet-237-024',
    'boletonet-237-025',
    'bopepo-341-018',
  ],
  'a number of thirteen digits, without the check digit of it': [
    'boletonetcore-033-060',
    'boletonetcore-033-045',
    'boletonetcore-033-046',
    'boletonetcore-033-057',
    'boletonetcore-033-054',
  ],
  'another number or beneficiary than the barcode has': ['stella-033-004', 'pyboleto-041-003', 'openboleto-104-009'],
  'the account or the number is told with its digit': ['openboleto-136-011', 'brboleto-136-008'],
  'an agreement before SIGCB': ['bopepo-104-012', 'bopepo-104-013'],
  'a check digit of the account that is none by modulo 10': ['pyboleto-341-006'],
}

const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** What a vector tells, in our names. */
function numbered({ bank, input }: Vector): Numerado {
  const of = (name: string) => text(input[name])
  const sicredi = of('byte') === undefined ? '' : `${of('ano')}${of('byte')}`
  return {
    conta: {
      banco: bank,
      agencia: of('agencia') ?? '',
      agencia_dv: of('agencia_dv'),
      conta: of('conta') ?? '',
      conta_dv: of('conta_dv'),
      // Some tell the operation of Inter with its digit, which the barcode has no room for.
      convenio: bank === '077' ? of('convenio')?.slice(0, 7) : of('convenio'),
      carteira: of('carteira'),
      posto: of('posto'),
      variacao: of('modalidade'),
    },
    nosso_numero: `${sicredi}${of('nosso_numero')?.padStart(sicredi === '' ? 0 : 5, '0')}`,
    seu_numero: of('seu_numero'),
    parcela: of('parcela'),
    sem_registro: of('tipo_cobranca') === 'SEM_REGISTRO',
  }
}

/** The first thing of a vector that we make otherwise, or nothing. */
function difference(vector: Vector): string | undefined {
  const { input, expected } = vector
  try {
    const made = makeBoleto({
      ...numbered(vector),
      dVencimento: text(input['vencimento']),
      valor: text(input['valor']),
    })
    if (made.campo_livre !== expected.campo_livre) return `${made.campo_livre} is not ${expected.campo_livre}`
    // That program calls another digit so at Banrisul, and prints both of ours.
    const dv = vector.bank === '041' ? undefined : expected.nosso_numero_dv
    if (dv !== undefined && made.nosso_numero.dv !== '' && made.nosso_numero.dv !== dv)
      return `digit ${made.nosso_numero.dv} is not ${dv}`
    if (expected.codigo_barras === undefined) return undefined
    if (made.codigo_barras !== expected.codigo_barras) return `${made.codigo_barras} is not ${expected.codigo_barras}`
    return made.linha_digitavel === expected.linha_digitavel ? undefined : 'the line'
  } catch (error) {
    return String(error)
  }
}

describe.skipIf(!hasConformance)('boletos made', () => {
  it.each([
    ['vectors-asserted', 205],
    ['vectors-crosschecked', 204],
  ] as const)('%s.json', (name, count) => {
    const { vectors } = conformance<{ vectors: Vector[] }>(`finance/boleto/${name}.json`)
    const own = vectors.filter((one) => BOLETO_BANKS.has(one.bank))
    const wrong = new Map(own.flatMap((one) => (difference(one) === undefined ? [] : [[one.id, difference(one)]])))
    for (const [bank, list] of [...Map.groupBy(own, (one) => one.bank)].toSorted())
      console.info(
        `finance/boleto/${name}.json, made, ${bank}: ${list.filter(({ id }) => !wrong.has(id)).length}/${list.length}`,
      )
    const known = new Set(Object.values(OTHERWISE).flat())
    expect([...wrong].filter(([id]) => !known.has(id))).toEqual([])
    expect([...known].filter((id) => own.some((one) => one.id === id) && !wrong.has(id))).toEqual([])
    expect(own).toHaveLength(count)
  })

  it('check-digits.json, of those that banks use', () => {
    const { cases } = conformance<{ cases: { algorithm: string; number: string; dv: string }[] }>(
      'finance/boleto/check-digits.json',
    )
    const digits: Readonly<Record<string, (text: string) => string>> = {
      'modulo11 weights 9..2 from the right, remainder is the digit, 10 gives X': mod11Brasil,
      'modulo11 weights 2..7, 11-rest; 10 gives P, 11 gives 0 (Bradesco)': mod11Bradesco,
      'modulo11 weights 3,1,9,7 from the left, 11-rest; 10,11 give 0 (Sicoob)': mod11Sicoob,
      'Banrisul double digit (modulo 10 then modulo 11 weights 2..7, see note)': banrisulDigits,
    }
    const own = cases.filter(({ algorithm }) => digits[algorithm] !== undefined)
    expect(own.length).toBeGreaterThan(15)
    expect(own.map(({ algorithm, number }) => digits[algorithm]?.(number))).toEqual(own.map(({ dv }) => dv))
  })
})
