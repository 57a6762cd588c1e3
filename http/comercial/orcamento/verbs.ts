import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import { PRODUCTION_ASKED } from '../../../core/fields/cadastros/empresa'
import { CoreError } from '../../../core/errors'
import { checkInstalments } from '../../../core/instalments/split'
import { empresa } from '../../cadastros/empresa'
import { sharedWith } from '../../documents/copy'
import { effect } from '../../documents/effect'
import { undoAll } from '../../documents/undo'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load, loadWhere } from '../../platform/engine/write'
import { flag, identifier } from '../../platform/inputs'
import { step } from '../../platform/step'
import { hasGoodsToMake, orderForSale } from '../../producao/ordem_producao/de-venda'
import { assertChosen } from '../caracteristicas/assert-chosen'
import { listsOf, partsOf } from '../copy'
import type { OrcamentoRecord } from '../shared-actions'
import { venda } from '../venda/venda'
import { registeredReason } from './motivo-perda'
import { orcamento, orcamentoDuplicata } from './orcamento'
import { soldAtTodaysPrices } from './prices'

/** A quote past its last day, or whose promotions have ended, is closed only where that was said. */
const input = {
  confirmaVencido: v.optional(flag, false),
  confirmaPrecos: v.optional(flag, false),
  /** Whether the goods are ordered from production, where the company asks. */
  geraOp: v.optional(flag),
}

interface Known {
  readonly confirmaVencido: boolean
  readonly confirmaPrecos: boolean
  readonly geraOp?: boolean | undefined
}

/** Closes a quote: a sale with the same lines and instalments is generated (T2-002). Throws `expired`. */
export const fecha = step(orcamento, 'fecha', {
  summary: 'Fecha o orçamento e gera a venda.',
  input,
  answer: v.object({ id: v.number(), venda_id: v.number(), message: v.string() }),
  run: async ({ ctx, record, input: known }) => {
    const { venda_id, said } = await saleOf(ctx, record, known)
    const message = `Orçamento nº ${record.id} fechado, a venda nº ${venda_id} foi gerada.${said === '' ? '' : ` ${said}`}`
    return { set: { venda_id }, answer: { id: record.id, venda_id, message } }
  },
})

/** Invoices a quote: its instalments must add up to its total; its sale is generated if it was not yet (T2-003). */
export const fatura = step(orcamento, 'fatura', {
  summary: 'Fatura o orçamento.',
  input,
  answer: v.object({ id: v.number(), venda_id: v.number(), message: v.optional(v.string()) }),
  run: async ({ ctx, record: written, input: known }) => {
    const made = written.venda_id === null ? await saleOf(ctx, written, known) : undefined
    const record = made?.record ?? written
    const dues = await loadWhere(ctx, orcamentoDuplicata, 'orcamento_id', [record.id])
    const check = checkInstalments(
      record.vTotal,
      dues.map((one) => one.vDup),
    )
    if (!check.ok) throw new CoreError('totals_differ', check.message ?? '')
    if (record.venda_id !== null) await assertSaleStands(ctx, record.venda_id)
    await effect(ctx, orcamento, record, { passo: 'fatura' })
    const venda_id = made?.venda_id ?? record.venda_id
    const answer = { id: record.id, venda_id, ...(made?.said ? { message: made.said } : {}) }
    return made ? { set: { dhFechamento: ctx.clock.now(), venda_id }, answer } : { answer }
  },
})

/** Cancels a quote, with a reason of more than 15 characters (T2-004). */
export const cancela = step(orcamento, 'cancela', {
  summary: 'Cancela o orçamento.',
  run: ({ ctx, record }) => undoAll(ctx, orcamento, record),
})

/** Throws `sale_cancelled` for a quote whose sale was cancelled: there is nothing left to invoice. */
async function assertSaleStands(ctx: Ctx, id: number): Promise<void> {
  const sale = await load(ctx, venda, id, { lock: true })
  if (sale.dhCancelamento !== null)
    throw badRequest(`A venda nº ${id}, gerada por este orçamento, está cancelada.`, 'sale_cancelled')
}

/** The customer did not take the quote: it is lost, with the reason. */
export const perde = step(orcamento, 'perde', {
  summary: 'Marca o orçamento como perdido, com o motivo: um texto, e o do cadastro que ele é.',
  input: { motivo_perda_id: v.nullish(identifier) },
  run: async ({ ctx, input: given, reason }) => ({
    set: { motivo_perda_id: await registeredReason(ctx, given.motivo_perda_id, reason) },
  }),
})

/** A lost quote is open again. */
export const reabre = step(orcamento, 'reabre', {
  summary: 'Reabre um orçamento perdido.',
  run: async () => ({ set: { xMotivoPerda: null, motivo_perda_id: null } }),
})

interface Sold {
  readonly venda_id: number
  /** The quote as it was sold. */
  readonly record: OrcamentoRecord
  readonly said: string
}

/**
 * The sale that a quote becomes, at today's prices. Throws `expired` after its last day, `prices_changed` and `production_asked`, unless that is known,
 * and `not_chosen`.
 */
async function saleOf(ctx: Ctx, written: OrcamentoRecord, known: Known): Promise<Sold> {
  const { confirmaVencido, confirmaPrecos } = known
  const { dValidade } = written
  if (dValidade !== null && dValidade < ctx.clock.today() && !confirmaVencido)
    throw badRequest(`Este orçamento valia até ${formatDate(dValidade)}.`, 'expired')
  const ordered = await ordersProduction(ctx, written, known)
  const { record, said } = await soldAtTodaysPrices(ctx, written, confirmaPrecos)
  const parts = await partsOf(ctx, 'orcamento', [record.id])
  if (parts.lines.length === 0) throw badRequest('Inclua ao menos um item antes de fechar.', 'no_items')
  await assertChosen(ctx, 'orcamento', record.id)
  const values = { ...(await sharedWith(ctx, venda, { resource: orcamento, row: record })), orcamento_id: record.id }
  const did = await effect(ctx, orcamento, record, { passo: 'fecha' })
  const sale = await did.make(venda, { values, lines: listsOf('venda', parts) })
  const order = ordered ? await orderForSale(ctx, sale) : undefined
  const made = order === undefined ? '' : `Ordem de produção nº ${order} gerada.`
  return { venda_id: sale.id, record, said: [said, made].filter((part) => part !== '').join(' ') }
}

/**
 * Whether closing a quote orders its goods from production: as the caller says, else as the quote says, else as its company does.
 * Throws `production_asked` where the company wants that asked and the quote has goods that are made (C1-058).
 */
async function ordersProduction(
  ctx: Ctx,
  { id, acaoOp, empresa_id }: OrcamentoRecord,
  { geraOp }: Known,
): Promise<boolean> {
  if (geraOp !== undefined) return geraOp
  if (acaoOp === 0 || acaoOp === 1) return acaoOp === 1
  const { gera_op_orcamento } = await load(ctx, empresa, empresa_id)
  if (gera_op_orcamento === PRODUCTION_ASKED && (await hasGoodsToMake(ctx, id)))
    throw badRequest('Este orçamento tem itens que são produzidos.', 'production_asked')
  return gera_op_orcamento === 1
}
