import { effect, signal } from '@preact/signals-react'

/** What the page shows: the title of its screen. */
export const pageTitle = signal('Prumo')
/** Messages that wait to be read; told before the title. */
export const unreadMessages = signal(0)

/** Keeps the browser's title in step; called once at start. */
export function startTitle(): void {
  effect(() => {
    const count = unreadMessages.value
    document.title = count === 0 ? pageTitle.value : `(${count}) ${pageTitle.value}`
  })
}
