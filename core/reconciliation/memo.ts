/** What texts of banks say. They are capitals without accents, cut after so many letters, with the bank's own words before and after. */

const SUFFIXES = new Set(['LTDA', 'LIMITADA', 'EIRELI', 'EPP', 'MEI', 'CIA'])
const LEAST_WORD = 3
const LEAST_CUT = 4
const LEAST_NUMBER = 4
const MAX_MEMO = 500

const folded = (text: string): string =>
  text.slice(0, MAX_MEMO).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()

const WORD = /[A-Z\d]+/g
const wordsIn = (text: string): string[] => folded(text).match(WORD) ?? []

/** The words of a name by which it is told: without short ones and what companies are called. */
export const nameWords = (name: string): readonly string[] => [
  ...new Set(wordsIn(name).filter((one) => one.length >= LEAST_WORD && /[A-Z]/.test(one) && !SUFFIXES.has(one))),
]

/** Without digits, and without the words that hold them: memos that say the same have the same skeleton. */
export const skeletonOf = (memo: string): string =>
  folded(memo)
    .replaceAll(/\S*\d\S*/g, ' ')
    .match(/[A-Z]+/g)
    ?.join(' ') ?? ''

const CHUNK = /[A-Z\d]+(?:[./-][A-Z\d]+)*/g
const DATE = /^\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?$/

/** A number as it is compared: no zeros before it. */
const bareNumber = (digits: string): string => digits.replace(/^0+/, '')

/** What a memo says. */
export class Memo {
  readonly words: ReadonlySet<string>
  /** Whole words of letters and digits, with and without the signs within them. */
  readonly tokens: ReadonlySet<string>
  /** Numbers of 4 digits and more. */
  readonly numbers: ReadonlySet<string>
  readonly skeleton: string
  /** The last word, which may be cut. */
  readonly last: string | undefined
  private readonly spaced: string

  constructor(text: string) {
    const words = wordsIn(text)
    const tokens = new Set<string>()
    for (const chunk of folded(text).match(CHUNK) ?? []) {
      tokens.add(chunk.replaceAll(/[./-]/g, ''))
      if (!DATE.test(chunk)) for (const part of chunk.split(/[./-]/)) tokens.add(part)
    }
    this.words = new Set(words)
    this.tokens = tokens
    this.numbers = new Set(
      [...tokens]
        .filter((one) => /^\d+$/.test(one))
        .map(bareNumber)
        .filter((one) => one.length >= LEAST_NUMBER),
    )
    this.skeleton = skeletonOf(text)
    this.spaced = ` ${words.join(' ')} `
    const last = words.at(-1)
    this.last = last !== undefined && last.length >= LEAST_CUT && /^[A-Z]+$/.test(last) ? last : undefined
  }

  /** Does it say the words of a text, side by side. */
  says(padrao: string): boolean {
    const words = wordsIn(padrao)
    return words.length > 0 && this.spaced.includes(` ${words.join(' ')} `)
  }

  private has(word: string): boolean {
    return this.words.has(word) || (this.last !== undefined && word.startsWith(this.last))
  }

  /** How much of a name it says: all of it, at least half (with a word that is no short one), or nothing to speak of. */
  nameOf(words: readonly string[]): 'all' | 'half' | 'none' {
    if (words.length === 0) return 'none'
    const found = words.filter((one) => this.has(one))
    if (found.length === words.length) return 'all'
    return found.length * 2 >= words.length && found.some((one) => one.length >= LEAST_CUT) ? 'half' : 'none'
  }
}

/** Patterns, found by what a memo says: those of its whole skeleton by that, others each by its words. */
export class Patterns<T extends { readonly padrao: string; readonly inteiro?: boolean | undefined }> {
  readonly #whole: ReadonlyMap<string, readonly T[]>
  readonly #words: readonly T[]

  constructor(all: readonly T[]) {
    this.#whole = Map.groupBy(
      all.filter((one) => one.inteiro === true),
      (one) => skeletonOf(one.padrao),
    )
    this.#words = all.filter((one) => one.inteiro !== true)
  }

  saidBy(memo: Memo): readonly T[] {
    const whole = memo.skeleton === '' ? [] : (this.#whole.get(memo.skeleton) ?? [])
    return [...whole, ...this.#words.filter((one) => memo.says(one.padrao))]
  }
}

/** The number by which a document is called, without its instalment: the longest run of digits, of 4 or more. */
export function documentNumber(numero: string | undefined): string | undefined {
  const runs = numero?.match(/\d+/g) ?? []
  const longest = runs.reduce((best, one) => (one.length > best.length ? one : best), '')
  const bare = bareNumber(longest)
  return bare.length >= LEAST_NUMBER ? bare : undefined
}

const LEAST_OUR_NUMBER = 6

/** The bank's number of a boleto, where it is long enough to tell. */
export function ourNumber(nossoNumero: string | undefined): string | undefined {
  const digits = nossoNumero?.replaceAll(/\D/g, '') ?? ''
  return digits.length >= LEAST_OUR_NUMBER ? bareNumber(digits) : undefined
}

/** A code of letters and digits, as it is compared. */
export const bareCode = (code: string | undefined): string | undefined => {
  const bare = code === undefined ? '' : folded(code).replaceAll(/[^A-Z\d]/g, '')
  return bare.length >= LEAST_NUMBER ? bare : undefined
}
