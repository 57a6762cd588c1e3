import { sql } from 'drizzle-orm'
import { type Ctx, outsideOf, rowsOf } from './context'
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
  return outsideOf(ctx).vault.open(stored, purposeOf(resource, field))
}

/** A secret as it is stored, for what the program writes without a save. */
export function sealedOf(ctx: Pick<Ctx, 'outside'>, resource: Resource, field: string, text: string): string {
  return outsideOf(ctx).vault.seal(text, purposeOf(resource, field))
}

/** Tells whether a secret has been given: all that is ever answered of it. */
export const isGiven = (resource: string, field: string, label: string): ComputedColumn => ({
  meta: f.boolean(label).computed().meta,
  sql: () => sql`(select s.${sql.raw(`"${field}"`)} is not null from ${sql.raw(`"${resource}"`)} s where s.id = t.id)`,
})

/** Seals again, under the key of today, every secret that an older key sealed. Answers how many. One transaction. */
export async function resealAll(ctx: Ctx): Promise<number> {
  const { vault } = outsideOf(ctx)
  let done = 0
  for (const resource of allResources())
    for (const [field, { meta }] of Object.entries(resource.fields)) {
      if (!meta.sealed) continue
      const [table, column] = [sql.raw(`"${resource.name}"`), sql.raw(`"${field}"`)]
      const rows = await rowsOf(
        ctx,
        sql`select id, ${column} as sealed from ${table} where ${column} is not null order by id for update`,
      )
      for (const { id, sealed } of rows.filter((row) => !vault.isCurrent(String(row.sealed)))) {
        const purpose = purposeOf(resource, field)
        const again = vault.seal(vault.open(String(sealed), purpose), purpose)
        await ctx.db.execute(sql`update ${table} set ${column} = ${again} where id = ${Number(id)}`)
        done++
      }
    }
  return done
}
