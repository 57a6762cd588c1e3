import { isRecord, textOf } from '../ui/row'
import { readStored, writeStored } from './storage'

/** Records that this person opened last in this browser, the newest first. */
export interface Recent {
  readonly path: string
  readonly title: string
}

const KEY = 'recentes'
const MOST = 8

export function recents(): readonly Recent[] {
  const stored = readStored(KEY)
  return Array.isArray(stored)
    ? stored.filter((one) => isRecord(one)).map((one) => ({ path: textOf(one.path), title: textOf(one.title) }))
    : []
}

/** The list with one more opened. */
export const withRecent = (all: readonly Recent[], one: Recent): readonly Recent[] =>
  [one, ...all.filter(({ path }) => path !== one.path)].slice(0, MOST)

/** Notes that a record was opened. */
export function remember(one: Recent): void {
  writeStored(KEY, withRecent(recents(), one))
}
