import { sql } from 'drizzle-orm'
import { assertWay } from '../../cadastros/tipo-entrada-saida'
import { takeOriginals } from '../../documents/returning'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { type Draft, type Hooks, resourceNamed, type Row } from '../../platform/resource'
import { assertOwnLots } from '../output'
import { assertWhole } from '../whole'
import { RECEIVED, receivedLines } from './received'

export const notReceived = (id: number): string =>
  `A entrada nº ${id} não está finalizada: só devolva o que já entrou no estoque.`

/** A new return is one of a finalised entry, whose supplier and company it has; the entry stays. */
export const returnHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) {
      const { entrada_id } = draft.values
      const isNew = entrada_id !== undefined && entrada_id !== null && entrada_id !== draft.before?.entrada_id
      if (isNew) await takeEntry(ctx, draft)
      await assertWay(ctx, draft, 1)
    }
  },
}

async function takeEntry(ctx: Ctx, { before, values }: Draft): Promise<void> {
  if (before) throw invalid({ entrada_id: ['A entrada de uma devolução não muda: exclua esta e crie outra.'] })
  const id = Number(values.entrada_id)
  const [entry]: Row[] = await rowsOf(ctx, sql`select fornecedor_id, empresa_id, status from entrada where id = ${id}`)
  if (entry?.status !== 4) throw invalid({ entrada_id: [notReceived(id)] })
  if (entry.empresa_id !== values.empresa_id) throw invalid({ entrada_id: ['Esta entrada é de outra empresa.'] })
  if (entry.fornecedor_id === null) throw invalid({ entrada_id: ['Esta entrada não é de um fornecedor.'] })
  values.fornecedor_id = entry.fornecedor_id
}

/** A line names an item of the return's entry, and takes no more of it than is left. What it is worth follows. */
export const lineHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    takeOriginals(drafts, RECEIVED, await receivedLines(ctx, Number(parent?.entrada_id ?? 0), Number(parent?.id ?? 0)))
    await assertOwnLots(ctx, drafts)
    // The product is known by now: half a piece goes back no more than it came.
    await assertWhole(ctx, resourceNamed('devolucao_mercadoria'), drafts)
  },
}
