import { expect, it } from 'vitest'
import { CANCEL_TERMS, cancelTermOf, termText } from './cancel-terms'

/** Until when a note may be cancelled, by model, state and day. */

const on = (mod: 55 | 65, UF: string, day = '2026-11-27') => cancelTermOf({ mod, UF, day })
const text = (...asked: Parameters<typeof on>) => termText(on(...asked).minutes)

it('is the general rule where the state has none of its own, and the state’s where it has', () => {
  expect([text(55, 'SP'), text(55, 'PR'), text(55, 'RS'), text(55, 'RO')]).toEqual([
    '24 horas',
    '7 dias',
    '7 dias',
    '30 dias',
  ])
  expect([text(65, 'SP'), text(65, 'PR')]).toEqual(['30 minutos', '30 minutos'])
  expect(on(55, 'MG')).toMatchObject({ minutes: 1_440, late: 10_080, lateSequence: 2 })
  expect(on(55, 'SP').late).toBeUndefined()
})

it('is that of the day of the authorisation', () => {
  expect([text(55, 'SP', '2012-11-30'), text(55, 'SP', '2012-12-01')]).toEqual(['7 dias', '24 horas'])
  expect([text(65, 'SP', '2018-12-31'), text(65, 'SP', '2019-01-01')]).toEqual(['24 horas', '30 minutos'])
})

it('is the company’s own where it has set one, without more', () => {
  expect(cancelTermOf({ mod: 55, UF: 'MG', day: '2026-11-27' }, 90)).toEqual({
    mod: 55,
    since: '2026-11-27',
    minutes: 90,
    source: 'Cadastro da empresa',
  })
})

it('is said as people say it', () => {
  expect([1, 30, 60, 90, 120, 1_440, 2_880, 2_940].map(termText)).toEqual([
    '1 minuto',
    '30 minutos',
    '1 hora',
    '90 minutos',
    '2 horas',
    '24 horas',
    '2 dias',
    '49 horas',
  ])
})

it('has a source, and stands in the order of its days for each state', () => {
  expect(CANCEL_TERMS.every(({ source }) => source.length > 5)).toBe(true)
  for (const group of Map.groupBy(CANCEL_TERMS, ({ mod, UF }) => `${mod}${UF}`).values())
    expect(group.map(({ since }) => since)).toEqual(group.map(({ since }) => since).toSorted())
})
