import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { provesTaxId } from '../br/tax-id'
import { type CellKind, readCell, serialDate } from './cell'
import { guarded, unguarded } from './guard'
import { totalsAtEnd } from './totals'
import { decodeBytes, encodingOf } from './encoding'
import { headerRow, mapColumns, signatureOf } from './header'
import { provenMark, readDecimal } from './number'

const NONE = { commas: 0, points: 0 }
const POINTS = { commas: 0, points: 3 }
const cell = (value: string | number | boolean | null, kind: CellKind, pad: number[] = [], marks = NONE) =>
  readCell(value, { kind, pad }, marks)

describe('numbers', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1234.56', '1234.56'],
    ['R$ 1.234.567,8', '1234567.8'],
    ['12,5 %', '12.5'],
    ['0.125', '0.125'],
    ['(10,00)', '-10.00'],
    ['10,00-', '-10.00'],
    ['−3', '-3'],
    [',5', '0.5'],
    ['1.234', '1234'],
  ])('%s is %s', (text, wanted) => expect(readDecimal(text, NONE)).toBe(wanted))

  it('takes what may be read two ways as its column proves, and refuses it where the column proves both', () => {
    expect(readDecimal('1.234', POINTS)).toBe('1.234')
    expect(readDecimal('1,234', { commas: 2, points: 0 })).toBe('1.234')
    expect(readDecimal('1,234', POINTS)).toBe('1234')
    expect(() => readDecimal('1.234', { commas: 1, points: 1 })).toThrow('dois modos')
    expect(readDecimal('1.234,00', { commas: 1, points: 1 })).toBe('1234.00')
  })

  it.each(['', 'abc', '1.2.3,4', '12,34,5', '1..2', '--1', '1,2,', '.', '1e5', '9'.repeat(41)])('refuses %j', (text) =>
    expect(() => readDecimal(text, NONE)).toThrow('Número inválido'),
  )

  it('reads back every amount in both ways of writing', () => {
    const written = (cents: number, locale: string) =>
      (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const wanted = (cents / 100).toFixed(2)
        for (const locale of ['pt-BR', 'en-US']) expect(readDecimal(written(cents, locale), NONE)).toBe(wanted)
        expect(readDecimal(wanted, NONE)).toBe(wanted)
      }),
    )
  })

  it('never proves a mark that reads the number otherwise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 9999 }), (whole, part) => {
        const mark = provenMark(`${whole},${part}`)
        expect([',', undefined]).toContain(mark)
      }),
    )
  })
})

