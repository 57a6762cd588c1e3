import { sql } from 'drizzle-orm'
import { gtin14 } from '../../../core/br/gtin'
import type { NfeItem } from '../../../core/fiscal/nfe-types'
import { ownersOf } from '../../estoque/gtin'
import { mercadoria, mercadoriaFornecedor } from '../../estoque/mercadoria'
import { unidade } from '../../estoque/registers'
import { type Ctx, rowsOf } from '../../platform/context'
import { insertMany } from '../../platform/engine/write'
import { cut } from './cut'
import { gtinsOf } from './match'

/** An item whose product does not exist yet. */
export interface NewProduct {
  readonly item: NfeItem
  /** Cost of one of our units, decimal text. */
  readonly cost: string
}

/** Creates the products of items, with what the invoice tells of them. Answers their ids by item number. */
export async function createProducts(ctx: Ctx, wanted: readonly NewProduct[]): Promise<Map<number, number>> {
  const units = await unitsOf(
    ctx,
    wanted.map(({ item }) => unitName(item)),
  )
  const taken = new Set(
    (
      await ownersOf(
        ctx,
        wanted.flatMap(({ item }) => gtinsOf(item)),
      )
    ).map(({ gtin }) => gtin),
  )
  const rows = wanted.map(({ item, cost }) => ({
    xProd: cut(item.xProd, 120),
    cEAN: freeCode(item, taken),
    NCM: /^\d{8}$/.test(item.NCM ?? '') ? item.NCM : null,
    CEST: cut(item.CEST, 7),
    origem: /^[0-8]$/.test(item.orig ?? '') ? Number(item.orig) : 0,
    unidade_id: units.get(unitName(item)) ?? null,
    custo: cost,
  }))
  const stored = await insertMany(ctx, mercadoria, rows, 'importação de NF-e')
  return new Map(wanted.map(({ item }, at) => [item.nItem, stored[at]?.id ?? 0]))
}

/** The item's bar code, unless a product has it: one code belongs to one product. It is taken from then on. */
function freeCode(item: NfeItem, taken: Set<string>): string | null {
  const code = gtinsOf(item).find((one) => !taken.has(gtin14(one)))
  if (code !== undefined) taken.add(gtin14(code))
  return code ?? null
}

const unitName = (item: NfeItem): string => cut((item.uTrib ?? item.uCom ?? '').trim().toUpperCase(), 6) ?? 'UN'

async function unitsOf(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const wanted = [...new Set(names)]
  const read = async () => {
    const rows = await rowsOf(
      ctx,
      sql`select id, un from unidade where un in (select jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb))`,
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
  codes: readonly { readonly codigo: string; readonly mercadoria_id: number; readonly fatorConversao: string }[],
): Promise<void> {
  const rows = [...new Map(codes.map((one) => [one.codigo, { ...one, fornecedor_id }])).values()]
  await ctx.db.execute(sql`
    insert into mercadoria_fornecedor (fornecedor_id, codigo, mercadoria_id, "fatorConversao")
    select fornecedor_id, codigo, mercadoria_id, "fatorConversao" from jsonb_populate_recordset(null::${sql.raw(mercadoriaFornecedor.name)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (fornecedor_id, codigo) do update set mercadoria_id = excluded.mercadoria_id, "fatorConversao" = excluded."fatorConversao"`)
}
