import { sql } from 'drizzle-orm'
import { decimal, roundHalfUp } from '../../../core/money/decimal'
import { sumUp } from '../../documents/totals'
import { loadProducts } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { type Draft, faultName, type Hooks, type Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export const headHooks: Hooks = {
  prepare: (ctx, drafts) => {
    for (const { before, values } of drafts) {
      if (before) continue
      values.dEmissao ??= ctx.clock.today()
      if (ctx.actor.id > 0) values.usuario_id = ctx.actor.id
    }
  },
  after: async (ctx, [record]) => {
    if (record) await sumUp(ctx, 'pedido_compra', Number(record.id))
  },
  present: async (ctx, record) => ({ logs: await logsOf(ctx, Number(record.id)) }),
}

export const itemHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    const products = await loadProducts(
      ctx,
      drafts.map(({ values, before }) => Number(values.mercadoria_id ?? before?.mercadoria_id)),
    )
    const errors: Record<string, string[]> = {}
    drafts.forEach((draft) => {
      const refused = priceItem(draft, products)
      if (refused) errors[faultName(draft, 'vDesc')] = [refused]
    })
    if (Object.keys(errors).length > 0) throw invalid(errors)
  },
  after: async (ctx, _records, parent) => {
    if (parent) await sumUp(ctx, 'pedido_compra', Number(parent.id))
  },
}

/** Fills what an item follows from; answers what is wrong with its discount, if anything. */
function priceItem({ before, values }: Draft, products: ReadonlyMap<number, Row>): string | undefined {
  const item = { ...before, ...values }
  const product = products.get(Number(item.mercadoria_id))
  const gross = roundHalfUp(decimal(text(item.qTrib) ?? '0').times(decimal(text(item.vUnTrib) ?? '0')), 2)
  const net = gross.minus(decimal(text(item.vDesc) ?? '0'))
  if (net.cmp(decimal('0')) < 0) return 'O desconto passa do valor do item.'
  Object.assign(values, { vSubtotal: net.toFixed(2) })
  if (values.mercadoria_id !== undefined || !before)
    Object.assign(values, { xProd: product?.xProd ?? null, un: product?.un ?? null })
  return undefined
}

/** What happened to an order, who did it and when, newest first (N2-019). */
async function logsOf(ctx: Ctx, id: number): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select a.id::int, a.acao as evento, json_build_object('id', u.id, 'name', u.name) as user,
          to_char(a.dh, 'YYYY-MM-DD HH24:MI:SS') as created_at
        from auditoria a left join "user" u on u.id = a.user_id
        where a.recurso = 'pedido_compra' and a.registro_id = ${id} order by a.id desc limit 100`,
  )
}
