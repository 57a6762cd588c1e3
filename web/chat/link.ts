import { readEvent, type ChatEvent } from './shapes'

/** Times in milliseconds. */
const WAIT = { first: 1_000, most: 30_000, ping: 25_000, answer: 10_000 } as const
/** The server's word that the session behind the socket has ended. */
const SESSION_ENDED = 4401

export interface Link {
  /** Tries now, when it was waiting. */
  retry(): void
  stop(): void
}

export interface LinkHandlers {
  readonly onEvent: (event: ChatEvent) => void
  /** The socket works, or does not. */
  readonly onWorking: (working: boolean) => void
  readonly onSessionEnded: () => void
}

/**
 * Keeps `/ws/chat` open: after each failure it waits longer (1 s up to 30 s, a little by chance so that not everybody comes at once), comes at
 * once when the network or the page is back, and takes a socket that does not answer for dead.
 */
export function openLink(handlers: LinkHandlers): Link {
  let socket: WebSocket | null = null
  let wait: number = WAIT.first
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const drop = (): void => {
    const old = socket
    socket = null
    clearTimeout(silence)
    // Not waited for: on a dead network the goodbye never arrives.
    old?.close()
    handlers.onWorking(false)
    clearTimeout(retry)
    retry = setTimeout(connect, wait * (0.7 + 0.6 * Math.random()))
    wait = Math.min(wait * 2, WAIT.most)
  }
  const connect = (): void => {
    clearTimeout(retry)
    const mine = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/chat`)
    socket = mine
    mine.addEventListener('message', ({ data }) => {
      if (socket !== mine) return
      clearTimeout(silence)
      const event = eventIn(data)
      if (event === null) return
      if (event.event === 'user register') {
        wait = WAIT.first
        handlers.onWorking(true)
        mine.send('{"event":"user register"}')
      }
      handlers.onEvent(event)
    })
    mine.addEventListener('close', ({ code }) => {
      if (socket !== mine) return
      drop()
      if (code === SESSION_ENDED) handlers.onSessionEnded()
    })
  }
  const ping = (): void => {
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send('{"event":"ping"}')
    clearTimeout(silence)
    silence = setTimeout(drop, WAIT.answer)
  }
  const now = (): void => {
    if (stopped || document.visibilityState === 'hidden') return
    if (socket === null) connect()
    else ping()
  }
  const pings = setInterval(ping, WAIT.ping)
  addEventListener('online', now)
  addEventListener('offline', drop)
  document.addEventListener('visibilitychange', now)
  connect()
  const stop = (): void => {
    const old = socket
    socket = null
    stopped = true
    clearTimeout(retry)
    clearTimeout(silence)
    clearInterval(pings)
    removeEventListener('online', now)
    removeEventListener('offline', drop)
    document.removeEventListener('visibilitychange', now)
    old?.close()
  }
  return { retry: now, stop }
}

function eventIn(data: unknown): ChatEvent | null {
  try {
    return readEvent(data)
  } catch {
    // An event of another version of the server: what it meant is seen at the next look.
    return null
  }
}
