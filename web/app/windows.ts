import { number, object, picklist, safeParse } from 'valibot'

/** What one window of this browser tells the others of its session: they share the cookie. */
const Message = object({ what: picklist(['entrou', 'saiu', 'bloqueou']), user: number() })

const messageOf = (data: unknown): { readonly what: 'entrou' | 'saiu' | 'bloqueou'; readonly user: number } | null => {
  const read = safeParse(Message, data)
  return read.success ? read.output : null
}

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('prumo.sessao') : null

/** Tells the other windows. */
export function tellWindows(what: 'entrou' | 'saiu' | 'bloqueou', user: number): void {
  // A channel of this origin alone: it has no target to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage({ what, user })
}

/** Hears the other windows; what is no message of ours is left alone. */
export function onWindows(listener: (what: 'entrou' | 'saiu' | 'bloqueou', user: number) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent) => {
    const message = messageOf(data)
    if (message !== null) listener(message.what, message.user)
  })
}
