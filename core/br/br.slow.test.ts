import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { isCivilDate } from './civil-date'
import { parseDateTime, tryDate } from './date-text'
import { isPhone, readEan, readEmailList } from './fields'
import { maskMoney, maskTaxId } from './masks'
import { formatNumber, parseNumber, readNumberField } from './number'
import { readStateRegistration } from './state-registration'
import { readTaxId } from './tax-id'
import { UFS } from './uf'

const RUNS = 1_000_000
const ALPHABET = '0123456789012345678901234567890123456789.,/-+: RhHaxXP\u0000é٣💥@$%'

/** Reproducible texts, quick enough for a million: a linear congruential sequence over an alphabet near the grammars. */
function texts(seed: number): () => string {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return () => {
    let text = ''
    for (let left = next(22); left > 0; left -= 1) text += ALPHABET.charAt(next(ALPHABET.length))
    return text
  }
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseNumber: (text) => {
    const value = parseNumber(text)
    expect(parseNumber(formatNumber(value, 20)).eq(value)).toBe(true)
  },
  readNumberField,
  tryDate: (text) => {
    const date = tryDate(text, '2026-11-20')
    if (date !== null && !isCivilDate(date)) throw new Error(`no date: ${date}`)
  },
  parseDateTime: (text) => parseDateTime(text, '2026-11-20'),
  readTaxId,
  readStateRegistration: (text) => readStateRegistration(UFS[text.length % UFS.length]?.sigla ?? '', text),
  isPhone,
  readEan,
  readEmailList: (text) => readEmailList([text]),
  maskTaxId,
  maskMoney: (text) => maskMoney(text),
}

describe('a million texts a reader', () => {
  it.each(Object.entries(readers))('%s answers or refuses', (_, read) => {
    const next = texts(20_261_120)
    for (let run = 0; run < RUNS; run += 1) {
      try {
        read(next())
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
  })
})
