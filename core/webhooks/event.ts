/** A stored record, before and after a change. Amounts are decimal text, instants are text. */
export type Row = Readonly<Record<string, unknown>>

/** Something that happens to a document, as other systems are told of it. */
export interface WebhookEvent {
  /** As webhooks name it; the first one is the default (spec N1-020, C1-057). */
  readonly type: string
  /** What people read. */
  readonly label: string
  /** The resources it happens to. */
  readonly resources: readonly string[]
  /** Did it happen between these two states of a record? `before` is undefined for a new one. */
  readonly happened: (before: Row | undefined, after: Row) => boolean
}

export const given = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** A date was set that was not there before. */
export const was = (name: string) => (before: Row | undefined, after: Row) =>
  !given(before?.[name]) && given(after[name])

/** A date was set, also where an earlier one stood: what happens again is told again. */
export const anew = (name: string) => (before: Row | undefined, after: Row) =>
  given(after[name]) && before?.[name] !== after[name]
