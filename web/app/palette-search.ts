import { folded } from '../ui/format'
import { isRecord, textOf } from '../ui/row'

/** One line of the palette. */
export interface Hit {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly path: string
  /** Done in place of going to its path. */
  readonly run?: () => void
  /** Other words that people look for it by. */
  readonly also?: string
}

/** How well a text answers what was typed: 0 not at all; whole words and beginnings first. Accents and case do not matter. */
export function score(query: string, text: string): number {
  const wanted = folded(query).trim()
  const found = folded(text)
  if (wanted === '') return 1
  if (found === wanted) return 100
  if (found.startsWith(wanted)) return 80
  const words = found.split(/[\s/_-]+/)
  const parts = wanted.split(/\s+/)
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 60
  return parts.every((part) => found.includes(part)) ? 40 : 0
}

/** The hits that answer a query, best first; among equals, what this person opens most. */
export function ranked(query: string, hits: readonly Hit[], uses: Readonly<Record<string, number>>): readonly Hit[] {
  return hits
    .map((hit) => ({
      hit,
      points: Math.max(score(query, hit.title), score(query, `${hit.title} ${hit.detail} ${hit.also ?? ''}`) - 5),
    }))
    .filter(({ points }) => points > 0)
    .toSorted(
      (a, b) =>
        b.points - a.points ||
        (uses[b.hit.key] ?? 0) - (uses[a.hit.key] ?? 0) ||
        a.hit.title.localeCompare(b.hit.title),
    )
    .map(({ hit }) => hit)
}

/** A document's name before its number, as people say it: the server finds it by the number. */
const NAMED_NUMBER = /^(?:venda|orcamento|entrada|pedido|nota|nf-?e?|documento)(?: de \w+)?\s*(?:n[o.ºª°]*\s*)?(#?\d+)$/

/** What the server is asked: 'venda 400' as '400'. */
export const recordQuery = (query: string): string => {
  const text = query.trim()
  return NAMED_NUMBER.exec(folded(text))?.[1] ?? text
}

/** Records the server found, as palette lines. */
export function recordHits(answer: unknown): readonly Hit[] {
  const data = isRecord(answer) ? answer.data : undefined
  if (!Array.isArray(data)) return []
  return data
    .filter((item) => isRecord(item))
    .map((item) => {
      const path = textOf(item.path)
      return {
        key: path,
        path,
        title: textOf(item.title),
        detail: [textOf(item.resource), textOf(item.subtitle)].filter((part) => part !== '').join(' · '),
      }
    })
}

/** Counts one more use of a line. Counts fade, so that habits of long ago give way. */
export function used(uses: Readonly<Record<string, number>>, key: string): Readonly<Record<string, number>> {
  const faded = Object.entries(uses).map(([name, count]) => [name, count * 0.98] as const)
  return Object.fromEntries([
    ...faded.filter(([name, count]) => count > 0.1 && name !== key),
    [key, (uses[key] ?? 0) + 1],
  ])
}
