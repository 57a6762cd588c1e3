import { type Element, GS, readElements } from './elements'

/** Identifiers of fixed length that labels put after a lot: GTIN, dates, weights. */
const FOLLOWING = /^(?:0[12]|1[1-7]|3[13]0\d)$/
const DATES = /^1[1-7]$/
/** A date further away is more likely a part of the lot. */
const YEARS = 20

/**
 * What a value without a fixed length seems to hold of the next identifier, for want of the separator between them: `L117271231` is a lot that ends
 * in a best-before date, or lot L1 and date 17. Undefined when nothing in it reads so. `known` are the identifiers that the scan has besides.
 */
export function swallowedBy(value: string, known: ReadonlySet<string>, year: number): Element | undefined {
  for (let at = 1; at < value.length; at++) {
    const { elements, fault } = readElements(value.slice(at), GS)
    const [first] = elements
    if (fault || !first || known.has(first.ai) || !FOLLOWING.test(first.ai)) continue
    if (DATES.test(first.ai) && Math.abs(Number(first.value.slice(0, 2)) - (year % 100)) > YEARS) continue
    return first
  }
  return undefined
}

/** What is to be looked at in a scan, in words: values that seem to have swallowed the identifier after them. */
export function scanWarnings(elements: readonly Element[], year: number): string[] {
  const known = new Set(elements.map(({ ai }) => ai))
  return elements.flatMap(({ ai, value, entry }) => {
    const swallowed = entry.fnc1 ? swallowedBy(value, known, year) : undefined
    return swallowed
      ? [
          `(${ai}) ${value} parece trazer dentro de si (${swallowed.ai}) ${swallowed.value}: falta o separador na etiqueta. Confira com o que está impresso.`,
        ]
      : []
  })
}
