import { serviceChecklist } from '../../../core/settings/settings'
import { sql } from 'drizzle-orm'
import { planAction } from '../../documents/dues'
import { duplicates } from '../../documents/copy'
import { effect } from '../../documents/effect'
import { undoAll } from '../../documents/undo'
import { goodsOf, issueGoods } from '../../estoque/output'
import { billDues } from '../../financeiro/bill'
import { letGoOfNfse } from '../../nfe/nfse/live'
import { issueForOrder } from '../../nfe/nfse/of-order'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { step } from '../../platform/step'
import { settingsOf } from '../../sis/configuracao'
import { takeBackInvoicing } from './invoicing'
import { ordemServico, ordemServicoDuplicata, ordemServicoMercadoria, ordemServicoServico } from './ordem-servico'

/** What moves a service order on. */

type OrdemServico = RecordOf<typeof ordemServico>

/** The checklist of the company is filled as far as it must be. Throws 400 `checklist`. */
async function assertChecklist(ctx: Ctx, { custom_fields }: OrdemServico): Promise<void> {
  const { required } = serviceChecklist(await settingsOf(ctx))
  const told = new Map(Object.entries(custom_fields ?? {}))
  const missing = required.find((name) => String(told.get(name) ?? '').trim() === '')
  if (missing !== undefined) throw badRequest(`O campo "${missing}" é obrigatório`, 'checklist')
}

/** The location of the order's technician, where it is this company's and open. */
async function technicianShelf(ctx: Ctx, { empresa_id, colaborador_id }: OrdemServico): Promise<number | null> {
  const [row] = await rowsOf(
    ctx,
    sql`select a.id from colaborador c join armazenamento a on a.id = c.armazenamento_id
        where c.id = ${colaborador_id} and a.empresa_id = ${empresa_id} and not a.bloqueado`,
  )
  return row === undefined ? null : Number(row.id)
}

/**
 * Finishes an order (T3-064): its goods leave stock, from where the line or the order says, else from the technician's location before the others; each line keeps what
 * it cost. Throws 400 `no_items`, `checklist`, `no_stock`, `no_lot`.
 */
export const finalizarOrdemServico = step(ordemServico, 'finalizarOrdemServico', {
  summary: 'Finaliza a ordem de serviço: as mercadorias saem do estoque, primeiro do local do técnico.',
  run: async ({ ctx, record }) => {
    const goods = await loadWhere(ctx, ordemServicoMercadoria, 'ordem_servico_id', [record.id])
    const services = await loadWhere(ctx, ordemServicoServico, 'ordem_servico_id', [record.id])
    if (goods.length + services.length === 0)
      throw badRequest('Inclua ao menos um serviço ou uma mercadoria.', 'no_items')
    await assertChecklist(ctx, record)
    const moves = goods.length > 0
    const shelf = record.armazenamento_id === null && moves ? await technicianShelf(ctx, record) : null
    const out = moves ? await goodsOf(ctx, ordemServicoMercadoria, record) : []
    const near = out.map((one) =>
      one.armazenamento_id === null && shelf !== null ? { ...one, armazenamento_id: shelf, anywhere: true } : one,
    )
    await issueGoods(
      ctx,
      {
        resource: ordemServico,
        record,
        passo: 'finalizarOrdemServico',
        moves,
        reserved: false,
        lines: ordemServicoMercadoria,
      },
      near,
    )
  },
})

/** Invoices an order (T3-065): its instalments, which add up to its total, become receivables, and where it says so its notes of services are issued. Throws `not_finished`, `totals_differ`, `no_credit`. */
export const faturarOrdemServico = step(ordemServico, 'faturarOrdemServico', {
  summary: 'Fatura a ordem de serviço: as parcelas viram contas a receber.',
  run: async ({ ctx, record }) => {
    const did = await effect(ctx, ordemServico, record, { passo: 'faturarOrdemServico' })
    await billDues(ctx, did, { document: record, dues: ordemServicoDuplicata, numero: `OS${record.id}` })
    await issueForOrder(ctx, record)
  },
})

/** Takes an invoicing back: its receivables are cancelled, and the order is finished as before. Throws 400 `paid` where something of them was paid, `has_note` while a note of its services lives. */
export const desfazFaturamento = step(ordemServico, 'desfazFaturamento', {
  summary: 'Desfaz o faturamento: cancela as contas a receber da ordem, que volta a ficar finalizada.',
  run: async ({ ctx, record }) => {
    await letGoOfNfse(ctx, record.id)
    await takeBackInvoicing(ctx, record)
  },
})

/** Cancels an order, with a reason of more than 15 characters (T3-066): its goods come back at what they left for. Throws `invoiced`, `cancelled`. */
export const cancelarOrdemServico = step(ordemServico, 'cancelarOrdemServico', {
  summary: 'Cancela a ordem de serviço: as mercadorias voltam ao estoque.',
  run: async ({ ctx, record, reason }) => undoAll(ctx, ordemServico, record, { reason }),
})

export const duplica = duplicates(ordemServico, {
  summary: 'Cria uma cópia em aberto da ordem de serviço, sem parcelas.',
  lists: [ordemServicoMercadoria, ordemServicoServico],
  head: () => ({ dhAgendamento: null, dPrevisao: null, laudo: null, custom_fields: null }),
})

/** `addString`: 30/60/90 becomes instalments. */
export const planeja = planAction(ordemServicoDuplicata)
