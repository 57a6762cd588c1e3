import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showsOther, shownNumber } from './number-format'

describe('a number in the format of its cell', () => {
  it.each([
    [0.05, '0%', '5%'],
    [0.0975, '0.00%', '9.75%'],
    [0.1, '#,##0.0 %', '10%'],
    [-0.125, '0.0%;[Red]-0.0%', '-12.5%'],
    [1.005, '0%', '100.5%'],
    [0.07, '0%', '7%'],
    [41_512, '0000000', '0041512'],
    [0, '000', '000'],
    [86_010_190, '00000-000', '86010-190'],
    [1_310_100, '00000-000', '01310-100'],
    [12_345_678_909, '000"."000"."000"-"00', '123.456.789-09'],
    [1_234_567_890, '000\\.000\\.000\\-00', '012.345.678-90'],
    [11_222_333_000_181, '00\\.000\\.000\\/0000\\-00', '11.222.333/0001-81'],
    [4_333_221_100, '(00) 0000-0000', '(43) 3322-1100'],
    [43, '[Black]0000', '0043'],
  ])('%d in %j is shown as %j', (value, format, shown) => {
    expect(shownNumber(value, format)).toBe(shown)
    expect(showsOther(format)).toBe(true)
  })

  it.each([
    [1234.5, '#,##0.00'],
    [41_512, 'General'],
    [7.9e12, '0.00E+00'],
    [12.5, '0'],
    [3, '00 "un"'],
    [3.5, '0000'],
    [-3, '0000'],
    [45_000, 'dd/mm/yyyy'],
    [1_234_567_890_123, '00000-000'],
    [5, '[<=9999999]0000-0000;(00) 0000-0000'],
    [5, '"'],
  ])('%d in %j stays what it is', (value, format) => expect(shownNumber(value, format)).toBe(value))

  it('is the same number in percent, whatever the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
        const shown = shownNumber(Number(`${digits}e-${places + 2}`), '0.00%')
        expect(shown).toBe(`${Number(`${digits}e-${places}`)}%`)
      }),
    )
  })

  it('never loses a digit of a code', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.array(fc.constantFrom('0', '#', '-', '.', '/', '"."'), { maxLength: 20 }),
        (value, parts) => {
          const shown = String(shownNumber(value, parts.join('')))
          expect(shown.replaceAll(/\D/g, '').replace(/^0+/, '')).toBe(value === 0 ? '' : String(value))
        },
      ),
    )
  })
})
