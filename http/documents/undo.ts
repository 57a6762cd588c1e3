import { type SQL, sql } from 'drizzle-orm'
import { actionsOf } from '../platform/action'
import { toApiError } from '../platform/error-answer'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { columnList } from '../platform/engine/columns'
import { loadWhere, typed, updateRows } from '../platform/engine/write'
import { type Resource, resourceNamed, type Row } from '../platform/resource'
import { lancamento, type Lancamento } from './lancamento'
import type { Undoing } from './ledger'
import { LEDGERS } from './ledgers'
import { type Makes, stepNamed, stepOf } from './steps'

/** A record of a company's document. */
export type DocumentRecord = Row & { readonly id: number; readonly empresa_id: number }

/** How a step is undone. */
interface How extends Partial<Undoing> {
  /** Told to the documents that go with it. */
  readonly reason?: string | null
}

/**
 * Undoes the last step of a document, which has to be this one: opposite rows in every ledger, and what it made is cancelled. Throws 400
 * `not_last` naming the step that comes first, what the ledgers refuse (`paid`, `no_stock`), and what a made document refuses, naming it.
 */
export async function undo(
  ctx: Ctx,
  resource: Resource,
  record: DocumentRecord,
  { passo, ...how }: How & { readonly passo: string },
): Promise<void> {
  const steps = await liveSteps(ctx, resource, record.id)
  await undoWhole(
    ctx,
    assertLast(resource, steps, (one) => one.passo === passo),
    how,
  )
}

/** Undoes all that a document did, the last step first: it is cancelled. Throws as `undo` does. */
export async function undoAll(ctx: Ctx, resource: Resource, record: DocumentRecord, how: How = {}): Promise<void> {
  for (const step of await liveSteps(ctx, resource, record.id)) await undoWhole(ctx, step, how)
}

async function undoWhole(
  ctx: Ctx,
  entry: Lancamento,
  { allowNegative = false, dMovimento, reason }: How,
): Promise<void> {
  await undoPostings(ctx, entry, { allowNegative, dMovimento })
  await cancelMade(ctx, entry, reason ? reasonOf(entry, reason) : '')
}

/** Undoes what a step posted. It is marked first of all: what it made tells it when it goes, and then finds it so. */
export async function undoPostings(ctx: Ctx, entry: Lancamento, how: Undoing): Promise<void> {
  await updateRows(ctx, lancamento, [
    { id: entry.id, dhDesfeito: ctx.clock.now(), desfeito_por_id: ctx.actor.id || null },
  ])
  for (const ledger of LEDGERS) await ledger.undo(ctx, entry, how)
}

/** The step that a document did last, which has to be the one that is meant; else it is refused by name. */
export function assertLast(
  resource: Resource,
  steps: readonly Lancamento[],
  isMeant: (one: Lancamento) => boolean,
): Lancamento {
  const [last] = steps
  if (last && isMeant(last)) return last
  if (!last || !steps.some(isMeant))
    throw new ApiError(400, 'not_done', `Não há o que desfazer em ${resource.title.toLowerCase()}.`)
  const { title } = stepOf(resource, last.passo)
  throw new ApiError(400, 'not_last', `Desfaça antes ${title}: ${named(resource, last.documento_id)}.`)
}

/** What people call a record. */
export const named = ({ title }: Resource, id: unknown): string => `${title} nº ${Number(id)}`

/** What a document did and has not undone, the last step first, locked. */
export async function liveSteps(ctx: Ctx, resource: Resource, id: number): Promise<Lancamento[]> {
  const own = sql`t.documento = ${resource.name} and t.documento_id = ${id} and t."dhDesfeito" is null`
  return (await stepsWhere(ctx, own)).reverse()
}

/** Steps, locked, in order. Also those of documents that the caller may not see: what has to follow does not depend on who looks. */
export async function stepsWhere(ctx: Ctx, where: SQL): Promise<Lancamento[]> {
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(lancamento, 't')} from lancamento t where ${where} order by t.id for update`,
  )
  return rows.map((row) => typed(lancamento, row))
}

interface Made {
  readonly resource: Resource
  readonly makes: Makes
  readonly records: readonly Row[]
}

/** The documents that a step made and that have not been cancelled, locked. */
export async function madeBy(ctx: Ctx, entry: Lancamento): Promise<Made[]> {
  const made: Made[] = []
  for (const [name, makes] of Object.entries(stepNamed(entry.documento, entry.passo)?.makes ?? {})) {
    const resource = resourceNamed(name)
    const records: Row[] = await loadWhere(ctx, resource, 'origem_id', [entry.id], { lock: true })
    made.push({ resource, makes, records: records.filter((one) => !one.dhCancelamento) })
  }
  return made
}

const LONGEST_REASON = 500

/** Why a document goes that another made: the other's reason, and whose it is. */
const reasonOf = ({ documento, documento_id }: Lancamento, reason: string): string =>
  `${named(resourceNamed(documento), documento_id)}: ${reason}`.slice(0, LONGEST_REASON)

/** The verb that cancels documents of a kind: the one whose life gives them the date of it. */
export const cancelOf = (resource: Resource) =>
  actionsOf(resource).find(({ name }) => resource.life?.verbs[name]?.sets === 'dhCancelamento')

/** Runs a verb of a document that follows from another's. Throws what it refuses. */
export async function runVerb(ctx: Ctx, resource: Resource, record: Row, verb: string): Promise<void> {
  const found = actionsOf(resource).find(({ name }) => name === verb)
  if (!found) throw new Error(`${resource.name} has no verb ${verb}.`)
  await found.run(ctx, record, {})
}

/** Cancels a document by its own verb, with this reason. Throws what that refuses. */
export async function cancelDocument(ctx: Ctx, resource: Resource, record: Row, xJust: string): Promise<void> {
  const cancel = cancelOf(resource)
  if (!cancel) throw new Error(`${resource.name} has no verb that cancels it.`)
  await cancel.run(ctx, record, { xJust })
}

/** Cancels what an undone step made, by its own verb. Throws what that refuses, naming the document. */
async function cancelMade(ctx: Ctx, entry: Lancamento, xJust: string): Promise<void> {
  for (const { resource, makes, records } of await madeBy(ctx, entry)) {
    if (makes.undone === 'stands' || records.length === 0) continue
    for (const record of records)
      await cancelDocument(ctx, resource, record, xJust).catch((error: unknown) => {
        const refusal = toApiError(error)
        if (!refusal || refusal.status >= 500) throw error
        throw new ApiError(refusal.status, refusal.code, `${named(resource, record.id)}: ${refusal.message}`)
      })
  }
}
