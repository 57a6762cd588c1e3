import { counted } from '../../../core/br/number'
import { type SQL, sql } from 'drizzle-orm'
import { gtinForms } from '../../../core/br/gtin'
import { type Ctx, rowsOf } from '../../platform/context'
import { tableName } from '../../platform/engine/columns'
import { hold } from '../../platform/engine/hold'
import { checkedValues } from '../../platform/engine/save'
import { insertMany } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { parseField } from '../../platform/parse'
import type { Resource } from '../../platform/resource'
import type { Lookup } from './columns'

/** A name of another record, as a cell gives it. */
export interface Wanted {
  readonly text: string
  /** What tells records of one name apart, where the row says it. */
  readonly within: string | null
}

/** What a name stands for. */
export type Found = { readonly id: number } | { readonly pending: true } | { readonly error: string }

/** A record that an import created because a row named it. */
export interface Created {
  readonly resource: Resource
  readonly id: number
}

interface ReferenceOptions {
  /** Names that are missing are created (`now`), are to be created at the end (`later`), or are an error. */
  readonly create: 'now' | 'later' | 'never'
}

const MAX_KNOWN = 100_000

/** Finds the records that cells name: a query a batch and column, and each name is asked for once. */
export class References {
  readonly created: Created[] = []
  /** Names that would be created, by resource. */
  readonly missing = new Map<Resource, Set<string>>()
  readonly #known = new Map<Lookup, Map<string, Found>>()

  constructor(
    readonly ctx: Ctx,
    readonly options: ReferenceOptions,
  ) {}

  /** Looks the names of a batch up. Afterwards `get` knows each of them. */
  async load(lookup: Lookup, wanted: readonly Wanted[]): Promise<void> {
    const known = this.#knownOf(lookup)
    const open = new Map<string, Wanted>()
    for (const one of wanted) if (!known.has(keyOf(one)) && !open.has(keyOf(one))) open.set(keyOf(one), one)
    if (open.size === 0) return
    const absent = await this.#find(lookup, [...open.values()])
    if (absent.length === 0 || !lookup.create || this.options.create !== 'now') return this.#settle(lookup, absent)
    // Somebody else may be making the same: whoever waited looks again.
    await hold(
      this.ctx,
      lookup.resource.name,
      absent.map(({ text }) => text.toUpperCase()),
    )
    await this.#settle(lookup, await this.#find(lookup, absent))
  }

  /** Keeps what the names stand for; answers those that no record has. */
  async #find(lookup: Lookup, wanted: readonly Wanted[]): Promise<Wanted[]> {
    const known = this.#knownOf(lookup)
    const ids = await idsOf(this.ctx, lookup, wanted)
    return wanted.filter((one) => {
      const hits = ids.get(`${one.text}\0${one.within ?? ''}`) ?? new Set()
      if (hits.size > 0) known.set(keyOf(one), foundOf(lookup, one, [...hits]))
      return hits.size === 0
    })
  }

  get(lookup: Lookup, wanted: Wanted): Found {
    return this.#knownOf(lookup).get(keyOf(wanted)) ?? absence(lookup, wanted)
  }

  #knownOf(lookup: Lookup): Map<string, Found> {
    const known = this.#known.get(lookup)
    if (known && known.size < MAX_KNOWN) return known
    const fresh = new Map<string, Found>()
    this.#known.set(lookup, fresh)
    return fresh
  }

  /** What becomes of names that no record has. */
  async #settle(lookup: Lookup, absent: readonly Wanted[]): Promise<void> {
    const known = this.#knownOf(lookup)
    const create = this.options.create === 'never' ? undefined : lookup.create
    for (const one of absent) {
      const key = keyOf(one)
      if (known.has(key)) continue
      known.set(key, create ? await this.#make(lookup.resource, create(one.text), one.text) : absence(lookup, one))
    }
  }

  async #make(resource: Resource, input: Readonly<Record<string, unknown>>, name: string): Promise<Found> {
    try {
      const values = checkedValues(resource, { ...input }, true)
      if (this.options.create === 'later') {
        this.missing.set(resource, (this.missing.get(resource) ?? new Set()).add(name))
        return { pending: true }
      }
      await resource.hooks?.prepare?.(this.ctx, [{ before: undefined, values }])
      const [made] = await insertMany(this.ctx, resource, [values], 'importa')
      if (!made) throw new Error(`${resource.name}: nothing was inserted.`)
      this.created.push({ resource, id: made.id })
      return { id: made.id }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { error: `${resource.title} '${name.slice(0, 60)}': ${error.message}` }
    }
  }
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
const keyOf = ({ text, within }: Wanted) => `${folded(text)}\0${within ?? ''}`

