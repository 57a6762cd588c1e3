import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from './context'
import { f } from './fields'
import { allResources, type ComputedColumn, type Resource, type Row } from './resource'

/** What a secret is sealed for: its table and column. Moved anywhere else it does not open. */
export const purposeOf = (resource: Pick<Resource, 'name'>, field: string): string => `${resource.name}.${field}`

/** A stored secret in clear; undefined when there is none. Throws 503 when it cannot be opened. */
export function secretOf(
  ctx: Pick<Ctx, 'outside'>,
  resource: Resource,
  record: Row,
  field: string,
): string | undefined {
  const stored = record[field]
  if (typeof stored !== 'string') return undefined
  return ctx.outside.vault.open(stored, purposeOf(resource, field))
}

/** A secret as it is stored, for what the program writes without a save. */
export function sealedOf(ctx: Pick<Ctx, 'outside'>, resource: Resource, field: string, text: string): string {
  return ctx.outside.vault.seal(text, purposeOf(resource, field))
}

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

function opens(ctx: Ctx, { resource, field, sealed }: Stored): boolean {
  try {
    ctx.outside.vault.open(sealed, purposeOf(resource, field))
    return true
  } catch {
    return false
  }
}

/** Seals again, under the key of today, every secret that an older key sealed. Answers how many. One transaction; throws 503 when one does not open. */
export async function resealAll(ctx: Ctx): Promise<number> {
  const { vault } = ctx.outside
  const old = (await allSecrets(ctx)).filter((one) => !vault.isCurrent(one.sealed))
  for (const { resource, field, id, sealed } of old) {
    const purpose = purposeOf(resource, field)
    const again = vault.seal(vault.open(sealed, purpose), purpose)
    const column = sql.raw(`"${field}"`)
    // Whoever gave it anew meanwhile has sealed it with the key of today already.
    await ctx.db.execute(
      sql`update ${sql.raw(`"${resource.name}"`)} set ${column} = ${again} where id = ${id} and ${column} = ${sealed}`,
    )
  }
  return old.length
}
