import { effect } from '@preact/signals-react'
import { isRecord, textOf } from '../ui/row'
import { looked, reachable, reachedAgain } from './api'
import { compareBuild } from './new-version'

type Listener = () => void

const listeners = new Map<string, Set<Listener>>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const DEBOUNCE_MS = 100
let socket: WebSocket | null = null
let wait = 1000

/** Tells every list of this resource to look again, at most once in 100 ms. */
export function announce(resource: string): void {
  const waiting = timers.get(resource)
  if (waiting !== undefined) clearTimeout(waiting)
  timers.set(
    resource,
    setTimeout(() => {
      timers.delete(resource)
      for (const listener of listeners.get(key(resource)) ?? []) listener()
    }, DEBOUNCE_MS),
  )
}

/** Tells every list to look again: nobody knows what changed while nothing was heard. */
function announceAll(): void {
  for (const resource of listeners.keys()) announce(resource)
}

/** `estoque/mercadoria_familia` and `mercadoria_familia` are one resource: events name it by its last part. */
function key(resource: string): string {
  return resource.split('/').at(-1) ?? resource
}

/** Calls back when records of the resource change, here or elsewhere. Answers with the way to stop. */
export function onChanged(resource: string, listener: Listener): () => void {
  const name = key(resource)
  const set = listeners.get(name) ?? new Set()
  set.add(listener)
  listeners.set(name, set)
  return () => {
    set.delete(listener)
  }
}

function receive(event: MessageEvent): void {
  try {
    const message: unknown = JSON.parse(textOf(event.data))
    if (isRecord(message) && message.type === 'changed') announce(textOf(message.resource))
    if (isRecord(message) && message.type === 'sync') announceAll()
    if (isRecord(message) && message.type === 'hello') compareBuild(textOf(message.build))
  } catch {
    // A message of another version of the server: lists still refresh on their own actions.
  }
}

// Whoever is away is looked for until there, whether or not somebody asks for something meanwhile.
effect(() => {
  if (!reachable.value) void reachedAgain()
})

/** Hears of a lost network at once, from the browser; that it is back only the server's answer says. */
function hearNetwork(): () => void {
  const away = (): void => {
    reachable.value = false
  }
  if (!navigator.onLine) away()
  const back = (): void => void looked()
  addEventListener('offline', away)
  addEventListener('online', back)
  return () => {
    removeEventListener('offline', away)
    removeEventListener('online', back)
  }
}

/** Opens the events socket and keeps it open, waiting longer after each failure (up to 30 s). */
export function connectEvents(): () => void {
  let stopped = false
  let opened = false
  const open = (): void => {
    if (stopped) return
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/events`)
    socket.addEventListener('open', () => {
      wait = 1000
      if (opened) announceAll()
      opened = true
      reachable.value = true
    })
    socket.addEventListener('message', receive)
    socket.addEventListener('close', () => {
      // Closed by a restart or by a session's end, or is the server away? Only asking tells.
      if (!stopped) void looked()
      setTimeout(open, wait)
      wait = Math.min(wait * 2, 30_000)
    })
  }
  open()
  const deaf = hearNetwork()
  return () => {
    stopped = true
    deaf()
    socket?.close()
  }
}
