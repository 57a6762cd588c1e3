import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from './context'
import { f } from '../../core/fields/field'
import { allResources, type ComputedColumn, type Resource, type Row } from './resource'

const columnOf = (resource: Pick<Resource, 'name'>, field: string): string => `${resource.name}.${field}`

/** What a secret is sealed for: its table, column and row. Moved anywhere else, another company's row too, it does not open. */
export const purposeOf = (resource: Pick<Resource, 'name'>, field: string, id: number): string =>
  `${columnOf(resource, field)}#${id}`

/** A stored secret in clear; undefined when there is none. Throws 503 when it cannot be opened. */
export function secretOf(
  ctx: Pick<Ctx, 'outside'>,
  resource: Resource,
  record: Row,
  field: string,
): string | undefined {
  const stored = record[field]
  if (typeof stored !== 'string') return undefined
  return ctx.outside.vault.open(stored, purposeOf(resource, field, Number(record.id)))
}

/** A secret as it is stored, for what the program writes without a save. A new record's number is taken first (`reserveIds`). */
export function sealedOf(
  ctx: Pick<Ctx, 'outside'>,
  resource: Resource,
  at: { readonly id: number; readonly field: string },
  text: string,
): string {
  return ctx.outside.vault.seal(text, purposeOf(resource, at.field, at.id))
}

/** Has the resource secrets of its own? */
export const hasSecrets = ({ fields }: Pick<Resource, 'fields'>): boolean =>
  Object.values(fields).some(({ meta }) => meta.sealed)

/** Tells whether a secret has been given: all that is ever answered of it. */
export const isGiven = (resource: string, field: string, label: string): ComputedColumn => ({
  meta: f.boolean(label).computed().meta,
  sql: () => sql`(select s.${sql.raw(`"${field}"`)} is not null from ${sql.raw(`"${resource}"`)} s where s.id = t.id)`,
})

/** A stored secret: where it is, and how it is sealed. */
interface Stored {
  readonly resource: Resource
  readonly field: string
  readonly id: number
  readonly sealed: string
}

async function allSecrets(ctx: Ctx): Promise<Stored[]> {
  const found: Stored[] = []
  for (const resource of allResources())
    for (const [field, { meta }] of Object.entries(resource.fields)) {
      if (!meta.sealed) continue
      const [table, column] = [sql.raw(`"${resource.name}"`), sql.raw(`"${field}"`)]
      const rows = await rowsOf(
        ctx,
        sql`select id, ${column} as sealed from ${table} where ${column} is not null order by id`,
      )
      found.push(...rows.map((row) => ({ resource, field, id: Number(row.id), sealed: String(row.sealed) })))
    }
  return found
}

/** How many secrets there are, how many an older key sealed, and how many no key at hand opens. */
export async function countSecrets(
  ctx: Ctx,
): Promise<{ readonly total: number; readonly old: number; readonly lost: number }> {
  const { vault } = ctx.outside
  const stored = await allSecrets(ctx)
  const open = stored.filter((one) => opens(ctx, one))
  return {
    total: stored.length,
    lost: stored.length - open.length,
    old: open.filter((one) => !vault.isCurrent(one.sealed)).length,
  }
}

function openStored({ outside: { vault } }: Ctx, { resource, field, id, sealed }: Stored): string {
  return vault.isUnbound(sealed)
    ? vault.openUnbound(sealed, columnOf(resource, field))
    : vault.open(sealed, purposeOf(resource, field, id))
}

function opens(ctx: Ctx, stored: Stored): boolean {
  try {
    openStored(ctx, stored)
    return true
  } catch {
    return false
  }
}

/** Seals again, under the key of today, every secret that an older key sealed. Answers how many. One transaction; throws 503 when one does not open. */
export async function resealAll(ctx: Ctx): Promise<number> {
  const { vault } = ctx.outside
  return resealEach(
    ctx,
    (await allSecrets(ctx)).filter((one) => !vault.isCurrent(one.sealed)),
  )
}

/** Seals again, for their rows, what an earlier version sealed for its column alone: once, after an update. What no key at hand opens stays. */
export async function bindSecrets(ctx: Ctx): Promise<number> {
  const { vault } = ctx.outside
  return resealEach(
    ctx,
    (await allSecrets(ctx)).filter((one) => vault.isUnbound(one.sealed) && opens(ctx, one)),
  )
}

async function resealEach(ctx: Ctx, old: readonly Stored[]): Promise<number> {
  for (const one of old) {
    const { resource, field, id, sealed } = one
    const again = ctx.outside.vault.seal(openStored(ctx, one), purposeOf(resource, field, id))
    const column = sql.raw(`"${field}"`)
    // Whoever gave it anew meanwhile has sealed it with the key of today already.
    await ctx.db.execute(
      sql`update ${sql.raw(`"${resource.name}"`)} set ${column} = ${again} where id = ${id} and ${column} = ${sealed}`,
    )
  }
  return old.length
}
