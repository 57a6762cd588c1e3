import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'
import type { Resource, Row } from '../platform/resource'

/** What the ledger of a step has to show, as the document says it. */
export interface Posts {
  /** The ledger's name. */
  readonly ledger: string
  /** What the operation said when the step was done; where it said otherwise, the ledger shows nothing. */
  readonly when: Row
  /** By column of the ledger: SQL over the document `d` for the sum that the step's rows have. */
  readonly sums: Readonly<Record<string, string>>
}

/** What becomes of a step when a document that it made goes. */
export interface Makes {
  /** What the step wrote down where it makes one; where it wrote otherwise, it makes none. Always, where nothing is said. */
  readonly when?: Row
  /**
   * reopens: the step is undone, its maker can do it again. refuses: the made document cannot go so. stands: what was made was made (its maker
   * looks at it itself).
   */
  readonly cancelled: 'reopens' | 'refuses' | 'stands'
  readonly deleted: 'reopens' | 'refuses'
  /** Whether undoing the step cancels the made document too. */
  readonly undone: 'cancels' | 'stands'
  /** The column of the maker that names what was made. */
  readonly link?: string
  /** What else the maker has to forget of it; answers the columns of its head that follow. */
  readonly told?: (ctx: Ctx, maker: Row, made: Row) => Promise<Row>
}

/** What a verb does beyond its own document. */
export interface Step {
  /** What people call it, with its article: `a expedição`. */
  readonly title: string
  /** The column of the document that says when it was done, first where it is done in parts. */
  readonly date: string
  /** It is done in parts: again, while what it did before stands. */
  readonly inParts?: true
  readonly posts?: readonly Posts[]
  /** By the name of what it makes. */
  readonly makes?: Readonly<Record<string, Makes>>
  /** More that has to hold of the document once it is done: a rule, and SQL that counts the rows that break it. */
  readonly proofs?: Readonly<Record<string, string>>
}

type Steps = Readonly<Record<string, Step>>

interface Declared {
  readonly resource: Resource
  readonly steps: Steps
}

const known = new Map<string, Declared>()

/**
 * Says, beside the definition of a document, what its verbs do beyond it: what they post, what they make, and what follows when that goes. The books
 * (`http/books.ts`) are proved by it. Answers how to take it back.
 */
export function effects(resource: Resource, steps: Steps): () => void {
  if (known.has(resource.name)) throw new Error(`The effects of ${resource.name} are told twice.`)
  known.set(resource.name, { resource, steps })
  return () => void known.delete(resource.name)
}

/** Documents that have steps. */
export const documentsWithSteps = (): readonly Declared[] => [...known.values()]

/** SQL: what people call a document of this kind, by its name in ledgers; null of what is no document. */
export const documentTitle = (kind: SQL): SQL => {
  const titles = [...known.values()].map(({ resource: { name, title } }) => [name, title])
  return sql`(${JSON.stringify(Object.fromEntries(titles))}::jsonb ->> ${kind})`
}

export const hasSteps = (resource: Resource): boolean => known.has(resource.name)

/** A step that was declared; undefined for what is no document, such as the stock that a company begins with. */
export const stepNamed = (documento: string, passo: string): Step | undefined => known.get(documento)?.steps[passo]

/** As `stepNamed`; a verb that does what nobody declared is a defect. */
export function stepOf(resource: Resource, passo: string): Step {
  const step = stepNamed(resource.name, passo)
  if (!step) throw new Error(`${resource.name} does not tell the effects of ${passo}.`)
  return step
}

const bearers = new Set<Resource>()

/** Says that facts of a ledger are told as steps of these records, without being a document's: titles and cash accounts. */
export const bears = (resource: Resource): void => void bearers.add(resource)

/** Whatever steps are told of. */
export const stepBearers = (): readonly Resource[] => [...[...known.values()].map((one) => one.resource), ...bearers]
