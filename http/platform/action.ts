import * as v from 'valibot'
import type { Services } from './app'
import type { Ctx } from './context'
import { invalid } from './errors'
import type { RecordOf, Resource, Row } from './resource'
import type { Verb } from './rights'

/** What an action answers: JSON of its own, or nothing, and then the changed record is shown. */
type Answer = object | undefined | void

/** What is asked of an outside service, while no transaction and no connection is held. */
type Question<A> = (services: Services) => Promise<A>

interface Common<S extends v.GenericSchema> {
  /** What the action does, one line in Portuguese, for documentation. */
  readonly summary: string
  /** The right on the resource that it needs; `own` lets every signed-in user call it, and the action itself decides. */
  readonly right: Verb | 'own'
  /** True when it changes nothing: then GET needs no XHR header and there is no transaction. */
  readonly reads?: boolean
  readonly input: S
}

/** An action on one record, which is loaded and locked before it runs. */
export interface RecordAction<R extends Resource, S extends v.GenericSchema, A> extends Common<S> {
  readonly on: 'record'
  /** For what an outside service has to be asked: looks up what is needed, and answers with the question; `run` is given what came of it. */
  readonly ask?: (work: { ctx: Ctx; record: RecordOf<R>; input: v.InferOutput<S> }) => Promise<Question<A>>
  readonly run: (work: { ctx: Ctx; record: RecordOf<R>; input: v.InferOutput<S>; asked: A }) => Promise<Answer>
}

/** An action on the resource as a whole: `/api/{resource}/{action}`, or with an id, which comes with the input as `id`. */
export interface CollectionAction<S extends v.GenericSchema, A> extends Common<S> {
  readonly on: 'collection'
  /** As an action on one record asks. */
  readonly ask?: (work: { ctx: Ctx; input: v.InferOutput<S> }) => Promise<Question<A>>
  readonly run: (work: { ctx: Ctx; input: v.InferOutput<S>; asked: A }) => Promise<Answer>
}

/** An action as the engine calls it. */
export interface Action {
  readonly resource: Resource
  readonly name: string
  readonly summary: string
  readonly right: Verb | 'own'
  readonly reads: boolean
  readonly on: 'record' | 'collection'
  readonly input: v.GenericSchema
  /** The question to an outside service, when the action has one. */
  readonly ask: ((ctx: Ctx, record: Row | undefined, input: unknown) => Promise<Question<unknown>>) | undefined
  /** `asked` is what came of the question. */
  readonly run: (ctx: Ctx, record: Row | undefined, input: unknown, asked?: unknown) => Promise<Answer>
}

const registry = new Map<string, Map<string, Action>>()

/** Defines an action of a resource: `GET or POST /api/{resource}/{id}/{name}`. It runs in one transaction. */
export function action<R extends Resource, S extends v.GenericSchema, A = undefined>(
  resource: R,
  name: string,
  options: RecordAction<R, S, A> | CollectionAction<S, A>,
): Action {
  const { summary, right, reads = false, on, input } = options
  const known = registry.get(resource.name) ?? new Map<string, Action>()
  if (known.has(name)) throw new Error(`${resource.name}.${name} is defined twice.`)
  const defined: Action = {
    resource,
    name,
    summary,
    right,
    reads,
    on,
    input,
    ask: questionOf(resource, options),
    run: async (ctx, record, raw, brought) => {
      const checked = parseInput(input, raw)
      // The engine gives what the action's own question brought, and nothing where it has none.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      const asked = brought as A
      if (options.on === 'collection') return options.run({ ctx, input: checked, asked })
      return options.run({ ctx, record: recordOf(resource, record), input: checked, asked })
    },
  }
  registry.set(resource.name, known.set(name, defined))
  return defined
}

function questionOf<R extends Resource, S extends v.GenericSchema, A>(
  resource: R,
  options: RecordAction<R, S, A> | CollectionAction<S, A>,
): Action['ask'] {
  const { input } = options
  if (options.on === 'collection') {
    const { ask } = options
    return ask && (async (ctx, _, raw) => ask({ ctx, input: parseInput(input, raw) }))
  }
  const { ask } = options
  return (
    ask && (async (ctx, record, raw) => ask({ ctx, record: recordOf(resource, record), input: parseInput(input, raw) }))
  )
}

/** The actions of a resource. */
export function actionsOf(resource: Resource): readonly Action[] {
  return [...(registry.get(resource.name)?.values() ?? [])]
}

function recordOf<R extends Resource>(resource: R, record: Row | undefined): RecordOf<R> {
  if (!record) throw new Error(`${resource.name}: a record action needs its record.`)
  // The engine loaded it with exactly the resource's columns.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return record as RecordOf<R>
}

/** Checks an input against its schema. Throws a 422 that names the fields; `whole` names what is no object. */
export function parseInput<S extends v.GenericSchema>(schema: S, raw: unknown, whole = 'corpo'): v.InferOutput<S> {
  const parsed = v.safeParse(schema, raw)
  if (parsed.success) return parsed.output
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.issues) {
    const path = issue.path?.map((part) => String(part.key)).join('.') ?? whole
    const message =
      issue.type === 'custom' || issue.kind === 'validation'
        ? issue.message
        : issue.received === 'undefined'
          ? 'Preencha este campo.'
          : 'Valor inválido.'
    errors[path] = [...(errors[path] ?? []), message]
  }
  throw invalid(errors)
}
