import * as v from 'valibot'
import type { Services } from './app'
import type { Ctx } from './context'
import { type ByLife, guardAction } from './engine/guard'
import { invalid } from './errors'
import { disarmed } from './json'
import type { RecordOf, Resource, Row } from './resource'
import type { Verb } from './rights'

/** What an action answers: JSON of its own, or nothing, and then the changed record is shown. */
type Answer = object | undefined | void

/** How an answer of an action's own is told: a schema of its JSON, or what it is otherwise, in Portuguese (`PDF`). */
export type AnswerTold = v.GenericSchema | string
/** Who answers by themselves say so; who say nothing answer nothing. */
type Answered<W> = W extends AnswerTold ? object : undefined | void

/** What is asked of an outside service, while no transaction and no connection is held. */
type Question<A> = (services: Services) => Promise<A>

interface Common<S extends v.GenericSchema, W> {
  /** What the action does, one line in Portuguese, for documentation. */
  readonly summary: string
  /** The right on the resource that it needs; `own` lets every signed-in user call it, and the action itself decides. */
  readonly right: Verb | 'own'
  /** True when it changes nothing: then GET needs no XHR header and there is no transaction. */
  readonly reads?: boolean
  readonly input: S
  /** What it answers, where that is not the changed record. */
  readonly answer?: W
}

/** An action on one record, which is loaded and locked before it runs. */
export interface RecordAction<R extends Resource, S extends v.GenericSchema, A, W = undefined>
  extends Common<S, W>, ByLife {
  readonly on: 'record'
  /** For what an outside service has to be asked: looks up what is needed, and answers with the question; `run` is given what came of it. */
  readonly ask?: (work: { ctx: Ctx; record: RecordOf<R>; input: v.InferOutput<S> }) => Promise<Question<A>>
  readonly run: (work: { ctx: Ctx; record: RecordOf<R>; input: v.InferOutput<S>; asked: A }) => Promise<Answered<W>>
}

/** An action on the resource as a whole: `/api/{resource}/{action}`, or with an id, which comes with the input as `id`. */
export interface CollectionAction<S extends v.GenericSchema, A, W = undefined> extends Common<S, W> {
  readonly on: 'collection'
  /** As an action on one record asks. */
  readonly ask?: (work: { ctx: Ctx; input: v.InferOutput<S> }) => Promise<Question<A>>
  readonly run: (work: { ctx: Ctx; input: v.InferOutput<S>; asked: A }) => Promise<Answered<W>>
}

/** An action as the engine calls it. */
export interface Action extends ByLife {
  readonly resource: Resource
  readonly name: string
  readonly summary: string
  readonly right: Verb | 'own'
  readonly reads: boolean
  readonly on: 'record' | 'collection'
  readonly input: v.GenericSchema
  readonly answer: AnswerTold | undefined
  /** The question to an outside service, when the action has one. */
  readonly ask: ((ctx: Ctx, record: Row | undefined, input: unknown) => Promise<Question<unknown>>) | undefined
  /** `asked` is what came of the question. */
  readonly run: (ctx: Ctx, record: Row | undefined, input: unknown, asked?: unknown) => Promise<Answer>
}

const registry = new Map<string, Map<string, Action>>()

let checking = false

/** From now on an answer that is not as it is told is an error of the program: for tests, whose every call then proves what OpenAPI says. */
export function checkAnswers(): void {
  checking = true
}

function assertTold(name: string, told: AnswerTold | undefined, answer: Answer): void {
  if (told === undefined || typeof told === 'string') return
  const { issues } = v.safeParse(told, JSON.parse(JSON.stringify(answer ?? null)))
  if (issues)
    throw new Error(
      `${name} answers otherwise than it tells: ${JSON.stringify(v.flatten(issues).nested ?? issues[0].message)}`,
    )
}

/** Defines an action of a resource: `GET or POST /api/{resource}/{id}/{name}`. It runs in one transaction. */
export function action<
  R extends Resource,
  S extends v.GenericSchema,
  A = undefined,
  W extends AnswerTold | undefined = undefined,
>(resource: R, name: string, options: RecordAction<R, S, A, W> | CollectionAction<S, A, W>): Action {
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
    answer: options.answer,
    ...(options.on === 'record' ? byLife(options) : {}),
    ask: questionOf(resource, options),
    run: async (ctx, record, raw, brought) => {
      // The engine gives what the action's own question brought, and nothing where it has none.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      const asked = brought as A
      const answer =
        options.on === 'collection'
          ? await options.run({ ctx, input: parseInput(input, raw), asked })
          : await runOn(ctx, resource, recordOf(resource, record), { options, raw, asked })
      if (checking) assertTold(`${resource.name}.${name}`, options.answer, answer)
      return answer
    },
  }
  registry.set(resource.name, known.set(name, defined))
  return defined
}

const byLife = ({ verb, writes }: ByLife): ByLife => ({
  ...(verb === undefined ? {} : { verb }),
  ...(writes === undefined ? {} : { writes }),
})

interface Called<R extends Resource, S extends v.GenericSchema, A, W> {
  readonly options: RecordAction<R, S, A, W>
  readonly raw: unknown
  readonly asked: A
}

/** Whoever asks for what the document does not allow is told so, and not which field is missing. */
async function runOn<R extends Resource, S extends v.GenericSchema, A, W>(
  ctx: Ctx,
  resource: R,
  record: RecordOf<R>,
  { options, raw, asked }: Called<R, S, A, W>,
) {
  await guardAction(ctx, resource, record, options)
  return options.run({ ctx, record, input: parseInput(options.input, raw), asked })
}

function questionOf<R extends Resource, S extends v.GenericSchema, A, W>(
  resource: R,
  options: RecordAction<R, S, A, W> | CollectionAction<S, A, W>,
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

/** What is said of a value where its schema says nothing itself. */
const message = ({ received }: v.BaseIssue<unknown>): string =>
  received === 'undefined' ? 'Preencha este campo.' : 'Valor inválido.'

/** Checks an input against its schema. Throws a 422 that names the fields, in the schema's own words where it has any; `whole` names what is no object. */
export function parseInput<S extends v.GenericSchema>(schema: S, raw: unknown, whole = 'corpo'): v.InferOutput<S> {
  // A file or a query comes by other ways than JSON: what breaks a conversion is left out of all alike.
  const parsed = v.safeParse(schema, disarmed(raw), { message })
  if (parsed.success) return parsed.output
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.issues) {
    const path = issue.path?.map((part) => String(part.key)).join('.') ?? whole
    errors[path] = [...(errors[path] ?? []), issue.message]
  }
  throw invalid(errors)
}
