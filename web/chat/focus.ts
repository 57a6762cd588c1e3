import type { FocusEvent } from 'react'

/** What had the focus before the chat took it. */
let outside: HTMLElement | null = null

/** Remembers where the focus came from when it enters the chat. */
export function noteEntry(event: FocusEvent<HTMLElement>): void {
  const from = event.relatedTarget
  if (from instanceof HTMLElement && !event.currentTarget.contains(from)) outside = from
}

/** Back to the work: what had the focus before the chat, or the chat's own button when that is gone. */
export function leaveChat(): void {
  const back = outside?.isConnected === true ? outside : document.querySelector('.topbar .chat-tool')
  outside = null
  if (back instanceof HTMLElement) back.focus()
}
