import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { askedOnce } from '../asked-once'
import { type Ctx, rowsOf } from '../context'
import { storableJson } from '../parse'
import { allResources, type Resource } from '../resource'
import { toJson } from './columns'

/**
 * How the trail writes changes down in few bytes (docs/adr/0030): by the place of each field in a list that is stored once, its mould, with what a new record
 * begins with, so that of what was made or deleted only what is otherwise has to be told. `prumo_campos` of the database reads it back to the letter.
 */

/** One changed field: from what to what. */
export interface FieldChange {
  readonly campo: string
  readonly de: unknown
  readonly para: unknown
}

/** What the fields of a resource are called, in their order, and what each begins with. `molde` changes with either. */
export interface Mould {
  readonly molde: string
  readonly recurso: string
  readonly campos: readonly string[]
  readonly valores: readonly unknown[]
}

const KEY_LENGTH = 10

/** The mould of a resource as its definition is now. */
export function mouldOf({ name: recurso, fields }: Resource): Mould {
  const campos = Object.keys(fields)
  const valores = Object.values(fields).map(({ meta, initial }) => toJson(meta.kind, initial))
  const digest = createHash('sha256').update(JSON.stringify([recurso, campos, valores]))
  return { molde: digest.digest('base64url').slice(0, KEY_LENGTH), recurso, campos, valores }
}

/** The moulds of all resources, to be stored before anything is written by them. */
export const allMoulds = (): readonly Mould[] => allResources().map(mouldOf)

/** What an entry tells: what was made, what was deleted, or what changed of a record that stays. */
export type Told = '+' | '-' | '='

/** Changes as they are written by a mould. Undefined where they cannot be told so: a field twice, or a name that would be taken for a place. */
export function compacted(
  { molde, campos, valores }: Mould,
  told: Told,
  changes: readonly FieldChange[],
): string | undefined {
  const places = new Map(campos.map((name, at) => [name, at]))
  const written = new Map<string, unknown>()
  const seen = new Set<string>()
  for (const { campo, de, para } of changes) {
    if (seen.has(campo) || /^[\d~]/.test(campo)) return undefined
    seen.add(campo)
    const at = places.get(campo)
    const name = at === undefined ? campo : String(at + 1)
    const [one, other] = told === '+' ? [para, de] : [de, para]
    if (told === '=') written.set(name, [de, para])
    else if ((other ?? null) !== null) written.set(`~${name}`, [de, para])
    else if (at === undefined || !same(one, valores[at])) written.set(name, one)
  }
  // What begins with something and is said to have been nothing.
  if (told !== '=')
    for (const [at, name] of campos.entries())
      if (valores[at] !== null && !seen.has(name)) written.set(String(at + 1), null)
  return `${molde}${told}${storableJson(Object.fromEntries(written))}`
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const stored = new Map<string, Promise<ReadonlySet<string>>>()
const moulds = new WeakMap<Resource, Mould>()

/** The mould that changes of a resource may be written by: one that the database has. Asked once; resources beside the program's own have none. */
export async function storedMould(ctx: Pick<Ctx, 'db'>, resource: Resource): Promise<Mould | undefined> {
  const all = await askedOnce(stored, 'molde', async () => {
    const rows = await rowsOf(ctx, sql`select molde from auditoria_molde`)
    return new Set(rows.map(({ molde }) => String(molde)))
  })
  const mould = moulds.get(resource) ?? mouldOf(resource)
  moulds.set(resource, mould)
  return all.has(mould.molde) ? mould : undefined
}
