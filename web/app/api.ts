import { signal } from '@preact/signals-react'
import { isRecord, isRow, rowsOf, textOf, type Row, type Values } from '../ui/row'

/** Requests under way; the shell's loading bar reads it. */
export const pending = signal(0)
/** The last request was answered, whatever the answer. */
export const reachable = signal(true)
/** What a request without an answer says. */
export const OFFLINE = 'Sem conexão com o servidor. Verifique a rede e tente de novo.'
/** The company chosen in the shell, sent with every request. */
export const chosenCompany = signal<number | null>(null)
/** Called on a 401 or 419 of anything but sign-in itself. The session module sets it. */
let onSessionLost: (() => void) | null = null
/** Called when the company of this tab is not the user's, or no longer. */
let onCompanyLost: (() => void) | null = null

export function setSessionLostHandler(handler: () => void): void {
  onSessionLost = handler
}

export function setCompanyLostHandler(handler: () => void): void {
  onCompanyLost = handler
}

interface ApiErrorInit {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly descriptions?: readonly string[]
  readonly requestId?: string
  readonly body?: unknown
}

/** The one error a request can end with. `fields` is filled on a 422, `descriptions` when the server sent the error flag. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly descriptions: readonly string[]
  readonly requestId: string
  readonly body: unknown

  constructor(init: ApiErrorInit) {
    super(init.message)
    this.name = 'ApiError'
    this.status = init.status
    this.code = init.code
    this.fields = init.fields ?? {}
    this.descriptions = init.descriptions ?? []
    this.requestId = init.requestId ?? ''
    this.body = init.body
  }
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map((item) => textOf(item)).filter((text) => text !== '') : []
}

/** Reads the API's error shape; anything else (a proxy's page, nothing) becomes an error with the status in it. */
export function readError(status: number, body: unknown): ApiError {
  const shape = isRecord(body) ? body : {}
  const requestId = textOf(shape.request_id)
  const fallback = `O servidor respondeu com o erro ${status}.${requestId === '' ? '' : ` Código: ${requestId}.`}`
  const fields = isRecord(shape.errors)
    ? Object.fromEntries(Object.entries(shape.errors).map(([name, value]) => [name, texts(value)]))
    : {}
  const message = textOf(shape.message) || Object.values(fields)[0]?.[0] || fallback
  const descriptions = shape.error === true ? texts(shape.error_description) : []
  return new ApiError({
    status,
    code: textOf(shape.code) || `http_${status}`,
    message,
    fields,
    descriptions,
    requestId,
    body,
  })
}

export interface RequestOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** A 401 is an answer here, not a lost session (sign-in, the first look at the session). */
  readonly anonymous?: boolean
  /** Nobody waits for it: no loading bar. */
  readonly quiet?: boolean
}

export function address(path: string, query: RequestOptions['query']): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') params.set(key, String(value))
  }
  const text = params.toString()
  const whole = path.startsWith('/') ? path : `/api/${path}`
  return `${whole}${text === '' ? '' : `?${text}`}`
}

