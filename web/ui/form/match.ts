import { folded } from '../format'
import type { Row } from '../row'

const SHOWN = 12

const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** How well a name answers what was typed: whole words count more than beginnings, the first word most. */
export function matchScore(name: string, typed: string): number {
  const words = wordsOf(name)
  return wordsOf(typed).reduce((score, wanted) => {
    if (words.includes(wanted)) return score + (words[0] === wanted ? 4 : 3)
    if (words[0]?.startsWith(wanted) === true) return score + 2
    return words.some((word) => word.startsWith(wanted)) ? score + 1 : score
  }, 0)
}

/** The rows to show, best first; as they came where nothing names them. */
export function bestRows(
  rows: readonly Row[],
  typed: string,
  nameOf: ((row: Row) => string) | undefined,
): readonly Row[] {
  if (nameOf === undefined || typed === '') return rows.slice(0, SHOWN)
  const scored = rows.map((row) => ({ row, name: nameOf(row), score: matchScore(nameOf(row), typed) }))
  scored.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name, 'pt-BR', { numeric: true }))
  return scored.slice(0, SHOWN).map(({ row }) => row)
}
