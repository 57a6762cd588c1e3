import * as v from 'valibot'
import { CoreError } from './errors'

/** A function of the core as `prumo core` offers it: one JSON value in, one out. */
export interface CoreFunction {
  /** `area.name`, e.g. `money.round`. */
  readonly name: string
  /** One line in Portuguese: what it does. */
  readonly summary: string
  /** Shape of the input and of the answer, one line each, for `--list`. */
  readonly takes: string
  readonly gives: string
  readonly run: (input: unknown, host?: Host) => unknown
}

/** What the core has not and a caller may lend it. */
export interface Host {
  /** Seconds on a clock that only goes forward. */
  readonly now: () => number
  /** Solves a VROOM request in threads of their own. */
  readonly solveRoutes?: (problem: unknown, options: RouteThreads) => Promise<unknown>
}

/** How many searches side by side, and how far each goes. */
export interface RouteThreads {
  readonly threads: number
  readonly seed: number
  readonly seconds?: number
  readonly iterations?: number
  readonly travel: { readonly roadFactor: number; readonly speedKmh: number }
}

/** Wraps a pure function for the terminal: `input` is checked by the schema, a mismatch is a CoreError `invalid_input`. */
export function coreFunction<S extends v.GenericSchema>(definition: {
  name: string
  summary: string
  takes: string
  gives: string
  input: S
  run: (input: v.InferOutput<S>, host?: Host) => unknown
}): CoreFunction {
  const { input: schema, run, ...about } = definition
  return {
    ...about,
    run: (input, host) => run(checkedInput(schema, input), host),
  }
}

/** A value that came from outside, as its schema has it. Throws `invalid_input`, naming where it does not fit. */
export function checkedInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (!parsed.success) throw new CoreError('invalid_input', describeIssue(parsed.issues[0]))
  return parsed.output
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = issue.path?.map((part) => String(part.key)).join('.')
  const expected = issue.expected ? `: esperado ${issue.expected}, recebido ${issue.received}` : ''
  return `Entrada inválida${path ? ` em ${path}` : ''}${expected}.`
}

/** An amount as the terminal takes it: a decimal string or a JSON number. */
export const amount = v.union([v.string(), v.number()])