function absence({ resource, within }: Lookup, { text, within: place }: Wanted): Found {
  const where = within && place ? ` em ${place}` : ''
  return { error: `Não há ${resource.title.toLowerCase()} '${text.slice(0, 60)}'${where} no cadastro.` }
}

function foundOf(lookup: Lookup, wanted: Wanted, ids: readonly number[]): Found {
  const [id] = ids
  if (id !== undefined && ids.length === 1) return { id }
  const hint =
    lookup.within && wanted.within === null ? ` Informe a coluna ${lookup.within.field}.` : ' Informe o código.'
  return {
    error: `Há ${counted(ids.length, 'cadastro', 'cadastros')} de ${lookup.resource.title.toLowerCase()} com '${wanted.text.slice(0, 60)}'.${hint}`,
  }
}

/** The ids that each name stands for, by name and place. */
async function idsOf(ctx: Ctx, lookup: Lookup, wanted: readonly Wanted[]): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>()
  for (const query of queriesOf(lookup, wanted))
    for (const row of await rowsOf(ctx, query)) {
      const key = `${String(row.text)}\0${typeof row.within === 'string' ? row.within : ''}`
      found.set(key, (found.get(key) ?? new Set()).add(Number(row.id)))
    }
  return found
}

function queriesOf(lookup: Lookup, wanted: readonly Wanted[]): SQL[] {
  const { resource, within } = lookup
  const table = tableName(resource)
  const place = within ? sql` and (w.within is null or t.${sql.raw(`"${within.column}"`)} = w.within)` : sql``
  const list = (rows: readonly object[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (text text, within text, key text)`
  const folding = (lookup.by ?? []).map(
    (name) => sql`select w.text, w.within, t.id from ${list(wanted)}
      join ${table} t on prumo_busca(t.${sql.raw(`"${name}"`)}) = prumo_busca(w.text)${place}`,
  )
  const exact = (lookup.exact ?? []).map((name) => {
    const rows = wanted.flatMap((one) => storedForms(resource, name, one))
    return sql`select w.text, w.within, t.id from ${list(rows)} join ${table} t on t.${sql.raw(`"${name}"`)} = w.key${place}`
  })
  const eans = lookup.auxiliaryEan
    ? [
        sql`select w.text, w.within, e.mercadoria_id as id
            from ${list(wanted.flatMap((one) => storedForms(resource, 'cEAN', one)))} join mercadoria_ean_auxiliar e on e."cEAN" = w.key`,
      ]
    : []
  const numbers = lookup.byId ? wanted.filter((one) => /^\d{1,9}$/.test(one.text)) : []
  const ids =
    numbers.length > 0
      ? [sql`select w.text, w.within, t.id from ${list(numbers)} join ${table} t on t.id = w.text::int`]
      : []
  return [...folding, ...exact, ...eans, ...ids]
}

/** A name as the field would store it; none when the field refuses it. A bar code is stored with or without the zeros before it. */
function storedForms(resource: Resource, name: string, wanted: Wanted): (Wanted & { readonly key: string })[] {
  const meta = resource.fields[name]?.meta
  const parsed = meta ? parseField(meta, wanted.text) : { ok: wanted.text }
  if ('error' in parsed || typeof parsed.ok !== 'string') return []
  return (name === 'cEAN' ? gtinForms(parsed.ok) : [parsed.ok]).map((key) => ({ ...wanted, key }))
}
