import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { loadWhere, updateMany } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'

/** What lines of a plan become, and where its own items name the line. */
const ITEMS = {
  pedido_compra: 'pedido_compra_mercadoria',
  solicitacao: 'solicitacao_mercadoria',
  ordem_producao: 'ordem_producao_mercadoria',
} as const

/** Lines whose document goes can be executed again: their need is still there. */
export const freeLines =
  (kind: keyof typeof ITEMS) =>
  async (ctx: Ctx, plan: Row, made: Row): Promise<Row> => {
    const lines = resourceNamed('planejamento_mercadoria')
    const link = `${kind}_id`
    const executed: Row[] = await loadWhere(ctx, lines, link, [Number(made.id)], { lock: true })
    const freed = await updateMany(
      ctx,
      lines,
      executed,
      executed.map((one) => ({ id: Number(one.id), [link]: null, dhExecucao: null })),
    )
    // A line is executed once, which an index of the made items holds: those of a cancelled document let it go.
    const [items, own] = [sql.raw(ITEMS[kind]), sql.raw(link)]
    await ctx.db.execute(sql`update ${items} set planejamento_mercadoria_id = null where ${own} = ${Number(made.id)}`)
    return { itens_executados: Number(plan.itens_executados) - freed.length }
  }
