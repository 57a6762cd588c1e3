import * as v from 'valibot'
import { CoreError } from '../../../core/errors'
import { checkInstalments } from '../../../core/instalments/split'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load, loadWhere, update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { copyable, createDocument, partsOf } from '../copy'
import { assertAllowed } from '../hooks'
import { cancelReason, type OrcamentoRecord, reasonInput } from '../shared-actions'
import { venda } from '../venda/venda'
import { orcamento, orcamentoDuplicata } from './orcamento'

/** Closes a quote: a sale with the same lines and instalments is generated (T2-002). */
export const fecha = action(orcamento, 'fecha', {
  on: 'record',
  right: 'edit',
  summary: 'Fecha o orçamento e gera a venda.',
  input: nothing,
  answer: v.object({ id: v.number(), venda_id: v.number(), message: v.string() }),
  run: async ({ ctx, record }) => {
    const venda_id = await close(ctx, record)
    return { id: record.id, venda_id, message: `Orçamento nº ${record.id} fechado, a venda nº ${venda_id} foi gerada.` }
  },
})

/** Invoices a quote: its instalments must add up to its total; its sale is generated if it was not yet (T2-003). */
export const fatura = action(orcamento, 'fatura', {
  on: 'record',
  right: 'edit',
  summary: 'Fatura o orçamento.',
  input: nothing,
  answer: v.object({ id: v.number(), venda_id: v.number() }),
  run: async ({ ctx, record }) => {
    await assertAllowed(ctx, 'orcamento', record, 'fatura')
    const dues = await loadWhere(ctx, orcamentoDuplicata, 'orcamento_id', [record.id])
    const check = checkInstalments(
      record.vTotal,
      dues.map((one) => one.vDup),
    )
    if (!check.ok) throw new CoreError('totals_differ', check.message ?? '')
    if (record.venda_id !== null) await assertSaleStands(ctx, record.venda_id)
    const venda_id = record.venda_id ?? (await close(ctx, record))
    const [current] = await loadWhere(ctx, orcamento, 'id', [record.id])
    await update(ctx, orcamento, current ?? record, { dhFaturamento: ctx.clock.now() }, 'fatura')
    return { id: record.id, venda_id }
  },
})

/** Cancels a quote, with a reason of more than 15 characters (T2-004). */
export const cancela = action(orcamento, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela o orçamento.',
  input: reasonInput,
  run: async ({ ctx, record, input }) => {
    const xMotivoCancelamento = cancelReason(input)
    await assertAllowed(ctx, 'orcamento', record, 'cancela')
    await update(ctx, orcamento, record, { dhCancelamento: ctx.clock.now(), xMotivoCancelamento }, 'cancela')
  },
})

/** Throws `sale_cancelled` for a quote whose sale was cancelled: there is nothing left to invoice. */
async function assertSaleStands(ctx: Ctx, id: number): Promise<void> {
  const sale = await load(ctx, venda, id, { lock: true })
  if (sale.dhCancelamento !== null)
    throw badRequest(`A venda nº ${id}, gerada por este orçamento, está cancelada.`, 'sale_cancelled')
}

async function close(ctx: Ctx, record: OrcamentoRecord): Promise<number> {
  await assertAllowed(ctx, 'orcamento', record, 'fecha')
  const parts = await partsOf(ctx, 'orcamento', [record.id])
  if (parts.lines.length === 0) throw badRequest('Inclua ao menos um item antes de fechar.', 'no_items')
  const head = { ...onlyFieldsOf(copyable(orcamento, record)), orcamento_id: record.id }
  const sale = await createDocument(ctx, 'venda', { head, ...parts, acao: 'create' })
  const venda_id = Number(sale.id)
  await update(ctx, orcamento, record, { dhFechamento: ctx.clock.now(), venda_id }, 'fecha')
  return venda_id
}

/** The values of a quote's head that a sale has too. */
function onlyFieldsOf(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(venda.fields, name)))
}
