import { Layout, type LayoutData } from './layout'

/** The layout that a file beside this one holds. */
export const layoutOf = (file: unknown): Layout =>
  // What the compiler reads out of the files is wider than what the packer writes.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  new Layout(file as LayoutData)

/** A published set of schemas, the day of issue from which documents follow it, and its file. */
interface LayoutSet<S extends string> {
  readonly set: S
  readonly since: string
  readonly data: unknown
}

/** Sets of one kind of document. */
interface LayoutSets<S extends string> {
  /** The set in force on a day (`YYYY-MM-DD…`); before the first that we know, the first. */
  readonly setOn: (day: string) => S
  /** The layout of a set, made once. */
  readonly layout: (set: S) => Layout
}

/** Layouts that come into force one after the other, in that order. */
export function layoutSets<S extends string>(
  sets: readonly [LayoutSet<S>, ...(readonly LayoutSet<S>[])],
): LayoutSets<S> {
  const made = new Map<S, Layout>()
  return {
    setOn: (day) => (sets.findLast(({ since }) => since <= day.slice(0, 10)) ?? sets[0]).set,
    layout: (set) => {
      const layout = made.get(set) ?? layoutOf(sets.find((each) => each.set === set)?.data)
      made.set(set, layout)
      return layout
    },
  }
}
