import { computed, signal } from '@preact/signals-react'
import { isRecord, textOf } from '../ui/row'
import type { ScreenDefinition } from './registry'
import { session } from './session'
import { readStored, writeStored } from './storage'

/** What a person chose of the menu, kept where the other preferences of a window are, for each user by themselves. */
interface MenuChoices {
  /** Paths of screens, in the order in which they were chosen. */
  readonly favourites: readonly string[]
  /** Paths of screens used last. */
  readonly recent: readonly string[]
  /** Areas that were folded or opened by hand, by their names. */
  readonly open: Readonly<Record<string, boolean>>
}

const NONE: MenuChoices = { favourites: [], recent: [], open: {} }
const LIMITS = { favourites: 12, recent: 4 }

const keyNow = computed(() => (session.value.status === 'in' ? `menu.${session.value.user.id}` : ''))
/** Grows when something was chosen, so that who shows it looks again. */
const changes = signal(0)

const paths = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((one) => textOf(one)).filter((one) => one !== '') : []

const stored = computed((): MenuChoices => {
  const found = changes.value < 0 || keyNow.value === '' ? null : readStored(keyNow.value)
  if (!isRecord(found)) return NONE
  const open = isRecord(found.open) ? Object.entries(found.open).map(([area, is]) => [area, is === true] as const) : []
  return { favourites: paths(found.favourites), recent: paths(found.recent), open: Object.fromEntries(open) }
})

function change(next: Partial<MenuChoices>): void {
  if (keyNow.peek() === '') return
  writeStored(keyNow.peek(), { ...stored.peek(), ...next })
  changes.value += 1
}

const among = (screens: readonly ScreenDefinition[], wanted: readonly string[]): readonly ScreenDefinition[] =>
  wanted.flatMap((path) => screens.filter((screen) => screen.path === path))

/** The screens that the person marked, of those that they may open. */
export const favouritesOf = (screens: readonly ScreenDefinition[]): readonly ScreenDefinition[] =>
  among(screens, stored.value.favourites)

/** The screens used last that are no favourites. */
export const recentOf = (screens: readonly ScreenDefinition[]): readonly ScreenDefinition[] =>
  among(
    screens,
    stored.value.recent.filter((path) => !stored.value.favourites.includes(path)),
  )

export const isFavourite = (path: string): boolean => stored.value.favourites.includes(path)

export function toggleFavourite(path: string): void {
  const { favourites } = stored.peek()
  const others = favourites.filter((one) => one !== path)
  change({
    favourites: others.length < favourites.length ? others : [...favourites, path].slice(-LIMITS.favourites),
  })
}

/** A screen is used: one of the last few keeps its place, so that the menu does not move under the hand. */
export function noteVisit(path: string): void {
  const { recent } = stored.peek()
  if (!recent.includes(path)) change({ recent: [path, ...recent].slice(0, LIMITS.recent) })
}

/** Was the area folded or opened by hand? Undefined where nobody did. */
export const openByHand = (area: string): boolean | undefined => stored.value.open[area]

export function foldArea(area: string, open: boolean): void {
  change({ open: { ...stored.peek().open, [area]: open } })
}
