import { isRecord } from '../ui/row'

const KINDS = ['entrou', 'saiu', 'bloqueou'] as const
type Kind = (typeof KINDS)[number]

/** What one window of this browser tells the others of its session: they share the cookie. */
function messageOf(data: unknown): { readonly what: Kind; readonly user: number } | null {
  if (!isRecord(data) || typeof data.user !== 'number') return null
  const what = KINDS.find((kind) => kind === data.what)
  return what === undefined ? null : { what, user: data.user }
}

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('prumo.sessao') : null

/** Tells the other windows. */
export function tellWindows(what: Kind, user: number): void {
  // A channel of this origin alone: it has no target to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage({ what, user })
}

/** Hears the other windows; what is no message of ours is left alone. */
export function onWindows(listener: (what: Kind, user: number) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent) => {
    const message = messageOf(data)
    if (message !== null) listener(message.what, message.user)
  })
}
