import { type SQL, sql } from 'drizzle-orm'
import { hasRole, isAdmin } from '../../../core/access'
import { type CustomField, customFieldOf, placedField } from '../../../core/custom/definition'
import { CUSTOM_LIMITS } from '../../../core/custom/kinds'
import type { Field, Fields } from '../../../core/fields/field'
import { askedOnce } from '../asked-once'
import { type Actor, type Ctx, rowsOf } from '../context'
import type { Resource, Row } from '../resource'

/**
 * The fields that companies have of their own. A record keeps their values in its column `extra`, under the number of the field, so that a field may be called
 * otherwise, taken away and brought back without a value being touched. To whoever asks they are fields like any other: `extended` answers a resource
 * with those of the caller's company, named `extra.key`.
 */

/** The column that holds the values. */
export const EXTRA = 'extra'

/** What a custom field is called among the fields of its resource. */
export const customName = (key: string): string => `${EXTRA}.${key}`

/** May companies give it fields of their own? */
export const isExtensible = ({ fields }: Resource): boolean => fields[EXTRA]?.meta.format === 'extra'

/** A definition with the field that it is. */
export interface Defined {
  readonly custom: CustomField
  readonly field: Field
  /** Another one for every definition, and for each of its changes. */
  readonly mark: string
}

const MOST_KEPT = 5_000

/** A map that forgets all when it is full: what it holds is cheap to make anew. */
function kept<V>() {
  const all = new Map<string, V>()
  return (key: string, make: () => V): V => {
    const known = all.get(key)
    if (known !== undefined) return known
    if (all.size >= MOST_KEPT) all.clear()
    const made = make()
    all.set(key, made)
    return made
  }
}

const definedOnce = kept<Defined>()

let made = 0

/** By all that the row holds, and not by its number and version: several databases may be read by one process. */
function definedOf(row: Row): Defined {
  return definedOnce(JSON.stringify(row), () => {
    const custom = customFieldOf(row)
    made += 1
    return { custom, field: placedField(custom), mark: String(made) }
  })
}

const inForce = (resource: Resource, empresa_id: number): SQL =>
  sql`alias = ${resource.name} and (empresa_id is null or empresa_id = ${empresa_id})`

/** What somebody was told, as long as their session is remembered: whoever changes a definition has all sessions forgotten (`announceRights`). */
const told = new WeakMap<Actor, Map<string, Promise<readonly Defined[]>>>()

/** The custom fields of a resource that a company has now, in their order. A query for the first call of a session, none where companies may have none. */
export async function customFieldsOf(
  ctx: Ctx,
  resource: Resource,
  empresa_id: number = ctx.actor.empresa_id,
): Promise<readonly Defined[]> {
  if (!isExtensible(resource)) return []
  const known = told.get(ctx.actor) ?? new Map<string, Promise<readonly Defined[]>>()
  told.set(ctx.actor, known)
  return askedOnce(known, `${resource.name} ${empresa_id}`, () => definitions(ctx, resource, empresa_id))
}

async function definitions(ctx: Ctx, resource: Resource, empresa_id: number): Promise<readonly Defined[]> {
  const rows = await rowsOf(
    ctx,
    sql`select * from custom_field where ${inForce(resource, empresa_id)} and ativo order by "order", id limit ${CUSTOM_LIMITS.fields}`,
  )
  return rows.map(definedOf)
}

/** As `customFieldsOf`, with those that were taken away: what a history tells of. */
export async function everyCustomField(ctx: Ctx, resource: Resource): Promise<readonly Defined[]> {
  if (!isExtensible(resource)) return []
  const rows = await rowsOf(
    ctx,
    sql`select * from custom_field where ${inForce(resource, ctx.actor.empresa_id)} order by id`,
  )
  return rows.map(definedOf)
}

const among = (actor: Actor, roles: readonly string[]): boolean =>
  roles.length === 0 || isAdmin(actor) || actor.id === 0 || hasRole(actor, roles)

/** May the caller see a field? */
export const seesCustom = (actor: Actor, { custom }: Defined): boolean => among(actor, custom.visible_roles)

/** May the caller write a field? Nobody writes what they do not see. */
export const writesCustom = (actor: Actor, one: Defined): boolean =>
  seesCustom(actor, one) && among(actor, one.custom.editable_roles)

const extendedOnce = kept<Resource>()

/** A resource with the custom fields of the caller's company that the caller may see, in the place of the column that holds them. The same object while they are the same. */
export async function extended(ctx: Ctx, resource: Resource): Promise<Resource> {
  if (!isExtensible(resource)) return resource
  const mine = (await customFieldsOf(ctx, resource)).filter((one) => seesCustom(ctx.actor, one))
  return extendedOnce([resource.name, ...mine.map(({ mark }) => mark)].join(' '), () => ({
    ...resource,
    fields: { ...declaredOf(resource), ...fieldsOf(mine) },
  }))
}

/** The fields of a resource without the column that holds what companies add. */
function declaredOf({ fields }: Resource): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== EXTRA))
}

export const fieldsOf = (defined: readonly Defined[]): Fields =>
  Object.fromEntries(defined.map(({ custom, field }) => [customName(custom.key), field]))
