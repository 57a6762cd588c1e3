import { sql } from 'drizzle-orm'
import { lotNumber, LOTS_NEEDED, NO_LOTS } from '../../../core/fields/estoque/lote'
import { type Decimal, decimal } from '../../../core/money/decimal'
import { quantityRead, readCode, type ReadGoods } from '../../../core/receiving/reading'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest, notFound } from '../../platform/errors'
import { type LotBrought, lotsOf } from '../lotes'
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

/** The goods that are told, and their lot, as a company has them. Throws 404 `unknown_code`, 400 `no_lot` where the product leaves by lot alone and none is told. */
export async function goodsTold(ctx: Ctx, empresa_id: number, told: Told): Promise<Goods> {
  const read = told.codigo === undefined ? null : goodsRead(ctx, told.codigo)
  const [found] =
    read === null ? [{ mercadoria_id: told.mercadoria_id ?? 0, holds: '1' }] : await productsOf(ctx, read.codes, null)
  const product = found && (await loadProducts(ctx, [found.mercadoria_id])).get(found.mercadoria_id)
  if (!product) throw read === null ? notFound() : unknown(told.codigo)
  const mercadoria_id = Number(product.id)
  const nLote = lotNumber(told.nLote ?? read?.nLote ?? '')
  const lot = { mercadoria_id, nLote, dVal: told.dVal ?? read?.dVal ?? null }
  const isKept = product.controla_lote !== NO_LOTS
  const lote_id = told.lote_id ?? (isKept ? await lotTold(ctx, lot) : await lotThere(ctx, empresa_id, lot))
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

type Lot = Pick<LotBrought, 'mercadoria_id' | 'nLote' | 'dVal'>

/** Goods that control no lots are of the lot on their label only where something of it lies in the company, as an invoice brought it. */
async function lotThere(ctx: Ctx, empresa_id: number, { mercadoria_id, nLote, dVal }: Lot): Promise<number | null> {
  const [there] = await rowsOf(
    ctx,
    sql`select o.id from mercadoria_lote o where o.mercadoria_id = ${mercadoria_id} and o."nLote" = ${nLote}
          and exists (select from mercadoria_armazenamento_lote l where l.lote_id = o.id and l.empresa_id = ${empresa_id} and l."qDisp" <> 0)
        order by o."dVal" is not distinct from ${dVal}::date desc, o.id limit 1`,
  )
  return there ? Number(there.id) : null
}

/** The lot that is told; one that nobody knew is made. A number alone means the one lot that has it. Throws 400 `which_lot`. */
async function lotTold(ctx: Ctx, lot: Lot): Promise<number | null> {
  const { mercadoria_id, nLote, dVal } = lot
  if (nLote === '') return null
  if (dVal === null) {
    const known = await rowsOf(
      ctx,
      sql`select id from mercadoria_lote where mercadoria_id = ${mercadoria_id} and "nLote" = ${nLote} limit 2`,
    )
    if (known.length > 1) throw badRequest(`Há mais de um lote ${nLote}: informe a validade.`, 'which_lot')
    if (known[0]) return Number(known[0].id)
  }
  const [made] = await lotsOf(ctx, [{ ...lot, dFab: null }])
  return made ?? null
}
