import { type Call, isUndo, undoKey } from './device-queue'

/** A reading that may be taken off again: as it was sent, or as the server tells of it. */
export type Read = Pick<Call, 'key' | 'body' | 'text'>

interface Readings {
  /** What this person read before this screen was opened, as the server tells it, the oldest first. */
  readonly before: readonly Read[]
  /** What was counted since. */
  readonly done: readonly Read[]
  readonly waiting: readonly Read[]
  /** Keys of what was taken off, or is being. */
  readonly off: ReadonlySet<string>
  /** Nothing before it is taken off any more: an amount was said in place of what was read. */
  readonly settles: (read: Read) => boolean
}

/** The reading that is taken off next: the last one of this person's that is not off. Undefined where none is left. */
export function lastOf({ before, done, waiting, off, settles }: Readings): Read | undefined {
  const all = [...before, ...done, ...waiting].filter((read) => !isUndo(read))
  const since = all.slice(all.findLastIndex(settles) + 1)
  return since.findLast((read) => !off.has(undoKey(read)))
}
