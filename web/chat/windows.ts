import { computed, signal } from '@preact/signals-react'
import { layerStack, ROOT_LAYER } from '../app/keys'
import { mobile } from '../app/prefs'
import { isRecord, numberOf } from '../ui/row'
import { readTab, writeTab } from './keep'

/** One conversation that is open: over the layer in which it was opened, large or small. */
export interface ChatWindow {
  readonly user: number
  readonly small: boolean
  readonly layer: string
}

/** Widths in px, as the style sheet has them. */
const WIDTH = { window: 312, list: 332, margins: 104 } as const
const LIMIT = 12

export const windows = signal<readonly ChatWindow[]>([])
/** The layer over which the list is open. */
export const listAt = signal<string | null>(null)
/** The window that takes the focus, and how often it was asked to. */
export const wanted = signal({ user: 0, times: 0 })
const width = signal(0)
let key = ''

export const topLayer = computed(() => layerStack.value.at(-1) ?? ROOT_LAYER)
export const listOpen = computed(() => listAt.value === topLayer.value)

/** How many windows stand side by side; on a phone one fills it. */
const room = computed(() => {
  if (mobile.value) return 1
  return Math.max(1, Math.floor((width.value - WIDTH.margins - (listOpen.value ? WIDTH.list : 0)) / WIDTH.window))
})

/** Windows on the screen now, oldest first. What lies under a dialog waits there; on a phone the list comes before a conversation. */
export const shownWindows = computed(() => {
  if (mobile.value && listOpen.value) return []
  return windows.value.filter((one) => !one.small && one.layer === topLayer.value).slice(-room.value)
})

/** Open ones that are small, or have no room: faces above the chat's button. */
export const smallWindows = computed(() => {
  const shown = new Set(shownWindows.value)
  return windows.value.filter((one) => one.layer === topLayer.value && !shown.has(one))
})

function set(next: readonly ChatWindow[]): void {
  windows.value = next.slice(-LIMIT)
  writeTab(
    key,
    windows.value.map(({ user, small }) => ({ user, small })),
  )
}

/** Opens a conversation over the top layer, or brings it there, and gives it the focus. */
export function openWindow(user: number): void {
  if (mobile.value) listAt.value = null
  set([...windows.value.filter((one) => one.user !== user), { user, small: false, layer: topLayer.value }])
  wanted.value = { user, times: wanted.value.times + 1 }
}

export function shrinkWindow(user: number): void {
  set(windows.value.map((one) => (one.user === user ? { ...one, small: true } : one)))
}

export function closeWindow(user: number): void {
  set(windows.value.filter((one) => one.user !== user))
}

/** Opens or closes the list over the top layer. */
export function toggleList(): void {
  listAt.value = listOpen.value ? null : topLayer.value
}

/** Windows whose dialog has closed come down to what lies under it. */
export function settleLayers(): void {
  const stack = new Set([...layerStack.value, ROOT_LAYER])
  if (listAt.value !== null && !stack.has(listAt.value)) listAt.value = null
  if (windows.value.some((one) => !stack.has(one.layer)))
    windows.value = windows.value.map((one) => (stack.has(one.layer) ? one : { ...one, layer: topLayer.value }))
}

/** Takes up the windows that this tab had before it was loaded anew; on a phone they stay small. */
export function startWindows(identity: string): () => void {
  key = `chat.${identity}.janelas`
  const kept = readTab(key)
  const rows = Array.isArray(kept) ? kept.filter(isRecord) : []
  windows.value = rows.flatMap((row) => {
    const user = numberOf(row.user)
    return user === null ? [] : [{ user, small: row.small === true || mobile.value, layer: ROOT_LAYER }]
  })
  listAt.value = null
  const measure = (): void => {
    width.value = innerWidth
  }
  measure()
  addEventListener('resize', measure)
  return () => {
    removeEventListener('resize', measure)
    windows.value = []
    listAt.value = null
  }
}
