import type { CoreError } from '../../../core/errors'
import type { ApiError } from '../errors'

/** What goes between a call and the thread that works for it. */
export type ToThread = { readonly input: unknown }

/** What an `ApiError` says beside code and message. */
export interface ApiPart {
  readonly status: ApiError['status']
  readonly errors: ApiError['errors']
}

export type FromThread =
  | { readonly kind: 'progress'; readonly told: unknown }
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** What was given is wrong: a `CoreError`, or with a status an `ApiError`. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly fields?: CoreError['fields']
      readonly api?: ApiPart
    }
  | { readonly kind: 'failed'; readonly message: string }

/** Work that a thread can do: pure, of values that can be copied. Its file exports it as `work`. */
export type Work<I, O, P> = (input: I, tell: (progress: P) => void) => O | Promise<O>
