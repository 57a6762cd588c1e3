import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyElement, anyElements } from './arbitrary.fixture'
import { ALL_RULES, checkAssociations } from './associations'
import { checkDigit, withCheckDigit } from './check-digit'
import { encodeElements, encodeText } from './code128'
import { decodeCode128, fewestCodewords } from './code128.fixture'
import { buildLink, readLink } from './digital-link'
import {
  type Element,
  FNC1,
  GS,
  bracketElements,
  element,
  humanReadable,
  joinElements,
  readBracketed,
  readData,
  readElements,
} from './elements'
import { FUZZED, fuzz } from './fuzz.fixture'
import { expandUpcE } from '../br/gtin'
import { encodeEan13, encodeUpcA, encodeUpcE } from './linear'
import { parseGs1 } from './parse'
import { parseScan, generateScan } from './scan'
import { allEntries, entryOf } from './table'

function plain(elements: readonly Element[] | undefined): { ai: string; value: string }[] | undefined {
  return elements?.map(({ ai, value }) => ({ ai, value }))
}

describe('what is built is read back', () => {
  it('in brackets, brackets in values included', () => {
    fc.assert(
      fc.property(anyElements, (elements) => {
        expect(plain(readBracketed(bracketElements(elements)).elements)).toEqual(plain(elements))
      }),
    )
  })

  it('as data with FNC1', () => {
    fc.assert(
      fc.property(anyElements, (elements) => {
        const read = readData(FNC1 + joinElements(elements, FNC1))
        expect(read.fault).toBeUndefined()
        expect(plain(read.elements)).toEqual(plain(elements))
      }),
    )
  })

  it('as a scan, and the scan is the one the symbol would give', () => {
    fc.assert(
      fc.property(anyElements, (elements) => {
        const read = parseScan(`]C1${joinElements(elements, GS)}`)
        expect(plain(read.elements)).toEqual(plain(elements))
        const again = generateScan('GS1_128_CCA', read.data)
        if (again !== undefined) expect(again).toBe(`]C1${joinElements(elements, GS)}`)
      }),
    )
  })

  it('as a Digital Link, the same elements in another order', () => {
    fc.assert(
      fc.property(anyElements, (elements) => {
        const link = buildLink(elements)
        if (!('uri' in link)) return
        const read = readLink(link.uri)
        const unique = elements.filter((one, at) => elements.findIndex(({ ai }) => ai === one.ai) === at)
        const byAi = (one: readonly Element[]): unknown => plain(one)?.sort((a, b) => a.ai.localeCompare(b.ai))
        if (read.fault === undefined) expect(byAi(read.elements)).toEqual(byAi(unique))
        else expect(read.fault.error).toBe('AI_SHOULD_BE_IN_PATH_INFO')
      }),
    )
  })

  it('as a symbol, decoded by another program', () => {
    fc.assert(
      fc.property(anyElement, (one) => {
        const { codewords } = encodeElements([one])
        expect(decodeCode128(codewords)).toBe(`<F1>${one.ai}${one.value}`)
      }),
    )
  })
})

describe('Code 128', () => {
  it('carries any ASCII text', () => {
    const ascii = fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.string({ unit: ascii, minLength: 1, maxLength: 40 }), (text) => {
        const { codewords, modules, bars } = encodeText(text)
        expect(decodeCode128(codewords)).toBe(text)
        expect([...bars].reduce((sum, width) => sum + Number(width), 0)).toBe(modules)
      }),
    )
  })

  it('never takes more codewords than the best of all ways', () => {
    const unit = fc.constantFrom('1', '2', 'A', 'a', '\u0001')
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 7 }), (text) => {
        expect(encodeText(text).codewords.length).toBe(fewestCodewords(text))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['12345', 79],
    ['1', 46],
    ['ab\u0001cd', 101],
  ])('writes %j in %i modules', (text, modules) => {
    expect(encodeText(text).modules).toBe(modules)
  })

  it.each(['', 'é', 'x'.repeat(201)])('refuses %j', (text) => {
    expect(() => encodeText(text)).toThrowError(/código de barras|Code 128/)
  })
})

