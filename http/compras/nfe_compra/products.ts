import { sql } from 'drizzle-orm'
import { gtin14 } from '../../../core/br/gtin'
import type { NfeItem } from '../../../core/fiscal/nfe-types'
import { gtinsOf, unitRatio } from '../../../core/fiscal/invoice-unit'
import { holdCodes, ownersOf } from '../../estoque/gtin'
import { mercadoria, mercadoriaFornecedor } from '../../estoque/mercadoria'
import { unidade } from '../../estoque/registers'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { insertMany } from '../../platform/engine/write'
import { cut } from './cut'

/** An item whose product does not exist yet. */
export interface NewProduct {
  readonly item: NfeItem
  /** Cost of one of our units, decimal text. */
  readonly cost: string
  /** Counted as it is taxed, else as it is sold: unit and bar code are those of what is counted. */
  readonly taxable: boolean
}

/** What a new product is counted in, and the bar code of one of it. */
const countedAs = ({ item, taxable }: NewProduct) =>
  taxable ? { un: item.uTrib ?? item.uCom, code: item.cEANTrib } : { un: item.uCom, code: item.cEAN }

/** Creates the products of items, with what the invoice tells of them. Answers their ids by item number. */
export async function createProducts(ctx: Ctx, wanted: readonly NewProduct[]): Promise<Map<number, number>> {
  const names = wanted.map((one) => unitName(countedAs(one).un))
  const units = await unitsOf(ctx, names)
  const gtins = wanted.flatMap((one) => codesOf(one))
  await holdCodes(ctx, gtins)
  const taken = new Set((await ownersOf(ctx, gtins)).map(({ gtin }) => gtin))
  const rows = wanted.map((one, at) => ({
    xProd: cut(one.item.xProd, 120),
    cEAN: freeCode(one, taken),
    NCM: /^\d{8}$/.test(one.item.NCM ?? '') ? one.item.NCM : null,
    CEST: cut(one.item.CEST, 7),
    cClassTrib: /^\d{6}$/.test(one.item.IBSCBS?.cClassTrib ?? '') ? one.item.IBSCBS?.cClassTrib : null,
    origem: /^[0-8]$/.test(one.item.orig ?? '') ? Number(one.item.orig) : 0,
    unidade_id: units.get(names[at] ?? '') ?? null,
    custo: one.cost,
  }))
  const stored = await insertMany(ctx, mercadoria, rows, 'importação de NF-e')
  return new Map(wanted.map(({ item }, at) => [item.nItem, stored[at]?.id ?? 0]))
}

/** The bar codes that a new product may have: of what it is counted in. Where the invoice counts in one unit, either is. */
function codesOf(one: NewProduct): string[] {
  const { code } = countedAs(one)
  const two = unitRatio(one.item) !== '1'
  return two ? gtinsOf({ cEAN: code, cEANTrib: null }) : gtinsOf(one.item)
}

/** The bar code, unless a product has it: one code belongs to one product. It is taken from then on. */
function freeCode(one: NewProduct, taken: Set<string>): string | null {
  const code = codesOf(one).find((code) => !taken.has(gtin14(code)))
  if (code !== undefined) taken.add(gtin14(code))
  return code ?? null
}

const unitName = (un: string | null): string => cut((un ?? '').trim().toUpperCase(), 6) ?? 'UN'

async function unitsOf(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const wanted = [...new Set(names)]
  await hold(ctx, 'unidade', wanted)
  const read = async () => {
    const rows = await rowsOf(
      ctx,
      sql`select id, upper(un) as un from unidade where upper(un) in (select jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb)) order by id desc`,
    )
    return new Map(rows.map((row) => [String(row.un), Number(row.id)]))
  }
  const known = await read()
  const missing = wanted.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  await insertMany(
    ctx,
    unidade,
    missing.map((un) => ({ un, descricao: un })),
  )
  return read()
}

/** Remembers the supplier's codes, so that the next invoice matches at once. */
export async function rememberCodes(
  ctx: Ctx,
  fornecedor_id: number,
  codes: readonly {
    readonly codigo: string
    readonly cEAN: string
    readonly mercadoria_id: number
    readonly fatorConversao: string
  }[],
): Promise<void> {
  const rows = [...new Map(codes.map((one) => [`${one.codigo}\n${one.cEAN}`, { ...one, fornecedor_id }])).values()]
  await ctx.db.execute(sql`
    insert into mercadoria_fornecedor (fornecedor_id, codigo, "cEAN", mercadoria_id, "fatorConversao")
    select fornecedor_id, codigo, "cEAN", mercadoria_id, "fatorConversao" from jsonb_populate_recordset(null::${sql.raw(mercadoriaFornecedor.name)}, ${JSON.stringify(rows)}::jsonb) order by 2, 3
    on conflict (fornecedor_id, codigo, "cEAN") do update set mercadoria_id = excluded.mercadoria_id, "fatorConversao" = excluded."fatorConversao"`)
}