export function init(method: string, options: RequestOptions): RequestInit {
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' }
  if (chosenCompany.value !== null) headers['X-Empresa'] = String(chosenCompany.value)
  const isForm = options.body instanceof FormData
  if (options.body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  Object.assign(headers, options.headers)
  const request: RequestInit = { method, headers, credentials: 'same-origin' }
  if (options.body instanceof FormData) request.body = options.body
  else if (options.body !== undefined) request.body = JSON.stringify(options.body)
  if (options.signal !== undefined) request.signal = options.signal
  return request
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Was a call refused, so that nothing of it was done? After a lost answer, or a fault of the server, nobody knows: it is repeated under its key. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * One request to `/api/{path}`, or to a path of the server that begins with a slash. Answers with the decoded body; throws ApiError, or the browser's AbortError when the caller gave it up.
 * Never retries: a write that may have happened is for the person to repeat, under the same Idempotency-Key.
 */
export async function request(method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
  const shown = options.quiet === true ? 0 : 1
  pending.value += shown
  try {
    const response = await fetch(address(path, options.query), init(method, options))
    const body = await readBody(response)
    reachable.value = true
    if (response.ok) return body
    if ((response.status === 401 || response.status === 419) && options.anonymous !== true) onSessionLost?.()
    const refused = readError(response.status, body)
    if (refused.code === 'not_your_company') onCompanyLost?.()
    throw refused
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error
    reachable.value = false
    throw new ApiError({ status: 0, code: 'offline', message: OFFLINE })
  } finally {
    pending.value -= shown
  }
}

const PROBE_MS = 2_000

/** Asks the server whether it can be reached, and keeps the answer in `reachable`. */
export async function looked(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    reachable.value = true
  } catch {
    reachable.value = false
  }
}

/** Waits until the server can be reached again, asking it now and then. */
export async function reachedAgain(): Promise<void> {
  do {
    await new Promise((later) => setTimeout(later, PROBE_MS))
    await looked()
  } while (!reachable.value)
}

/** Did a call come to nobody, or its answer not back? */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline'

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

export const get = (path: string, options?: RequestOptions): Promise<unknown> => request('GET', path, options)
export const post = (path: string, body?: unknown, options?: RequestOptions): Promise<unknown> =>
  request('POST', path, { ...options, body: body ?? {} })
export const put = (path: string, body: unknown, options?: RequestOptions): Promise<unknown> =>
  request('PUT', path, { ...options, body })
export const remove = (path: string): Promise<unknown> => request('DELETE', path)

/** A list request in the API's words; objects are sent as JSON. */
export interface ListQuery {
  readonly page?: number
  readonly perPage?: number
  readonly orderBy?: string
  readonly sortedBy?: 'asc' | 'desc'
  readonly search?: string
  readonly where?: Values
  readonly between?: Readonly<Record<string, { readonly ini?: string; readonly fim?: string }>>
  readonly custom?: Values
  /** Fields that are summed over all that the list finds, separated by commas. */
  readonly sums?: string
}

/** Sums by field: a number of money, `[{ unidade, soma }]` of a quantity. */
export type Sums = Readonly<Record<string, unknown>>

/** How many rows a list finds, and what they add up to. */
export interface Totals {
  readonly total: number
  /** Only what the server came to: none where the total is estimated. */
  readonly sums: Sums | undefined
}

export interface ListPage extends Totals {
  readonly data: readonly Row[]
  /** The total is estimated. */
  readonly capped: boolean
}

/** What an answer tells of all that a list finds. */
export const totalsOf = (body: Values, fallback: number): Totals => ({
  total: typeof body.total === 'number' ? body.total : fallback,
  sums: isRecord(body.sums) ? body.sums : undefined,
})

const packed = (value: object | undefined): string | undefined =>
  value === undefined || Object.keys(value).length === 0 ? undefined : JSON.stringify(value)

/** A list's question as its address carries it. */
export function listParams({ where, between, custom, ...plain }: ListQuery): NonNullable<RequestOptions['query']> {
  const search = plain.search?.includes(':') === true ? { searchJoin: 'and' } : {}
  return { ...plain, ...search, where: packed(where), between: packed(between), custom: packed(custom) }
}

export async function list(resource: string, query: ListQuery, signal?: AbortSignal): Promise<ListPage> {
  const answer = await get(resource, {
    query: listParams(query),
    ...(signal === undefined ? {} : { signal }),
  })
  const body = isRecord(answer) ? answer : {}
  const data = rowsOf(body.data)
  return { data, ...totalsOf(body, data.length), capped: body.total_capped === true }
}

/** A record the server answered with; an answer without id is an error of the server, said as such. */
export function readRow(answer: unknown): Row {
  if (isRow(answer)) return answer
  if (isRecord(answer) && isRow(answer.data)) return answer.data
  throw new ApiError({
    status: 0,
    code: 'unexpected_answer',
    message: 'O servidor respondeu algo que esta tela não entende.',
  })
}
