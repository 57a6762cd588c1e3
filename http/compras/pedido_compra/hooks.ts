import { sql } from 'drizzle-orm'
import { type Decimal, decimal, roundHalfUp, ZERO } from '../../../core/money/decimal'
import { keepProducts } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { actionText } from '../../platform/engine/history'
import { type Draft, type Hooks, refuseRows, resourceNamed, type Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export const headHooks: Hooks = {
  prepare: (ctx, drafts) => {
    for (const { before, values } of drafts) if (!before) values.dEmissao ??= ctx.clock.today()
  },
  present: async (ctx, record) => ({ logs: await logsOf(ctx, Number(record.id)) }),
}

export const itemHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    await keepProducts(ctx, drafts)
    refuseRows(drafts, priceItem)
  },
}

/** Fills what an item comes to; answers what is wrong with its discount, if anything. */
function priceItem({ before, values }: Draft): { readonly vDesc: string } | undefined {
  const net = netOf({ ...before, ...values })
  if (net.cmp(ZERO) < 0) return { vDesc: 'O desconto passa do valor do item.' }
  values.vSubtotal = net.toFixed(2)
  return undefined
}

/** Price times quantity, less the discount. */
function netOf(item: Row): Decimal {
  const gross = roundHalfUp(decimal(text(item.qTrib) ?? '0').times(decimal(text(item.vUnTrib) ?? '0')), 2)
  return gross.minus(decimal(text(item.vDesc) ?? '0'))
}

/** What an item has otherwise at another supplier's price: the discount was the first one's. */
export function atPrice(item: Row, vUnTrib: string): Row {
  const priced = { vUnTrib, vDesc: '0.00' }
  return { ...priced, vSubtotal: netOf({ ...item, ...priced }).toFixed(2) }
}

/** What happened to an order, who did it and when, newest first (N2-019). */
async function logsOf(ctx: Ctx, id: number): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select a.id::int, a.acao as evento, json_build_object('id', u.id, 'name', u.name) as user,
          to_char(a.dh, 'YYYY-MM-DD HH24:MI:SS') as created_at
        from auditoria a left join "user" u on u.id = a.user_id
        where a.recurso = 'pedido_compra' and a.registro_id = ${id} order by a.id desc limit 100`,
  )
  return rows.map((row) => ({ ...row, evento_texto: actionText(resourceNamed('pedido_compra'), String(row.evento)) }))
}
