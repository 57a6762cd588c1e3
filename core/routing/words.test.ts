import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockText, hoursText, outsideText, secondsOf, spanText, violationText } from './words'

describe('hours', () => {
  it('are read back as they are written, past midnight too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * 60 - 1 }), (minutes) => {
        expect(secondsOf(clockText(minutes * 60))).toBe(minutes * 60)
      }),
    )
    expect([clockText(0), clockText(8 * 3600 + 59), clockText(25 * 3600)]).toEqual(['00:00', '08:00', '25:00'])
    expect(secondsOf('')).toBe(0)
  })

  it('that pass are told in minutes, and from an hour on in both', () => {
    expect([0, 29, 30, 3569, 3570, 7199, 90_000].map(spanText)).toEqual([
      '0 min',
      '0 min',
      '1 min',
      '59 min',
      '1 h 00 min',
      '2 h 00 min',
      '25 h 00 min',
    ])
  })

  it('of a day without any are a day on which nothing is received', () => {
    expect(
      hoursText([
        ['08:00', '12:00'],
        ['13:00', '17:00'],
      ]),
    ).toBe('08:00–12:00 e 13:00–17:00')
    expect(hoursText([])).toBe('não recebe neste dia')
  })
})

describe('what is wrong', () => {
  it('has a word, and a cause that nobody knows is told as it is', () => {
    expect([violationText('delay'), violationText('load_time'), violationText('toString')]).toEqual([
      'Atraso',
      'load_time',
      'toString',
    ])
  })

  it.each([
    [{ placed: false }, 'Sem lugar no mapa: confira o endereço ou marque o pino'],
    [{ calculated: false }, 'Ainda não calculada'],
    [{ reason: 'capacity' }, 'Não cabe em nenhum veículo: falta capacidade'],
    [{}, 'Retirada das rotas à mão'],
    [{ named: false }, 'Incluída depois do cálculo'],
  ])('a delivery outside of the routes: %j', (given, told) => {
    expect(outsideText({ placed: true, calculated: true, named: true, reason: '', ...given })).toBe(told)
  })
})
