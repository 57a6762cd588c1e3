import type { TravelGuess } from '../../../core/routing/matrices'
import type { Elite, PlannedRoute, Progress } from '../../../core/routing/solve'
import type { Solution } from '../../../core/routing/solution'

/** What a solving thread is asked. `travel` guesses distances where the request has coordinates only. */
export interface SearchRequest {
  readonly kind: 'solve'
  readonly problem: unknown
  readonly travel: TravelGuess
  readonly seed: number
  readonly seconds?: number
  readonly iterations?: number
  /** Whether others search the same problem side by side. */
  readonly company: boolean
}

export type ToSearch = SearchRequest | { readonly kind: 'meet'; readonly elite: Elite } | { readonly kind: 'stop' }

export interface LiveProgress extends Progress {
  /** The routes, when they are better than those told before. */
  readonly routes?: readonly PlannedRoute[]
}

export type FromSearch =
  | { readonly kind: 'progress'; readonly progress: LiveProgress; readonly objective: number }
  | { readonly kind: 'elite'; readonly elite: Elite }
  | { readonly kind: 'answer'; readonly solution: Solution; readonly objective: number }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
