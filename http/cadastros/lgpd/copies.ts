import { type SQL, sql } from 'drizzle-orm'
import { sum } from '../../area'
import type { Ctx } from '../../platform/context'
import { column, tableName } from '../../platform/engine/columns'
import { allResources, type Resource } from '../../platform/resource'
import { type Copy, MARK } from './personal'

const copies = (): readonly Copy[] => sum('personal').flatMap((one) => one.copies ?? [])

/** Where a person's records are shown through a document: of the register, the list and the field of it that names the document. */
export function shownThrough(register: Resource): { by: Resource; field: string; whose: (id: number) => SQL }[] {
  return copies().flatMap((copy) => {
    const by = copy.of === register.name && copy.through ? resourceOf(copy) : undefined
    return by ? [{ by, field: copy.field, whose: (id: number) => whoseRows(copy, id) }] : []
  })
}

/** Takes out what lists and documents tell of a person: what goes with them, or what was kept for taxes. */
export async function blankCopies(
  ctx: Pick<Ctx, 'db'>,
  person: { readonly recurso: string; readonly id: number },
  goes: Copy['goes'],
): Promise<void> {
  for (const copy of copies()) {
    const by = copy.of === person.recurso && copy.goes === goes ? resourceOf(copy) : undefined
    if (!by) continue
    const values = [
      ...(copy.mark ?? []).map((name) => sql`${bare(name)} = case when ${bare(name)} <> '' then ${MARK} end`),
      ...(copy.numbered ?? []).map((name) => sql`${bare(name)} = ${MARK} || ' ' || t.id`),
      ...(copy.empty ?? []).map((name) => sql`${bare(name)} = null`),
    ]
    await ctx.db.execute(
      sql`update ${tableName(by)} t set ${sql.join(values, sql`, `)} where ${whoseRows(copy, person.id)}`,
    )
  }
}

/** What records told others: programs, and users within the product. */
const TOLD = [sql`webhook_entrega`, sql`aviso_usuario`] as const

/** Bodies of webhooks hold whole records, and notices what stands in them: those of a person's documents go with them, as their own do. */
export async function forgetTold(ctx: Pick<Ctx, 'db'>, recurso: string, id: number): Promise<void> {
  const of = copies().flatMap((copy) => {
    const by = copy.of === recurso ? resourceOf(copy) : undefined
    return by ? [{ copy, by }] : []
  })
  for (const table of TOLD) {
    await ctx.db.execute(sql`delete from ${table} where recurso = ${recurso} and registro_id = ${id}`)
    for (const { copy, by } of of)
      await ctx.db.execute(
        sql`delete from ${table} where recurso = ${by.name} and registro_id in (select t.id from ${tableName(by)} t where ${whoseRows(copy, id)})`,
      )
  }
}

const bare = (name: string): SQL => sql.raw(`"${name}"`)
const resourceOf = (copy: Copy): Resource | undefined => allResources().find(({ name }) => name === copy.resource)

/** The rows `t` of a copy that tell of a person. */
function whoseRows({ field, through }: Copy, id: number): SQL {
  if (!through) return sql`${column('t', field)} = ${id}`
  const [document, person] = through
  return sql`${column('t', field)} in (select d.id from ${bare(document)} d where ${column('d', person)} = ${id})`
}
