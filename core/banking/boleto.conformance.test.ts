/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { decimal } from '../money/decimal'
import { dueDateOf, dueFactor, formatLine, readSlip } from './boleto'
import { mod10, mod11Boleto } from './check-digits'

interface Vector {
  readonly id: string
  readonly input: { readonly vencimento?: string | null }
  readonly expected: {
    readonly codigo_barras?: string
    readonly linha_digitavel?: string
    readonly linha_digitavel_formatada?: string
    readonly valor?: string
  }
}

const file = <T>(name: string): T => conformance<T>(`finance/boleto/${name}.json`)

describe.skipIf(!hasConformance)('slips', () => {
  it.each(['vectors-asserted', 'vectors-crosschecked'])('%s.json', (name) => {
    const vectors = file<{ vectors: Vector[] }>(name).vectors.filter((one) => one.expected.codigo_barras !== undefined)
    const wrong = vectors.filter(({ input, expected }) => {
      const today = input.vencimento ?? '2026-11-25'
      const { codigo_barras = '', linha_digitavel = '', linha_digitavel_formatada, valor } = expected
      const slips = [codigo_barras, linha_digitavel, linha_digitavel_formatada ?? linha_digitavel].map((text) =>
        readSlip(text, today),
      )
      return slips.some(
        (slip) =>
          slip.codigo_barras !== codigo_barras ||
          slip.linha_digitavel !== linha_digitavel ||
          formatLine(slip.linha_digitavel) !== (linha_digitavel_formatada ?? formatLine(linha_digitavel)) ||
          !decimal(slip.valor ?? '0').eq(valor ?? '0') ||
          (input.vencimento ?? slip.dVencimento) !== slip.dVencimento,
      )
    })
    console.info(`finance/boleto/${name}.json: ${vectors.length - wrong.length}/${vectors.length}`)
    expect(wrong.map((one) => one.id)).toEqual([])
  })

  it('arrecadacao.json', () => {
    const { cases } = file<{ cases: { codigo_barras: string; linha_digitavel: string; valor: string | null }[] }>(
      'arrecadacao',
    )
    const wrong = cases.filter(({ codigo_barras, linha_digitavel, valor }) =>
      [codigo_barras, linha_digitavel].some((text) => {
        const slip = readSlip(text, '2026-11-25')
        return (
          slip.codigo_barras !== codigo_barras ||
          slip.linha_digitavel !== linha_digitavel ||
          !decimal(slip.valor ?? '0').eq(valor ?? '0')
        )
      }),
    )
    console.info(`finance/boleto/arrecadacao.json: ${cases.length - wrong.length}/${cases.length}`)
    expect(wrong).toEqual([])
  })

  it('invalid.json', () => {
    const { cases } = file<{ cases: { linha_digitavel?: string; codigo_barras?: string; reason: string }[] }>('invalid')
    const taken = cases.filter(({ linha_digitavel, codigo_barras }) => {
      try {
        readSlip(linha_digitavel ?? codigo_barras ?? '', '2026-11-25')
        return true
      } catch {
        return false
      }
    })
    console.info(`finance/boleto/invalid.json: ${cases.length - taken.length}/${cases.length}`)
    expect(taken).toEqual([])
  })

  it('fator-vencimento.json', () => {
    const { forward, reverse } = file<{
      forward: { vencimento: string; fator: string }[]
      reverse: { fator: string; reference_date: string; vencimento: string | null }[]
    }>('fator-vencimento')
    expect(forward.map(({ vencimento }) => dueFactor(vencimento))).toEqual(forward.map(({ fator }) => fator))
    expect(reverse.map((one) => dueDateOf(one.fator, one.reference_date) ?? null)).toEqual(
      reverse.map((one) => one.vencimento),
    )
  })

  it('check-digits.json, of those that slips use', () => {
    const { cases } = file<{ cases: { algorithm: string; number: string; dv: string }[] }>('check-digits')
    const of = (name: string) => cases.filter(({ algorithm }) => algorithm === name)
    const tens = of('modulo10')
    const elevens = of('modulo11 barcode: 11-(sum mod 11), weights 2..9; 0,10,11 give 1')
    expect(tens.length * elevens.length).toBeGreaterThan(0)
    expect(tens.map(({ number }) => String(mod10(number)))).toEqual(tens.map(({ dv }) => dv))
    expect(elevens.map(({ number }) => String(mod11Boleto(number)))).toEqual(elevens.map(({ dv }) => dv))
  })
})