describe('table', () => {
  it('has 541 identifiers, each found by its own digits and nowhere else', () => {
    expect(allEntries()).toHaveLength(541)
    expect(allEntries().filter((entry) => entryOf(entry.ai) !== entry)).toEqual([])
    expect(['3109', '236', '89', '4', '', '31', '31000'].filter((ai) => entryOf(ai))).toEqual([])
  })
})

describe('check digit', () => {
  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(7, 11, 12, 13, 16, 17),
        fc.nat(),
        fc.nat(16),
        fc.integer({ min: 1, max: 9 }),
        (length, seed, at, step) => {
          const right = withCheckDigit(String(seed).padStart(length, '7').slice(-length))
          const place = at % right.length
          const wrong =
            right.slice(0, place) + String((Number(right.charAt(place)) + step) % 10) + right.slice(place + 1)
          expect([checkDigit(right).ok, checkDigit(wrong).ok]).toEqual([true, false])
        },
      ),
    )
  })
})

describe('reading', () => {
  it('accepts a separator after a fixed value and at the end, not two together', () => {
    expect(plain(readElements(`0107898357410015${GS}10L1${GS}`, GS).elements)).toEqual([
      { ai: '01', value: '07898357410015' },
      { ai: '10', value: 'L1' },
    ])
    expect(readElements(`10L1${GS}${GS}15270101`, GS).fault).toEqual({ error: 'UNKNOWN_AI', ai: `${GS}152` })
  })

  it('tells where content is wrong', () => {
    expect(readElements('800825132203', GS).fault).toMatchObject({
      ai: '8008',
      error: 'ILLEGAL_MONTH',
      content: { at: 2, length: 2 },
    })
  })

  it('stops at 64 elements and at 8,191 characters', () => {
    expect(readElements('2001'.repeat(65), GS).fault?.error).toBe('TOO_MANY_AIS')
    expect(readElements('2001'.repeat(3000), GS).fault?.error).toBe('DATA_TOO_LONG')
  })

  it('judges a label whole and a symbol alone', () => {
    expect(parseGs1({ bracketed: '(10)L1' })).toMatchObject({
      ok: false,
      okWithoutRequiredPairs: true,
      error: 'REQUIRED_AIS_NOT_SATISFIED',
      message: 'Identificador que exige outro, ausente: (10).',
    })
    expect(parseGs1({ data: '^10L1' })).toMatchObject({ ok: true, hri: ['(10) L1'], scanGs1_128: ']C110L1' })
  })

  it('builds elements and says what is wrong with one in Portuguese', () => {
    const label = [element('01', '07898357410015'), element('3103', '001234'), element('10', 'L1')]
    expect(checkAssociations(label, ALL_RULES)).toBeUndefined()
    expect(humanReadable(label)).toEqual(['(01) 07898357410015', '(3103) 001234', '(10) L1'])
    expect(() => element('01', '07898357410016')).toThrowError('Valor inválido para o identificador GS1 (01)')
    expect(() => element('3109', '1')).toThrowError('Identificador GS1 desconhecido: (3109).')
  })
})

describe('UPC', () => {
  it.each([
    ['04252614', '042100005264'],
    ['01234565', '012345000065'],
    ['06543217', '065100004327'],
  ])('UPC-E %s stands for %s', (short, long) => {
    expect(expandUpcE(short)).toBe(long)
    expect(encodeUpcE(short)).toMatch(/^101[01]{42}010101$/)
  })

  it('UPC-A is the EAN-13 with a zero', () => {
    expect(encodeUpcA('036000291452')).toBe(encodeEan13('0036000291452'))
    expect(() => encodeUpcA('036000291453')).toThrowError('Dígito verificador inválido em UPC-A.')
    expect(() => encodeUpcE('24252614')).toThrowError('UPC-E precisa de')
  })
})

describe('any text gives an answer or a CoreError', () => {
  it.each(FUZZED)('%s', (name) => fuzz(name, 20_000), 60_000)
})
