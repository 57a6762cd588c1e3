import { sql } from 'drizzle-orm'
import { decimal, type Decimal, ZERO } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError, invalid } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { MESSAGES } from '../platform/parse'

/** Where goods lie: the locations of a company, and which of them a quantity is taken from. */

/** Goods that leave. The preferred location is emptied first, then the others of the company. */
export interface Outbound {
  readonly mercadoria_id: number
  readonly armazenamento_id: number | null
  readonly item_id: number
  readonly quantity: string
  readonly label: string
}

/** What lies where, by product and location. */
export type Shelves = Map<string, Decimal>

const shelf = (mercadoria_id: number, armazenamento_id: number) => `${mercadoria_id}/${armazenamento_id}`

export async function shelvesOf(ctx: Ctx, empresa_id: number, ids: readonly number[]): Promise<Shelves> {
  const rows = await rowsOf(
    ctx,
    sql`select mercadoria_id, armazenamento_id, "qDisp" from mercadoria_armazenamento
        where empresa_id = ${empresa_id} and mercadoria_id = any (${intArray([...new Set(ids)])}::int[])`,
  )
  return new Map(
    rows.map((row) => [shelf(Number(row.mercadoria_id), Number(row.armazenamento_id)), decimal(String(row.qDisp))]),
  )
}

/** The company's open locations, the usual one first. */
export async function openLocations(ctx: Ctx, empresa_id: number): Promise<readonly number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id from armazenamento where empresa_id = ${empresa_id} and not bloqueado order by padrao desc, id`,
  )
  return rows.map((row) => Number(row.id))
}

/** The same, of a company that must have one. */
export async function locationsOf(ctx: Ctx, empresa_id: number): Promise<readonly number[]> {
  const locations = await openLocations(ctx, empresa_id)
  if (locations.length === 0)
    throw new ApiError(400, 'no_location', 'Cadastre um local de estoque antes de movimentar mercadorias.')
  return locations
}

/** The location that goods come into or leave when a document names none. */
export async function defaultLocation(ctx: Ctx, empresa_id: number): Promise<number> {
  return (await locationsOf(ctx, empresa_id))[0] ?? 0
}

interface Picked {
  readonly taken: readonly { readonly armazenamento_id: number; readonly quantity: Decimal }[]
  readonly missing: Decimal
}

/** Where a quantity is taken from; what no location has is taken from the first one and told as missing. */
export function pick(
  one: Omit<Outbound, 'label'>,
  place: { readonly shelves: Shelves; readonly locations: readonly number[] },
): Picked {
  const first = one.armazenamento_id ?? place.locations[0] ?? 0
  const taken: { armazenamento_id: number; quantity: Decimal }[] = []
  let missing = decimal(one.quantity)
  for (const armazenamento_id of new Set([first, ...place.locations])) {
    const key = shelf(one.mercadoria_id, armazenamento_id)
    const there = place.shelves.get(key) ?? ZERO
    const quantity = there.cmp(missing) < 0 ? there : missing
    if (quantity.cmp(ZERO) <= 0) continue
    taken.push({ armazenamento_id, quantity })
    place.shelves.set(key, there.minus(quantity))
    missing = missing.minus(quantity)
  }
  if (missing.cmp(ZERO) > 0) taken.push({ armazenamento_id: first, quantity: missing })
  return { taken, missing }
}

/** The locations that goods name are the company's and open: whoever posts here, no shelf of another company moves. Throws 422. */
export async function assertLocations(
  ctx: Ctx,
  empresa_id: number,
  goods: readonly { readonly armazenamento_id: number | null }[],
): Promise<void> {
  const wanted = [...new Set(goods.map((one) => one.armazenamento_id).filter((id) => id !== null))]
  if (wanted.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select bloqueado from armazenamento where empresa_id = ${empresa_id} and id = any (${intArray(wanted)}::int[])`,
  )
  if (rows.length < wanted.length) throw invalid({ armazenamento_id: [MESSAGES.ref] })
  if (rows.some((row) => row.bloqueado)) throw invalid({ armazenamento_id: ['O local de estoque está bloqueado.'] })
}
