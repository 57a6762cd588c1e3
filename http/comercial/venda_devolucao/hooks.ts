import { sql } from 'drizzle-orm'
import { takeOriginals } from '../../documents/returning'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { changes, type Draft, type Hooks, resourceNamed } from '../../platform/resource'
import { assertWay } from '../../cadastros/tipo-entrada-saida'
import { assertWhole } from '../../estoque/whole'
import { notInvoiced } from './messages'
import { SOLD, soldLines } from './returned'

/** A new return is one of an invoiced sale, whose customer and company it has; the sale stays. */
export const returnHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) {
      if (draft.values.venda_id !== null && changes(draft, 'venda_id')) await takeSale(ctx, draft)
      if (draft.values.tipo_entrada_saida_id !== null && changes(draft, 'tipo_entrada_saida_id'))
        await assertWay(ctx, draft, 0)
    }
  },
}

async function takeSale(ctx: Ctx, { before, values }: Draft): Promise<void> {
  if (before) throw invalid({ venda_id: ['A venda de uma devolução não muda: exclua esta e crie outra.'] })
  const [sale] = await rowsOf(
    ctx,
    sql`select id, cliente_id, empresa_id, status from venda where id = ${Number(values.venda_id)}`,
  )
  if (sale?.status !== 4) throw invalid({ venda_id: [notInvoiced(Number(values.venda_id))] })
  if (sale.empresa_id !== values.empresa_id) throw invalid({ venda_id: ['Esta venda é de outra empresa.'] })
  values.cliente_id = sale.cliente_id
}

/** A line names a line of the return's sale, and takes no more of it than is left. What it is worth follows. */
export const lineHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    takeOriginals(drafts, SOLD, await soldLines(ctx, Number(parent?.venda_id ?? 0), Number(parent?.id ?? 0)))
    // The product is known by now: half a piece comes back no more than it was sold.
    await assertWhole(ctx, resourceNamed('venda_devolucao_mercadoria'), drafts)
  },
}
