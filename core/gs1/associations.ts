import { type Element, type ReadFault } from './elements'
import { type Span } from './table'

/** Which associations to judge: one bit each. */
export const EXCLUSIVE = 1
export const REQUIRED = 2
export const REPEATS = 4
export const SIGNATURE = 8
export const ALL_RULES = EXCLUSIVE | REQUIRED | REPEATS | SIGNATURE
/** What holds for one symbol alone: what it lacks may be on another symbol of the same item. */
export const ONE_SYMBOL_RULES = EXCLUSIVE | REPEATS | SIGNATURE

/** Keys whose serial part is optional, unless a digital signature (8030) goes with them; how long they are without it. */
const SERIAL_KEYS: ReadonlyMap<string, number> = new Map([
  ['253', 13],
  ['255', 13],
  ['8003', 14],
])

/** The first broken association of the elements; undefined when there is none. */
export function checkAssociations(elements: readonly Element[], rules: number): ReadFault | undefined {
  return (
    ((rules & EXCLUSIVE) !== 0 && findExclusive(elements)) ||
    ((rules & REQUIRED) !== 0 && findUnmet(elements)) ||
    ((rules & REPEATS) !== 0 && findDifferingRepeat(elements)) ||
    ((rules & SIGNATURE) !== 0 && findUnserialised(elements)) ||
    undefined
  )
}

function findExclusive(elements: readonly Element[]): ReadFault | undefined {
  for (const one of elements) {
    for (const span of one.entry.excluded) {
      // An identifier is not exclusive of itself, even when its own pattern covers it.
      const other = elements.some(({ entry }) => within(entry.index, span) && entry.index !== one.entry.index)
      if (other) return { error: 'MUTUALLY_EXCLUSIVE_AIS', ai: one.ai }
    }
  }
  return undefined
}

function findUnmet(elements: readonly Element[]): ReadFault | undefined {
  const unmet = elements.find(
    ({ entry }) =>
      entry.required.length > 0 && !entry.required.some((group) => group.every((span) => has(elements, span))),
  )
  return unmet && { error: 'REQUIRED_AIS_NOT_SATISFIED', ai: unmet.ai }
}

function findDifferingRepeat(elements: readonly Element[]): ReadFault | undefined {
  for (let later = 1; later < elements.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      const one = elements[later]
      const other = elements[earlier]
      if (one && other && one.ai === other.ai && one.value !== other.value) {
        return { error: 'INSTANCES_HAVE_DIFFERENT_VALUES', ai: one.ai }
      }
    }
  }
  return undefined
}

function findUnserialised(elements: readonly Element[]): ReadFault | undefined {
  if (!elements.some(({ ai }) => ai === '8030')) return undefined
  const bare = elements.find(({ ai, value }) => value.length === SERIAL_KEYS.get(ai))
  return bare && { error: 'SERIAL_NOT_PRESENT', ai: bare.ai }
}

function has(elements: readonly Element[], span: Span): boolean {
  return elements.some(({ entry }) => within(entry.index, span))
}

function within(index: number, span: Span): boolean {
  return index >= span.low && index <= span.high
}
