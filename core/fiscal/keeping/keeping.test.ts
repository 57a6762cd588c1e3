import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryName, readMeText, voidKey } from './archive'
import { fateReader, type NumberedNote, type NumberRange, type VoidedRange } from './fates'
import { monthsDue, periodFault, periodName } from './period'

const told = (range: NumberRange, notes: readonly NumberedNote[], voids: readonly VoidedRange[] = [], at = 1) => {
  const reader = fateReader(range, voids)
  const sorted = notes.toSorted((a, b) => a.nNF - b.nNF)
  const pages = Array.from({ length: Math.ceil(sorted.length / at) }, (_, n) => sorted.slice(n * at, (n + 1) * at))
  return [...pages.flatMap((page) => reader.take(page)), ...reader.end()]
}
const words = (...args: Parameters<typeof told>) =>
  told(...args).map(({ de, ate, fate }) => `${de === ate ? de : `${de}-${ate}`} ${fate}`)

describe('the fate of numbers', () => {
  it('follows the state of the note, the voided range, and is without where there is neither', () => {
    const notes = [
      { nNF: 1, status: 3 },
      { nNF: 2, status: 5 },
      { nNF: 3, status: 5, substituted: true },
      { nNF: 4, status: 7 },
      { nNF: 5, status: 6 },
      { nNF: 6, status: 6 },
      { nNF: 7, status: 2 },
      { nNF: 8, status: 1 },
      { nNF: 9, status: 4 },
    ]
    const voids = [
      { nIni: 6, nFin: 6, situacao: 'inutilizada' },
      { nIni: 12, nFin: 13, situacao: 'inutilizada' },
      { nIni: 14, nFin: 14, situacao: 'enviando' },
    ] as const
    expect(words({ de: 1, ate: 16 }, notes, voids)).toEqual([
      '1 autorizada',
      '2 cancelada',
      '3 substituida',
      '4 denegada',
      '5 abandonada',
      '6 inutilizada',
      '7 andamento',
      '8 andamento',
      '9 autorizada',
      '10-11 sem_destino',
      '12-13 inutilizada',
      '14 andamento',
      '15-16 sem_destino',
    ])
  })

  it('of a number that several notes had is that of the strongest', () => {
    const notes = [
      { nNF: 1, status: 6 },
      { nNF: 1, status: 3 },
      { nNF: 1, status: 2 },
    ]
    expect(words({ de: 1, ate: 1 }, notes)).toEqual(['1 autorizada'])
  })

  it('tells what lies beyond the range where something is known of it, and nothing else', () => {
    const voids = [{ nIni: 3, nFin: 4, situacao: 'inutilizada' }] as const
    expect(words({ de: 8, ate: 8 }, [{ nNF: 6, status: 3 }], voids)).toEqual([
      '3-4 inutilizada',
      '6 autorizada',
      '8 sem_destino',
    ])
    expect(words({ de: 8, ate: 7 }, [])).toEqual([])
    expect(words({ de: 8, ate: 7 }, [{ nNF: 2, status: 3 }])).toEqual(['2 autorizada'])
  })

  const note = fc.record({ nNF: fc.integer({ min: 1, max: 40 }), status: fc.constantFrom(1, 2, 3, 4, 5, 6, 7) })
  const voided = fc
    .record({
      nIni: fc.integer({ min: 1, max: 40 }),
      length: fc.nat(6),
      situacao: fc.constantFrom('enviando' as const, 'inutilizada' as const),
    })
    .map(({ nIni, length, situacao }) => ({ nIni, nFin: nIni + length, situacao }))

  it('every number of the range has exactly one, in order, and so has every note; pages change nothing', () => {
    const range = fc.record({ de: fc.integer({ min: 1, max: 20 }), ate: fc.integer({ min: 20, max: 45 }) })
    fc.assert(
      fc.property(
        range,
        fc.array(note, { maxLength: 30 }),
        fc.array(voided, { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        (asked, notes, voids, at) => {
          const fates = told(asked, notes, voids, at)
          const numbers = fates.flatMap(({ de, ate }) => Array.from({ length: ate - de + 1 }, (_, n) => de + n))
          expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
          for (let n = asked.de; n <= asked.ate; n++) expect(numbers).toContain(n)
          for (const { nNF } of notes) expect(numbers).toContain(nNF)
          expect(fates).toEqual(told(asked, notes, voids, 1_000))
          const known = new Set<number>([
            ...notes.map(({ nNF }) => nNF),
            ...voids.flatMap(({ nIni, nFin }) => Array.from({ length: nFin - nIni + 1 }, (_, n) => nIni + n)),
          ])
          const without = numbers.filter((n) => !known.has(n))
          const said = fates.filter(({ fate }) => fate === 'sem_destino')
          expect(said.flatMap(({ de, ate }) => Array.from({ length: ate - de + 1 }, (_, n) => de + n))).toEqual(without)
        },
      ),
    )
  })
})

describe('periods', () => {
  it('are in order and at most twelve months', () => {
    expect(periodFault({ de: '2026-11-30', ate: '2026-11-01' })).toBeDefined()
    expect(periodFault({ de: '2025-12-01', ate: '2026-11-30' })).toBeUndefined()
    expect(periodFault({ de: '2025-12-01', ate: '2026-12-01' })).toBeDefined()
  })

  it('are called by their month, or by their days', () => {
    expect(periodName({ de: '2026-02-01', ate: '2026-02-28' })).toBe('2026-02')
    expect(periodName({ de: '2026-02-01', ate: '2026-02-27' })).toBe('2026-02-01_2026-02-27')
  })

  it.each([
    ['2026-12-01', undefined, ['2026-11-01']],
    ['2026-12-31', '2026-11-01', []],
    ['2027-02-01', '2026-10-01', ['2026-11-01', '2026-12-01', '2027-01-01']],
    ['2026-12-05', '2026-12-01', []],
  ])('due on %s, the last sent being %s: %j', (today, last, due) => {
    expect(monthsDue(today, last)).toEqual(due)
  })

  it('are caught up with for a year at most', () => {
    expect(monthsDue('2026-12-01', '2020-01-01')).toHaveLength(12)
  })
})

describe('the file', () => {
  it('calls its parts by their keys, and by nothing that leads out of its folders', () => {
    expect(entryName('eventos', '4126'.padEnd(44, '1'), '110110', 2)).toBe(
      `eventos/${'4126'.padEnd(44, '1')}-110110-2.xml`,
    )
    expect(entryName('recebidas', '../../x')).toBe('recebidas/x.xml')
    expect(voidKey('<inutNFe><infInut Id="ID4126"></infInut></inutNFe>')).toBe('4126')
  })

  it('says what is in it and what is missing', () => {
    const said = {
      company: 'Mercado',
      taxId: '11.222.333/0001-81',
      model: 'NF-e',
      period: { de: '2026-11-01', ate: '2026-11-30' },
      trial: false,
      files: { autorizadas: 2, canceladas: 0, eventos: 0, inutilizadas: 0, recebidas: 1, mdfe: 0, nfse: 0, gnre: 0 },
      numbers: {
        autorizada: 2,
        cancelada: 0,
        substituida: 0,
        denegada: 0,
        inutilizada: 0,
        andamento: 0,
        abandonada: 0,
        sem_destino: 3,
      },
      total: '1234.5',
    }
    const whole = readMeText({ ...said, missing: [], missingCount: 0 })
    expect(whole).toContain('NF-e de 01/11/2026 a 30/11/2026\r\n')
    expect(whole).toContain('Sem destino: 3')
    expect(whole).toContain('1.234,50')
    expect(whole).toContain('Nada falta')
    const lacking = readMeText({
      ...said,
      trial: true,
      missing: [{ what: 'Série 1, números 5 a 7', fault: 'sem_destino' }],
      missingCount: 4,
    })
    expect(lacking).toContain('HOMOLOGAÇÃO')
    expect(lacking).toContain('Série 1, números 5 a 7: Número sem nota e sem inutilização')
    expect(lacking).toContain('e outras 3')
    expect(lacking).not.toContain('Nada falta')
  })
})
