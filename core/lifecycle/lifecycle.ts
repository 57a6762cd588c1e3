import { CoreError } from '../errors'

/** When an action may happen: each condition names its own refusal. */
export interface Transition<R> {
  readonly action: string
  /** Reasons that forbid it, the first that holds is told. Portuguese, for people. */
  readonly refusals: readonly {
    readonly when: (record: R) => boolean
    readonly code: string
    readonly message: string
  }[]
}

/** A document's life: its states, derived from its dates, and the actions that move it. */
export interface Lifecycle<R, S extends string> {
  readonly name: string
  readonly status: (record: R) => S
  readonly transitions: Readonly<Record<string, Transition<R>>>
}

/** Why an action may not happen now, or undefined when it may. The same table guards the server and explains the screen's disabled button. */
export function whyNotNow<R>(
  life: Lifecycle<R, string>,
  record: R,
  action: string,
): { code: string; message: string } | undefined {
  const transition = life.transitions[action]
  if (!transition) return { code: 'transition', message: `A ação '${action}' não existe para ${life.name}.` }
  const refusal = transition.refusals.find((one) => one.when(record))
  return refusal && { code: refusal.code, message: refusal.message }
}

/** Throws the refusal of an action that may not happen now. */
export function assertTransition<R>(life: Lifecycle<R, string>, record: R, action: string): void {
  const refusal = whyNotNow(life, record, action)
  if (refusal) throw new CoreError(refusal.code, refusal.message)
}

/** Builds the transitions of a document by action name. */
export function transitions<R>(
  table: Readonly<Record<string, Transition<R>['refusals']>>,
): Readonly<Record<string, Transition<R>>> {
  return Object.fromEntries(Object.entries(table).map(([action, refusals]) => [action, { action, refusals }]))
}
