/** What a text of an XML may be: every pattern must match it whole; lengths in characters; the values that are allowed. */
interface TextType {
  readonly p?: readonly string[]
  readonly n?: number
  readonly x?: number
  readonly e?: readonly string[]
}

/** An element (or `@attribute`, or `#text` beside attributes): its name, its type, how often it stands. */
export type ElementParticle = readonly [name: string, type: string, min: number, max: number]
/** One of (`c`), or one after the other (`s`), of what it holds. */
export interface GroupParticle {
  readonly c?: readonly Particle[]
  readonly s?: readonly Particle[]
  readonly min?: number
  readonly max?: number
}
export type Particle = ElementParticle | GroupParticle

/** The layout of an authority's documents, as the files beside this one hold it (made by `cli/setup/layouts/pack.ts` of the official schemas). */
export interface LayoutData {
  readonly texts: Readonly<Record<string, TextType>>
  readonly groups: Readonly<Record<string, readonly Particle[]>>
}

/** Types of texts ready to be asked. */
interface Text extends TextType {
  readonly patterns: readonly RegExp[]
}

/** A layout ready for writing. */
export class Layout {
  readonly #texts = new Map<string, Text>()

  constructor(readonly data: LayoutData) {
    for (const [name, type] of Object.entries(data.texts)) {
      this.#texts.set(name, { ...type, patterns: (type.p ?? []).map((each) => new RegExp(`^(?:${each})$`)) })
    }
  }

  /** What a type is made of; undefined for a text. */
  group(type: string): readonly Particle[] | undefined {
    return this.data.groups[type]
  }

  /** A text of letters that people type, by the pattern that the authorities give such. */
  isProse(type: string): boolean {
    return this.#texts.get(type)?.p?.[0]?.startsWith('(?:[!-ÿ]') === true
  }

  /** How many characters a text may have at most, where the layout says. */
  longest(type: string): number | undefined {
    return this.#texts.get(type)?.x
  }

  /** Why a text is not one of that type; undefined when it is. */
  refuses(type: string, text: string): Refusal | undefined {
    const { patterns = [], n, x, e } = this.#texts.get(type) ?? {}
    if (e && !e.includes(text)) return { kind: 'value', allowed: e }
    if (x !== undefined && text.length > x) return { kind: 'long', limit: x }
    if (n !== undefined && text.length < n) return { kind: 'short', limit: n }
    return patterns.every((each) => each.test(text)) ? undefined : { kind: 'form' }
  }
}

/** The elements of a group, in order, whatever choices and sequences they stand in. */
export function* elementsIn(content: readonly Particle[]): Generator<ElementParticle> {
  for (const each of content) {
    if (isElementParticle(each)) yield each
    else yield* elementsIn(each.c ?? each.s ?? [])
  }
}

/** What is wrong with a text. */
export type Refusal =
  | { readonly kind: 'value'; readonly allowed: readonly string[] }
  | { readonly kind: 'long' | 'short'; readonly limit: number }
  | { readonly kind: 'form' }

export const isElementParticle = (particle: Particle): particle is ElementParticle => Array.isArray(particle)
