import { sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'
import { ApiError } from '../platform/errors'
import { afterAudit } from '../platform/engine/audit'
import { beforeDelete, find, load, update } from '../platform/engine/write'
import { inCompanies } from '../platform/in-companies'
import { type Resource, resourceNamed, type Row } from '../platform/resource'
import type { Lancamento } from './lancamento'
import { hasSteps, type Makes, stepNamed, stepOf } from './steps'
import { assertLast, liveSteps, madeBy, named, stepsWhere, undoPostings } from './undo'

type Going = 'cancelled' | 'deleted'
const WAYS: Readonly<Record<Going, { readonly noun: string; readonly verb: string }>> = {
  cancelled: { noun: 'cancelamento', verb: 'cancelar' },
  deleted: { noun: 'exclusão', verb: 'excluir' },
}

/**
 * Tells the maker of every document that goes, by whatever way: cancelled by any verb (every change is audited) or deleted, alone, with others
 * or with what it is part of. Called once, when the server is put together.
 */
export function watchWhatWasMade(): void {
  afterAudit(async (ctx, entries) => {
    for (const { resource, record, before, acao } of entries)
      if (acao !== 'delete' && before && !before.dhCancelamento && record.dhCancelamento)
        await tellMaker(ctx, { resource, made: record, going: 'cancelled' })
  })
  beforeDelete(async (ctx, resource, records) => {
    await assertNothingStands(ctx, resource, records)
    for (const made of records) await tellMaker(ctx, { resource, made, going: 'deleted' })
  })
}

/** What did something is undone before it is deleted. Throws 400 `not_undone` naming the step. */
async function assertNothingStands(ctx: Ctx, resource: Resource, records: readonly Row[]): Promise<void> {
  if (!hasSteps(resource)) return
  for (const { id } of records) {
    const [last] = await liveSteps(ctx, resource, Number(id))
    if (!last) continue
    const { title } = stepOf(resource, last.passo)
    throw new ApiError(400, 'not_undone', `Desfaça antes ${title}: ${named(resource, id)}.`)
  }
}

/** A document that goes. */
interface Leaving {
  readonly resource: Resource
  readonly made: Row
  readonly going: Going
}

async function tellMaker(ctx: Ctx, leaving: Leaving): Promise<void> {
  const { resource, made } = leaving
  if (typeof made.origem_id !== 'number') return
  const entry = await makersStep(ctx, made.origem_id)
  const makes = entry && stepNamed(entry.documento, entry.passo)?.makes?.[resource.name]
  if (entry && makes) await inCompanies(ctx, [entry.empresa_id], (both) => follow(both, leaving, entry, makes))
}

/** The step that made a document: of another company too, whose steps nobody sees from here. */
async function makersStep(ctx: Ctx, id: number): Promise<Lancamento | undefined> {
  const own = sql`t.id = ${id}`
  return (await stepsWhere(ctx, own))[0] ?? (await inCompanies(ctx, 'all', (all) => stepsWhere(all, own)))[0]
}

async function follow(ctx: Ctx, leaving: Leaving, entry: Lancamento, makes: Makes): Promise<void> {
  const { resource, made, going } = leaving
  const maker = resourceNamed(entry.documento)
  const record: Row | undefined = await find(ctx, maker, entry.documento_id, { lock: true })
  if (!record) return
  const told = { ...leaving, entry, makes, maker, record }
  if (entry.dhDesfeito !== null) {
    if (going === 'deleted') await forget(ctx, told, {})
    return
  }
  if (makes[going] === 'stands') return
  if (makes[going] === 'refuses')
    throw new ApiError(
      400,
      'made',
      `Não é possível ${WAYS[going].verb} ${resource.title.toLowerCase()} nº ${Number(made.id)}: a origem é ${maker.title.toLowerCase()} nº ${Number(record.id)}.`,
    )
  await reopen(ctx, told)
}

interface Telling extends Leaving {
  readonly entry: Lancamento
  readonly makes: Makes
  readonly maker: Resource
  readonly record: Row
}

/** The maker can do the step again. A step that made several documents is undone with the last of them. */
async function reopen(ctx: Ctx, told: Telling): Promise<void> {
  const { entry, maker, record, made, resource } = told
  const others = (await madeBy(ctx, entry)).flatMap((one) =>
    one.records.filter((other) => one.resource !== resource || other.id !== made.id),
  )
  if (others.length > 0) return forget(ctx, told, {})
  const steps = await liveSteps(ctx, maker, Number(record.id))
  const { inParts, date } = stepOf(maker, entry.passo)
  if (!inParts) assertLast(maker, steps, (one) => one.id === entry.id)
  await undoPostings(ctx, entry, { allowNegative: false })
  const stands = steps.some((one) => one.passo === entry.passo && one.id !== entry.id)
  await forget(ctx, told, stands ? {} : { [date]: null })
}

/** The maker no longer names what has gone. */
async function forget(ctx: Ctx, { maker, record, makes, made, going, resource }: Telling, also: Row): Promise<void> {
  const cleared: Row = {
    ...also,
    ...(makes.link ? { [makes.link]: null } : {}),
    ...(await makes.told?.(ctx, record, made)),
  }
  if (Object.keys(cleared).length === 0) return
  const acao = `${WAYS[going].noun}: ${named(resource, made.id).toLowerCase()}`
  await update(ctx, maker, await load(ctx, maker, Number(record.id)), cleared, acao)
}
