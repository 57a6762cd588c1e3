import * as v from 'valibot'
import type { Ctx } from './context'
import { invalid } from './errors'
import type { RecordOf, Resource, Row } from './resource'
import type { Verb } from './rights'

/** What an action answers: JSON of its own, or nothing, and then the changed record is shown. */
type Answer = object | undefined | void

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
export interface RecordAction<R extends Resource, S extends v.GenericSchema> extends Common<S> {
  readonly on: 'record'
  readonly run: (work: { ctx: Ctx; record: RecordOf<R>; input: v.InferOutput<S> }) => Promise<Answer>
}

/** An action on the resource as a whole: `/api/{resource}/{action}`, or with any id, which is ignored. */
export interface CollectionAction<S extends v.GenericSchema> extends Common<S> {
  readonly on: 'collection'
  readonly run: (work: { ctx: Ctx; input: v.InferOutput<S> }) => Promise<Answer>
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
  readonly run: (ctx: Ctx, record: Row | undefined, input: unknown) => Promise<Answer>
}

const registry = new Map<string, Map<string, Action>>()

/** Defines an action of a resource: `GET or POST /api/{resource}/{id}/{name}`. It runs in one transaction. */
export function action<R extends Resource, S extends v.GenericSchema>(
  resource: R,
  name: string,
  options: RecordAction<R, S> | CollectionAction<S>,
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
    run: (ctx, record, raw) => {
      const checked = parseInput(input, raw)
      return options.on === 'record'
        ? options.run({ ctx, record: recordOf(resource, record), input: checked })
        : options.run({ ctx, input: checked })
    },
  }
  registry.set(resource.name, known.set(name, defined))
  return defined
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
