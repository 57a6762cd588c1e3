import * as v from 'valibot'
import type { Verb } from '../../core/lifecycle/life'
import { checkedReason } from '../../core/lifecycle/reasons'
import { verbOf } from '../../core/lifecycle/standing'
import { action, type Action } from './action'
import type { Ctx } from './context'
import { guardVerb } from './engine/guard'
import { update } from './engine/write'
import { shortText } from './inputs'
import type { RecordOf, Resource, Row } from './resource'

/** What a step leaves: further columns of the document to set, and what it answers in place of the document. */
export interface Done {
  readonly set?: Row
  readonly answer?: object
}

type Input<E extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<E, undefined>>

interface StepOptions<R extends Resource, E extends v.ObjectEntries> {
  /** The shape of what it answers; where it names none, the document is shown. */
  readonly answer?: v.GenericSchema
  /** What the step does, one line in Portuguese, for documentation. */
  readonly summary: string
  /** What it takes beside its reason. */
  readonly input?: E
  /** What it does beside moving the document on: called when the life allows it, in the transaction that moves it. */
  readonly run?: (work: {
    ctx: Ctx
    record: RecordOf<R>
    input: Input<E>
    reason: string | null
  }) => Promise<Done | void>
}

const given = v.optional(v.nullable(shortText(500)), '')
/** The names under which a reason comes: documents use all of them for the same. */
export const REASON = { xJust: given, xMotivoCancelamento: given, xJustCancelamento: given }

/**
 * A verb of a document's life as an action: after its right, its check and the life it asks its reason, does what `run` says, and sets the date
 * that moves the document on, all in one transaction and in its history. Throws `forbidden`, `reason_too_short` and the life's refusals.
 */
export function step<R extends Resource, const E extends v.ObjectEntries = Record<never, never>>(
  resource: R,
  name: string,
  { summary, input, answer, run }: StepOptions<R, E>,
): Action {
  if (!resource.life) throw new Error(`${resource.name} has no life.`)
  const verb = verbOf(resource.life, name)
  const document: Resource = resource
  const entries: v.ObjectEntries = { ...input, ...(verb.reason ? REASON : {}) }
  const common = { on: 'record', right: 'edit', summary, input: v.object(entries), verb: name } as const
  const move = async ({ ctx, record, input: all }: Moving<R>): Promise<object | undefined> => {
    const reason = verb.reason ? reasonOf(all, verb.reason) : null
    // Parsed by exactly the entries that were asked for, and those of a reason beside.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const done = (await run?.({ ctx, record, input: all as Input<E>, reason })) ?? {}
    await moveOn(ctx, document, record, name, { ...done.set, ...(verb.reason ? { [verb.reason.in]: reason } : {}) })
    return done.answer
  }
  return answer === undefined
    ? action(resource, name, { ...common, run: async (work: Moving<R>) => void (await move(work)) })
    : action(resource, name, { ...common, answer, run: async (work: Moving<R>) => (await move(work)) ?? {} })
}

interface Moving<R extends Resource> {
  readonly ctx: Ctx
  readonly record: RecordOf<R>
  readonly input: Row
}

/** Sets what a verb sets and takes back, and writes it in the history. */
async function moveOn(ctx: Ctx, resource: Resource, record: RecordOf<Resource>, name: string, set: Row): Promise<void> {
  const verb = resource.life?.verbs[name]
  const moved: Row = {
    ...set,
    ...Object.fromEntries((verb?.clears ?? []).map((date) => [date, null])),
    ...(verb?.sets ? { [verb.sets]: ctx.clock.now() } : {}),
  }
  await update(ctx, resource, record, moved, name)
}

/**
 * A verb that the program does by itself, such as what follows from an outside service's answer: nobody can call it. The record is locked by the
 * caller. Throws the life's refusals.
 */
export async function advance(
  ctx: Ctx,
  resource: Resource,
  record: RecordOf<Resource>,
  name: string,
  set: Row = {},
): Promise<void> {
  await guardVerb(ctx, resource, record, name)
  await moveOn(ctx, resource, record, name, set)
}

/** The reason in what was given, checked; null where none need be given and none was. Throws `reason_too_short`. */
export function reasonOf(
  given: Row,
  { kind, optional }: Pick<NonNullable<Verb['reason']>, 'kind' | 'optional'>,
): string | null {
  const told = Object.keys(REASON)
    .map((name) => given[name])
    .find((value): value is string => typeof value === 'string' && value !== '')
  return optional && told === undefined ? null : checkedReason(kind, told)
}
