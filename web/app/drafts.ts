import { isRecord, numberOf, type Values } from '../ui/row'
import { draftPrefix } from './draft-store'
import { session } from './session'

/** What was typed into a record and not saved, as it outlives the page. */
export interface Draft {
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number
  /** The version of the record that it was typed over; null of a new one. */
  readonly versao: number | null
  readonly values: Values
}

/** Longer texts are not kept: the browser's storage is small. */
const LONGEST = 1_000_000
const IV_BYTES = 12

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

interface Place {
  readonly key: CryptoKey
  readonly name: string
  /** What the text is bound to: at another address it does not open. */
  readonly about: Uint8Array<ArrayBuffer>
}

/** Where the draft of an address lies for who is signed in; null where there is no key, or the browser encrypts nothing (plain HTTP). */
async function placeOf(address: string): Promise<Place | null> {
  const now = session.peek()
  const subtle = globalThis.crypto?.subtle
  if (now.status !== 'in' || now.chave_rascunhos === '' || subtle === undefined) return null
  const key = await subtle.importKey('raw', bytesOf(now.chave_rascunhos), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const about = new TextEncoder().encode(`${now.user.id} ${now.empresa_id} ${address}`)
  const salted = new TextEncoder().encode(`${now.chave_rascunhos} ${now.user.id} ${now.empresa_id} ${address}`)
  const digest = base64Of(new Uint8Array(await subtle.digest('SHA-256', salted)))
  return { key, about, name: `${draftPrefix(now.user.id)}${digest}` }
}

/** One after another: what is dropped must not be there again because it was still being encrypted. */
let turn: Promise<void> = Promise.resolve()

function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.then(work)
  return turn
}

/** Nothing is kept while forms are given up: what was typed last is kept a moment later, which would be after their drafts are dropped. */
let givesUp = false

/** Keeps what is typed at an address, encrypted. Never throws: without a key or room nothing is kept. */
export const keepDraft = (address: string, draft: Draft): Promise<void> =>
  inTurn(async () => {
    if (!givesUp) await keep(address, draft)
  })

/** Nothing is kept at an address any more. */
export const dropDraft = (address: string): Promise<void> => inTurn(() => drop(address))

/** Drops the drafts of forms that `leave` leaves behind. */
export async function giveUpDrafts(addresses: readonly string[], leave: () => Promise<void>): Promise<void> {
  givesUp = true
  try {
    await Promise.all(addresses.map((address) => dropDraft(address)))
    await leave()
  } finally {
    givesUp = false
  }
}

async function keep(address: string, draft: Draft): Promise<void> {
  try {
    const place = await placeOf(address)
    const text = new TextEncoder().encode(JSON.stringify(draft))
    if (place === null || text.length > LONGEST) return
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: place.about }, place.key, text)
    localStorage.setItem(place.name, `${base64Of(iv)}.${base64Of(new Uint8Array(sealed))}`)
  } catch {
    // The form itself still holds it.
  }
}

/** What was kept at an address; null when nothing was, or it does not open with this person's key. */
export async function readDraft(address: string): Promise<Draft | null> {
  try {
    const place = await placeOf(address)
    const [iv = '', sealed = ''] = (place === null ? null : localStorage.getItem(place.name))?.split('.') ?? []
    if (place === null || sealed === '') return null
    const way = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: place.about }
    const text = await crypto.subtle.decrypt(way, place.key, bytesOf(sealed))
    const told: unknown = JSON.parse(new TextDecoder().decode(text))
    if (!isRecord(told) || !isRecord(told.values)) return null
    return { at: numberOf(told.at) ?? 0, versao: numberOf(told.versao), values: told.values }
  } catch {
    return null
  }
}

async function drop(address: string): Promise<void> {
  try {
    const place = await placeOf(address)
    if (place !== null) localStorage.removeItem(place.name)
  } catch {
    // Then there is none.
  }
}
