import { signal } from '@preact/signals-react'
import { array, nullable, number, object, safeParse, string, type InferOutput } from 'valibot'
import { ApiError, post } from '../app/api'
import { readStored, writeStored } from '../app/storage'
import { newKey } from '../app/plain-http'
import { readMessage, type Message } from './shapes'

const Waiting = object({
  chave: string(),
  user_dest_id: number(),
  text: string(),
  /** Milliseconds since 1970. */
  at: number(),
  /** Why the server refused it; null while it is on its way. */
  fault: nullable(string()),
})

/** A message that the server has not answered yet. */
export type Waiting = InferOutput<typeof Waiting>

const AGAIN_MS = 5_000
/** What another tab wrote and has not sent for this long is sent by the one that leads. Sent twice, it is stored once. */
const ORPHAN_MS = 10_000

/**
 * Messages on their way, in their order: each is sent under its own key until the server answers, over lost networks and reloaded pages. They are kept in
 * the browser only until then.
 */
export const outbox = signal<readonly Waiting[]>([])

let key = ''
let sending = false
let timer: ReturnType<typeof setTimeout> | undefined
let onSent: (message: Message) => void = () => undefined

const stored = (): readonly Waiting[] => {
  const parsed = safeParse(array(Waiting), readStored(key))
  return parsed.success ? parsed.output : []
}

/** Takes up what this browser had not sent. */
export function startOutbox(identity: string, sent: (message: Message) => void): () => void {
  key = `chat.${identity}.fila`
  onSent = sent
  outbox.value = stored()
  return () => {
    clearTimeout(timer)
    outbox.value = []
    key = ''
  }
}

/** What a person leaves behind in the browser by signing out: nothing. */
export function clearOutbox(): void {
  writeStored(key, null)
}

export function enqueue(user_dest_id: number, text: string): void {
  change((all) => [...all, { chave: newKey(), user_dest_id, text, at: Date.now(), fault: null }])
  void flush()
}

export function tryAgain(chave: string): void {
  change((all) => all.map((one) => (one.chave === chave ? { ...one, fault: null } : one)))
  void flush()
}

/** It was stored, or is given up. */
export function settled(chave: string): void {
  if (outbox.value.some((one) => one.chave === chave)) change((all) => all.filter((one) => one.chave !== chave))
}

/** The leading tab sends what a tab that is gone has left. */
export function adoptOrphans(): void {
  const mine = new Set(outbox.value.map((one) => one.chave))
  const left = stored().filter((one) => !mine.has(one.chave) && Date.now() - one.at > ORPHAN_MS)
  if (left.length > 0) outbox.value = [...outbox.value, ...left]
}

function change(step: (all: readonly Waiting[]) => readonly Waiting[]): void {
  const before = new Set(outbox.value.map((one) => one.chave))
  outbox.value = step(outbox.value)
  const others = stored().filter((one) => !before.has(one.chave))
  const all = [...others, ...outbox.value]
  writeStored(key, all.length === 0 ? null : all)
}

/** Sends what waits, one after another. */
export async function flush(): Promise<void> {
  if (sending) return
  sending = true
  clearTimeout(timer)
  for (let next = waiting(); next !== undefined; next = waiting())
    if (!(await attempt(next))) {
      timer = setTimeout(() => void flush(), AGAIN_MS)
      break
    }
  sending = false
}

const waiting = (): Waiting | undefined => outbox.value.find((one) => one.fault === null)

/** False when the server could not be asked: later again. */
async function attempt({ chave, user_dest_id, text }: Waiting): Promise<boolean> {
  try {
    const message = readMessage(await post('chat/mensagem', { user_dest_id, text, chave }, { quiet: true }))
    settled(chave)
    onSent(message)
    return true
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 0 || status === 401 || status === 419 || status >= 500) return false
    const fault = error instanceof Error ? error.message : 'A mensagem não foi enviada.'
    change((all) => all.map((one) => (one.chave === chave ? { ...one, fault } : one)))
    return true
  }
}