describe('cells', () => {
  it('puts back the zeros that a spreadsheet took, and no more', () => {
    expect(cell(1234567890, 'text', [11, 14])).toBe('01234567890')
    expect(cell('191', 'text', [11, 14])).toBe('191')
    expect(cell(1000000000191, 'text', [11, 14])).toBe('01000000000191')
    expect(cell('123.456', 'text', [8])).toBe('123.456')
    expect(cell('100100', 'text', [7])).toBe('0100100')
    expect(cell('10010', 'text', [7])).toBe('10010')
    const taxId = (value: string | number) =>
      readCell(value, { kind: 'text', pad: [11, 14], proves: provesTaxId }, NONE)
    expect(
      ['45123000149', '17000149', '191', 4561237000100, '12345678909', '12345678900', '00017000149'].map(taxId),
    ).toEqual([
      '00045123000149',
      '00000017000149',
      '00000000000191',
      '04561237000100',
      '12345678909',
      '12345678900',
      '00017000149',
    ])
    expect(cell(7891234567895, 'text')).toBe('7891234567895')
  })

  it.each([
    ['Sim', true],
    ['NÃO', false],
    ['x', true],
    [0, false],
    [true, true],
  ] as const)('%s is %s', (value, wanted) => expect(cell(value, 'boolean')).toBe(wanted))

  it.each([
    ['5/3/2026', '2026-03-05'],
    ['05.03.26', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['2026-03-05 10:20:30', '2026-03-05'],
    ['29/02/2024', '2024-02-29'],
    [46086, '2026-03-05'],
  ] as const)('%s is %s', (value, wanted) => expect(cell(value, 'date')).toBe(wanted))

  it('keeps the time of a date-time', () => {
    expect(cell('5/3/2026 7:05', 'datetime')).toBe('2026-03-05 07:05:00')
    expect(serialDate(46086.5)).toBe('2026-03-05 12:00:00')
  })

  it.each([
    ['29/02/2026', 'date', 'Data inválida'],
    ['13/13/2026', 'date', 'Data inválida'],
    [12, 'date', 'Data inválida'],
    ['talvez', 'boolean', 'não é sim nem não'],
    ['#REF!', 'text', 'erro nesta célula'],
    ['#N/D', 'decimal', 'erro nesta célula'],
  ] as const)('refuses %s as %s', (value, kind, message) => expect(() => cell(value, kind)).toThrow(message))

  it('reads numbers of a spreadsheet as it shows them', () => {
    expect(cell(0.1 + 0.2, 'decimal')).toBe('0.3')
    expect(cell(1e-7, 'decimal')).toBe('0.0000001')
    expect(cell(1e18, 'decimal')).toBe('1000000000000000000')
    expect(cell('3,00', 'integer')).toBe('3')
  })

  it('reads a percentage as what its column holds', () => {
    const read = (value: string | number, percent?: boolean) =>
      readCell(value, { kind: 'decimal', ...(percent ? { percent } : {}) }, NONE)
    expect(['5%', '9,75 %', '100%', '0,5%'].map((text) => read(text, true))).toEqual(['5', '9.75', '100', '0.5'])
    expect(['5%', '9,75 %', '100%', '-0,5%', '1.234,5%'].map((text) => read(text))).toEqual([
      '0.05',
      '0.0975',
      '1',
      '-0.005',
      '12.345',
    ])
    expect(read(0.05, true)).toBe('0.05')
  })

  it('answers or refuses every text, and an empty one is nothing', () => {
    const kinds: CellKind[] = ['text', 'integer', 'decimal', 'boolean', 'date', 'datetime']
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...kinds), (text, kind) => {
        try {
          const value = cell(text, kind)
          expect(value === null).toBe(text.trim() === '')
        } catch (error) {
          expect(error).toHaveProperty('name', 'CoreError')
        }
      }),
    )
    expect(cell('  ', 'decimal')).toBeNull()
  })
})

describe('names of columns', () => {
  const known = [
    { field: 'xNome', names: ['Nome', 'Razão social', 'Cliente'] },
    { field: 'CNPJ_CPF', names: ['CNPJ / CPF', 'CPF'] },
    { field: 'nro', names: ['Número', 'Nº'] },
  ]

  it('are found whatever their case, accents and signs, by their beginning too, each once', () => {
    expect(mapColumns(['RAZAO SOCIAL', 'cnpj/cpf do cliente', 'numero', 'outra', 'Nome'], known)).toEqual([
      'xNome',
      'CNPJ_CPF',
      'nro',
      null,
      null,
    ])
  })

  it('are found below a title', () => {
    expect(headerRow([['Relatório de clientes'], [null], ['Nome', 'CPF'], ['Ana', '1']], known)).toBe(2)
    expect(headerRow([['1', '2']], known)).toBe(-1)
    expect(
      headerRow(
        [
          ['Quem', 'Onde'],
          ['Ana', '1'],
        ],
        known,
      ),
    ).toBe(0)
    expect(headerRow([['Ana', 'Ana']], known)).toBe(-1)
  })

  it('are remembered by what they say', () => {
    expect(signatureOf(['Razão Social', ' CPF '])).toBe(signatureOf(['razao social', 'cpf']))
  })
})

describe('guards', () => {
  it.each([
    ['="0041611"', '0041611'],
    ['= "diz ""oi"""', 'diz "oi"'],
    ["'0041611", '0041611'],
    ["'=SOMA(A1)", '=SOMA(A1)'],
    ["'-5", '-5'],
    ["d'água", "d'água"],
    ["'n Sync", "'n Sync"],
    ['=A1', '=A1'],
    ['=""', ''],
  ])('%j means %j', (text, meant) => expect(unguarded(text)).toBe(meant))

  it('come off whatever they were put on', () => {
    const sign = fc.constantFrom("'", '=', '"', '+', '-', '@', '\t', '\r', '0', '7', 'a', ' ')
    fc.assert(fc.property(fc.string({ unit: sign }), (text) => unguarded(guarded(text)) === text))
  })
})

