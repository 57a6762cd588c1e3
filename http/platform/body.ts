import { createHash } from 'node:crypto'
import type { Context } from './app'
import { ApiError, badRequest } from './errors'
import { readJson } from './json'

/** Bodies of calls: how large they may be is known before they are read, and kept to while they are. */

const KB = 1024
/** What strangers may send: a sign-in, a sign-up, a forgotten password. */
const PUBLIC_LIMIT = 16 * KB
/** What somebody signed in may send as JSON: a document of 2,000 lines has a third of it. */
const JSON_LIMIT = 2 * KB * KB
/** Around the file of an upload: borders of its parts, names, small fields. */
const FORM_FRAME = 64 * KB
const MAX_DEPTH = 64
const MAX_ELEMENTS = 250_000

const inWords = (bytes: number): string =>
  bytes < KB * KB ? `${Math.floor(bytes / KB)} kB` : `${Math.floor(bytes / KB / KB)} MB`

const tooLarge = (limit: number, message = `O conteúdo enviado é maior que ${inWords(limit)}.`) =>
  new ApiError(413, 'too_large', message)

const JSON_TYPE = /^application\/json(?:;|$)/i
const notJson = () => new ApiError(415, 'not_json', 'Envie o corpo da chamada como application/json.')

/** Reads a body of at most `limit` bytes, and no byte more. Throws 413. */
async function bytesOf(c: Context, limit: number, message?: string): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw tooLarge(limit, message)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of c.req.raw.body ?? []) {
    size += part.byteLength
    if (size > limit) throw tooLarge(limit, message)
    parts.push(part)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  if (c.req.header('Idempotency-Key')) digests.set(c, digestOf(c, whole))
  return whole
}

/** Digests of bodies that were read, to know them again. */
const digests = new WeakMap<Context, string>()

/** A digest of a call's body, byte for byte; of an upload, of its whole form, which has been read. Throws 413. */
export async function bodyDigest(c: Context): Promise<string> {
  const known = digests.get(c)
  if (known !== undefined) return known
  if (c.req.method !== 'GET') await textOf(c)
  return digests.get(c) ?? ''
}

/** An action that asks an outside service reads its body twice. */
const texts = new WeakMap<Context, Promise<string>>()

function textOf(c: Context): Promise<string> {
  const known = texts.get(c)
  if (known) return known
  const limit = c.get('actor') ? JSON_LIMIT : PUBLIC_LIMIT
  const read = bytesOf(c, limit).then((bytes) => new TextDecoder().decode(bytes))
  texts.set(c, read)
  return read
}

/**
 * The JSON body of a request; an empty one is an empty object. Throws 400 when it cannot be read, or is nested deeper or has more parts than any
 * call needs, 415 from a stranger who does not say that it is JSON, and 413 above 16 kB of a stranger or 2 MB of somebody signed in.
 */
export async function jsonBody(c: Context): Promise<unknown> {
  // Another site's form can say what it likes, but not that it is JSON: nobody is signed in, or out, by it.
  if (!c.get('actor') && !JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw notJson()
  const text = await textOf(c)
  return text.trim() === '' ? {} : readBody(text)
}

/** The text of a stranger's call as it came, to be checked against its signature before anything is made of it. Throws 413 above 16 kB. */
export const signedBody = (c: Context): Promise<string> => textOf(c)

/** The JSON of a text that was read. Throws 400 as `jsonBody` does. */
export function readBody(text: string): unknown {
  assertModest(text)
  try {
    return readJson(text)
  } catch {
    throw badRequest('O corpo da chamada não é um JSON válido.')
  }
}

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 44, 91, 93, 123, 125]

/** Depth and number of parts, counted before anything is made of them. Throws 400. */
function assertModest(text: string): void {
  let [depth, elements, inText] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inText = false
      continue
    }
    if (code === QUOTE) inText = true
    else if (code === COMMA) elements++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS)
      throw badRequest('O corpo da chamada tem níveis ou elementos demais.', 'too_complex')
  }
}

/** The border of a form's parts is chosen anew each time that the same form is sent. */
function digestOf(c: Context, bytes: Uint8Array): string {
  const border = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(c.req.header('Content-Type') ?? '')?.[1]
  const told = border === undefined ? bytes : Buffer.from(bytes).toString('latin1').replaceAll(border, '')
  return createHash('sha256').update(told).digest('base64url')
}

interface Upload {
  /** Most bytes of its files, all together. */
  readonly limit: number
  /** Said when it is no form: what to send, and as which field. */
  readonly hint: string
  /** Said when it is larger, in place of how large it may be. */
  readonly tooLarge?: string
}

/** The form of an upload. Throws 400 for what is none, 413 for one larger than its files may be. */
export async function uploadForm(c: Context, { limit, hint, tooLarge: message }: Upload): Promise<FormData> {
  const type = c.req.header('Content-Type') ?? ''
  const bytes = await bytesOf(c, limit + FORM_FRAME, message)
  return new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw badRequest(hint)
  })
}

const FORM_TYPE = /^application\/x-www-form-urlencoded(?:;|$)/i

/** The fields of a page's own form, sent by a stranger without a script: the last of each name. Throws 415 for what is none, 413 above 16 kB. */
export async function formBody(c: Context): Promise<Readonly<Record<string, string>>> {
  if (!FORM_TYPE.test(c.req.header('Content-Type') ?? ''))
    throw new ApiError(415, 'not_form', 'Envie o formulário da página.')
  return Object.fromEntries(new URLSearchParams(await textOf(c)))
}

/** The name of an uploaded file without folders and control characters, its end kept when it is long. */
export function bareName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  return last.replaceAll(/\p{C}/gu, '').trim().slice(-200)
}
