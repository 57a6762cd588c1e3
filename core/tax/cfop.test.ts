import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CfopLine, cfopOf, destinationOf, goodsOrigin, USUAL_IN, USUAL_OUT, usualLines } from './cfop'

const sale = usualLines(USUAL_OUT.venda, 5)

describe('cfopOf', () => {
  it.each([
    [{ origem: 2, st: 0, destino: 1, contribuinte: 1 }, '5102'],
    [{ origem: 2, st: 0, destino: 2, contribuinte: 1 }, '6102'],
    [{ origem: 2, st: 0, destino: 2, contribuinte: 0 }, '6108'],
    [{ origem: 1, st: 0, destino: 2, contribuinte: 0 }, '6107'],
    [{ origem: 2, st: 1, destino: 1, contribuinte: 1 }, '5403'],
    [{ origem: 2, st: 2, destino: 1, contribuinte: 0 }, '5405'],
    [{ origem: 2, st: 2, destino: 2, contribuinte: 1 }, '6404'],
    [{ origem: 1, st: 0, destino: 3, contribuinte: 0 }, '7101'],
    [{ origem: 3, st: 0, destino: 1, contribuinte: 0 }, undefined],
  ])('of a sale, %o is %s', (wanted, code) => {
    expect(cfopOf(sale, wanted)).toBe(code)
  })

  it('takes a line of the case whatever the order of lines, and none of another case', () => {
    const line = fc.record({
      origem: fc.constantFrom(1, 2),
      st: fc.constantFrom(0, 1),
      destino: fc.constantFrom(1, 2),
      contribuinte: fc.constantFrom(0, 1, null),
    })
    const keyOf = (one: object) => JSON.stringify(Object.values(one))
    fc.assert(
      fc.property(fc.uniqueArray(line, { selector: keyOf }), line, fc.integer(), (cases, wanted, turn) => {
        const lines: CfopLine[] = cases.map((one, at) => ({ ...one, CFOP: String(5000 + at) }))
        const found = lines.find(({ CFOP }) => CFOP === cfopOf(lines, wanted))
        const turned = lines.toSorted((a, b) => ((Number(a.CFOP) * 7 + turn) % 11) - ((Number(b.CFOP) * 7 + turn) % 11))
        expect(cfopOf(turned, wanted)).toBe(found?.CFOP)
        if (found === undefined)
          expect(lines.some((one) => keyOf({ ...one, CFOP: '' }) === keyOf({ ...wanted, CFOP: '' }))).toBe(false)
        else expect([found.contribuinte, null]).toContain(found.contribuinte === null ? null : wanted.contribuinte)
      }),
    )
  })
})

describe('usual operations', () => {
  it.each([
    ...Object.values(USUAL_OUT).map((one) => [one, 5] as const),
    ...Object.values(USUAL_IN).map((one) => [one, 1] as const),
  ])('have one line of a case: $0.label', (operation, first) => {
    const lines = usualLines(operation, first)
    const cases = lines.map((one) => JSON.stringify({ ...one, CFOP: '' }))
    expect(new Set(cases).size).toBe(cases.length)
    for (const { CFOP, destino } of lines) expect(CFOP).toMatch(new RegExp(`^${first + destino - 1}\\d{3}$`))
  })
})

it('says where goods come from, and where they go: handed over to a final consumer they stay', () => {
  expect(['1', '2', '3', '4', '5', '6', null].map(goodsOrigin)).toEqual([2, 1, 2, 3, 2, 4, 2])
  const sent = { indPres: 2, indFinal: true }
  expect(['PR', 'SC', 'EX'].map((UF) => destinationOf('PR', UF, sent))).toEqual([1, 2, 3])
  const handed = [1, 5].flatMap((indPres) => [true, false].map((indFinal) => ({ indPres, indFinal })))
  expect(handed.map((how) => destinationOf('PR', 'SC', how))).toEqual([1, 2, 1, 2])
  expect(destinationOf('PR', 'EX', { indPres: 1, indFinal: true })).toBe(3)
})
