import { sql } from 'drizzle-orm'
import { LOTS_NEEDED } from '../../../core/fields/estoque/lote'
import { type Decimal, decimal } from '../../../core/money/decimal'
import { quantityRead, readCode, type ReadGoods } from '../../../core/receiving/reading'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest, notFound } from '../../platform/errors'
import { lotsOf } from '../lotes'
import { loadProducts } from '../product-lines'
import { productsOf } from '../recebimento/find-code'

/** Goods that somebody counts, as they say which: by a code, or by number. */
export interface Told {
  readonly codigo?: string | undefined
  readonly mercadoria_id?: number | undefined
  readonly lote_id?: number | null | undefined
  readonly nLote?: string | undefined
  readonly dVal?: string | undefined
}

export interface Goods {
  readonly mercadoria_id: number
  readonly lote_id: number | null
  /** What one reading stands for. */
  readonly each: Decimal
  /** The unit without decimals that they are counted in. */
  readonly whole: string | null
}

/** The goods that are told, and their lot. Throws 404 `unknown_code`, 400 `no_lot` where the product leaves by lot alone and none is told. */
export async function goodsTold(ctx: Ctx, told: Told): Promise<Goods> {
  const read = told.codigo === undefined ? null : goodsRead(ctx, told.codigo)
  const [found] =
    read === null ? [{ mercadoria_id: told.mercadoria_id ?? 0, holds: '1' }] : await productsOf(ctx, read.codes, null)
  const product = found && (await loadProducts(ctx, [found.mercadoria_id])).get(found.mercadoria_id)
  if (!product) throw read === null ? notFound() : unknown(told.codigo)
  const mercadoria_id = Number(product.id)
  const lote_id = await lotTold(ctx, mercadoria_id, {
    lote_id: told.lote_id,
    nLote: told.nLote ?? read?.nLote ?? undefined,
    dVal: told.dVal ?? read?.dVal ?? undefined,
  })
  if (lote_id === null && product.controla_lote === LOTS_NEEDED)
    throw badRequest(`Lote/Validade não informados: ${String(product.xProd)}.`, 'no_lot')
  const decimals = product.decimal === null ? null : Number(product.decimal)
  const unit = { un: product.un === null ? null : String(product.un), decimals }
  const each = read === null ? decimal(1) : quantityRead(read.told, { holds: found.holds, times: 1, unit })
  return { mercadoria_id, lote_id, each, whole: decimals === 0 ? String(product.un) : null }
}

const unknown = (codigo = '') =>
  new ApiError(404, 'unknown_code', `Código não cadastrado: ${codigo.trim().slice(0, 60)}`)

function goodsRead(ctx: Ctx, codigo: string): ReadGoods {
  const read = readCode(codigo, ctx.clock.today())
  if (read.kind === 'error') throw badRequest(read.message, 'invalid_code')
  if (read.kind !== 'goods') throw unknown(codigo)
  return read
}

/** The lot that is told; one that nobody knew is made. A number alone means the one lot that has it. Throws 400 `which_lot`. */
async function lotTold(ctx: Ctx, mercadoria_id: number, { lote_id, nLote, dVal }: Told): Promise<number | null> {
  if (lote_id !== undefined && lote_id !== null) return lote_id
  const number = nLote?.trim().toUpperCase() ?? ''
  if (number === '') return null
  if (dVal === undefined) {
    const known = await rowsOf(
      ctx,
      sql`select id from mercadoria_lote where mercadoria_id = ${mercadoria_id} and "nLote" = ${number} limit 2`,
    )
    if (known.length > 1) throw badRequest(`Há mais de um lote ${number}: informe a validade.`, 'which_lot')
    if (known[0]) return Number(known[0].id)
  }
  const [made] = await lotsOf(ctx, [{ mercadoria_id, nLote: number, dVal: dVal ?? null, dFab: null }])
  return made ?? null
}
