import { sql } from 'drizzle-orm'
import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { quantityRead, readCode, type Unit, volumeLabel } from '../../../core/receiving/reading'
import { isWhole } from '../../../core/stock/unit'
import { heldBy, heldOf, type Held } from '../../estoque/unitizador/held'
import { type Found, productsOf } from '../../estoque/recebimento/find-code'
import { type Ctx, rowsOf } from '../../platform/context'
import { wholeMessage } from '../../estoque/whole'
import { ApiError, badRequest, invalid } from '../../platform/errors'
import type { Taken } from './readings'
import type { Separacao } from './separacao'

/** What a code means on the walk: a place, or goods and what the code tells of them. */
export type Scanned = { readonly kind: 'place'; readonly id: number; readonly codigo: string } | ScannedGoods

export interface ScannedGoods {
  readonly kind: 'goods'
  /** The products that it may be, the likeliest first. */
  readonly products: readonly Found[]
  /** How many the code tells, and of what; null where one reading is one. */
  readonly told: Parameters<typeof quantityRead>[0]
  readonly nLote: string | null
  readonly dVal: string | null
  /** Known by the label of a volume. */
  readonly lote_id: number | null
  readonly armazenamento_id: number | null
  /** The volumes that it is, and what is left in each; none where it is no volume of ours. */
  readonly volumes: readonly Taken[]
  readonly warnings: readonly string[]
}

/** Reads a code for an order: a label of a place or its code, a label of a volume or of a pallet, a code of goods. Throws 404 `unknown_code`, 400 `mixed_unit`. */
export async function scanned(ctx: Ctx, order: Separacao, text: string): Promise<Scanned> {
  const read = readCode(text, ctx.clock.today())
  if (read.kind === 'shelf') return placeBy(ctx, order, sql`a.id = ${read.id}`, text)
  if (read.kind === 'label') {
    if (read.volume === null) throw unknown(text)
    return ofVolumes(await heldOf(ctx, [read.volume]), order, volumeLabel(read.volume))
  }
  if (read.kind === 'unit') {
    const [unit] = await rowsOf(
      ctx,
      sql`select id from unitizador where "codBar" = ${read.codBar} and empresa_id = ${order.empresa_id}`,
    )
    if (!unit) throw unknown(text)
    return ofVolumes(await heldBy(ctx, Number(unit.id)), order, read.codBar)
  }
  const codes = read.kind === 'goods' ? read.codes : []
  const products = await productsOf(ctx, codes, null)
  if (products.length > 0 && read.kind === 'goods') {
    const { told, nLote, dVal, warnings } = read
    return { kind: 'goods', products, told, nLote, dVal, volumes: [], warnings, lote_id: null, armazenamento_id: null }
  }
  const place = await findPlace(ctx, order, sql`upper(a.codigo) = ${text.trim().toUpperCase()}`)
  if (place) return place
  if (read.kind === 'error') throw badRequest(read.message, 'invalid_code')
  throw unknown(text)
}

const unknown = (text: string): ApiError =>
  new ApiError(404, 'unknown_code', `Nada aqui tem o código ${text.trim().slice(0, 60)}.`)

async function placeBy(ctx: Ctx, order: Separacao, which: ReturnType<typeof sql>, text: string): Promise<Scanned> {
  const place = await findPlace(ctx, order, which)
  if (!place) throw unknown(text)
  return place
}

async function findPlace(
  ctx: Ctx,
  { empresa_id }: Separacao,
  which: ReturnType<typeof sql>,
): Promise<Scanned | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select a.id, a.codigo from armazenamento a where a.empresa_id = ${empresa_id} and ${which} limit 1`,
  )
  return row && { kind: 'place', id: Number(row.id), codigo: String(row.codigo) }
}

/** Volumes are what their labels say, all of one product and lot. */
async function ofVolumes(held: readonly Held[], order: Separacao, label: string): Promise<ScannedGoods> {
  const live = held.filter(
    (one) => one.label.empresa_id === order.empresa_id && one.label.dhAnulacao === null && !one.cancelled,
  )
  const [first] = live
  if (!first) throw unknown(label)
  if (live.some((one) => one.mercadoria_id !== first.mercadoria_id || one.lote_id !== first.lote_id))
    throw badRequest('Este palete tem mais de uma mercadoria ou lote: leia os volumes dele.', 'mixed_unit')
  const volumes = live.map((one) => ({ etiqueta: one.codigo, quantity: decimal(one.qSaldo) }))
  const quantity = sum(volumes.map((one) => one.quantity))
  if (quantity.sign() <= 0) throw badRequest(`Não há mais nada em ${label}.`, 'empty')
  const { mercadoria_id, xProd, lote_id, place } = first
  return {
    kind: 'goods',
    products: [{ mercadoria_id, xProd, holds: '1', asks: false }],
    told: { in: 'units', quantity: quantity.toFixed(4) },
    nLote: null,
    dVal: null,
    lote_id,
    armazenamento_id: place,
    volumes,
    warnings: [],
  }
}

/** How much a reading is: what somebody says, else what the code tells, else one of what it stands for; so many times. Throws 422 for a part of what is counted whole. */
export function quantityOf(
  { told }: Pick<ScannedGoods, 'told'>,
  product: Found | undefined,
  { qTrib, times, unit }: { readonly qTrib?: string | null | undefined; readonly times: string; readonly unit: Unit },
): Decimal {
  const said = qTrib ? ({ in: 'units', quantity: qTrib } as const) : told
  const quantity = quantityRead(said, { holds: product?.holds ?? '1', times, unit })
  if (unit.decimals === 0 && !isWhole(quantity)) throw invalid({ qTrib: [wholeMessage(String(unit.un))] })
  return quantity
}