describe('totals at the end', () => {
  const rows = [
    ['Nome', 'Limite'],
    ['Ana', 10],
    ['Bia', '1.500,00'],
  ]
  it.each([
    [[['Total', 1510]], 1],
    [[['TOTAL GERAL:', '', 'R$ 1.510,00']], 1],
    [[[null, 'Totais', 3, '(12,5)']], 1],
    [
      [
        ['Subtotal', '5'],
        ['Total', '10'],
      ],
      2,
    ],
    [[['Total de registros: 2'], ['Emitido em 25/11/2026']], 2],
    [[['Total', 'PR', 1510]], 0],
    [[['Total Clean', 3]], 0],
    [
      [
        ['Total', 3],
        ['Ana', 2],
      ],
      0,
    ],
    [[], 0],
  ])('%j are %i rows', (last, wanted) => expect(totalsAtEnd([...rows, ...last])).toBe(wanted))
})

describe('encodings', () => {
  const text = 'Código;Descrição\r\nAção;Pão\r\n'
  const utf16 = Buffer.from(text, 'utf16le')
  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['utf-16le', utf16],
    ['utf-16be', Buffer.from(utf16).swap16()],
  ] as const)('%s is told by the bytes', (wanted, bytes) => {
    expect(encodingOf(bytes)).toBe(wanted)
    expect(new TextDecoder(wanted).decode(bytes)).toBe(text)
  })

  const ENCODINGS = ['windows-1252', 'macintosh', 'cp850'] as const
  /** Letters of an encoding by their bytes: what a program that writes it would do. */
  const written = (text: string, encoding: (typeof ENCODINGS)[number]): Uint8Array => {
    const letters = [
      ...decodeBytes(
        Uint8Array.from({ length: 256 }, (_, byte) => byte),
        encoding,
      ),
    ]
    return Uint8Array.from(text, (letter) => letters.indexOf(letter))
  }
  const WORDS = [
    'São Paulo',
    'AÇÃO',
    'Descrição',
    'Promoção de café',
    'Avó',
    'Pão de queijo',
    'INDÚSTRIA E COMÉRCIO',
    'João Antônio',
    'Água mineral s/ gás',
    'Tênis nº 42',
    'Calça 1ª linha',
    'Müller & Cia',
    'Órgão público',
    'Três Corações',
    'Ônibus',
    'À vista',
    'Frequência',
    'Peça única',
  ]

  it('of text with a byte a letter is told by the Portuguese that it makes', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(WORDS, { minLength: 5 }), fc.constantFrom(...ENCODINGS), (words, encoding) => {
        const text = `Código;Nome\r\n${words.join(';1,5\r\n')}\r\n`
        const bytes = written(text, encoding)
        expect(encodingOf(bytes)).toBe(encoding)
        expect(decodeBytes(bytes, encoding)).toBe(text)
      }),
    )
    expect(encodingOf(written('Peña y Muñoz;Gödel;Käse', 'windows-1252'))).toBe('windows-1252')
    expect(encodingOf(written('Preço 10 € – “à vista”', 'windows-1252'))).toBe('windows-1252')
  })

  it.each(['windows-1252', 'macintosh'] as const)('%s has the letters that the platform gives it', (encoding) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    expect(decodeBytes(bytes, encoding)).toBe(new TextDecoder(encoding).decode(bytes))
  })

  it('agrees with the platform on what is UTF-8', () => {
    const valid = (bytes: Uint8Array) => {
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
        return true
      } catch {
        return false
      }
    }
    const byte = fc.oneof(
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom(0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xed),
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 6 }), (list) => {
        const bytes = Uint8Array.from([0x41, ...list])
        expect(encodingOf(bytes) === 'utf-8').toBe(valid(bytes))
      }),
      { numRuns: 5_000 },
    )
  })
})
