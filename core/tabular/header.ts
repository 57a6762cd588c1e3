import { bareName, type Cell } from './cell'

/** A column that a table may have: what it is called in the result, and the names that people give it. */
export interface KnownColumn {
  readonly field: string
  readonly names: readonly string[]
}

/** Rows that are looked at for the names of the columns: reports have titles above them. */
const HEADER_ROWS = 20
/** A name that begins with a known one is taken for it, when the known one is at least so long. */
const SHORTEST_PREFIX = 4

/** The field of each column by its name, ignoring case, accents and signs; null where none is known. Every field is found once at most. */
export function mapColumns(names: readonly Cell[], known: readonly KnownColumn[]): (string | null)[] {
  const byName = new Map(known.toReversed().flatMap(({ field, names }) => names.map((name) => [bareName(name), field])))
  const bare = names.map((name) => bareName(String(name ?? '')))
  const taken = new Set<string>()
  const take = (field: string | undefined): string | null => {
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const exact = bare.map((name) => take(byName.get(name)))
  const prefixes = [...byName.keys()]
    .filter((name) => name.length >= SHORTEST_PREFIX)
    .sort((a, b) => b.length - a.length)
  return exact.map((field, at) => {
    const name = bare[at] ?? ''
    if (field !== null || name === '') return field
    return take(byName.get(prefixes.find((prefix) => name.startsWith(prefix)) ?? ''))
  })
}

/**
 * Which of the first rows names the columns: the first of those that know most names; where none is known, the first row if all of it are
 * different words. −1 when there is no such row.
 */
export function headerRow(rows: readonly (readonly Cell[])[], known: readonly KnownColumn[]): number {
  let best = { at: -1, score: 0 }
  for (const [at, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const score = mapColumns(row, known).filter((field) => field !== null).length
    if (score > best.score) best = { at, score }
  }
  return best.at === -1 && rows[0] && areWords(rows[0]) ? 0 : best.at
}

function areWords(row: readonly Cell[]): boolean {
  const words = row.map((cell) => (typeof cell === 'string' ? bareName(cell) : ''))
  return words.length > 1 && words.every((word) => /^\p{L}{2,}$/u.test(word)) && new Set(words).size === words.length
}

/** What two tables with the same columns have in common: for remembering how they were mapped. */
export function signatureOf(names: readonly Cell[]): string {
  return names
    .map((name) => bareName(String(name ?? '')))
    .join('|')
    .slice(0, 4000)
}
