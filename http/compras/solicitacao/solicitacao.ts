import { solicitacaoFields, solicitacaoMercadoriaFields } from '../../../core/fields/compras/solicitacao'
import { decideItem, solicitacaoLife } from '../../../core/lifecycle/solicitacao'
import type { Ctx } from '../../platform/context'
import { keepProducts } from '../../estoque/product-lines'
import { leavePlan } from '../pedido_compra/leave-plan'
import { loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { effects } from '../../documents/steps'
import { type Draft, resource, type Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
/** An instant as it is told: stored ones carry their zone. */
const instant = (value: unknown): string | null => text(value)?.slice(0, 19).replace('T', ' ') ?? null

/** Purchase requests (N2-023): what somebody asks to be bought, item by item approved or refused. */
export const solicitacao = resource({
  name: 'solicitacao',
  paths: ['compras/solicitacao'],
  title: 'Solicitação de compra',
  right: 'solicitacao',
  company: 'own',
  fields: solicitacaoFields,
  life: solicitacaoLife,
  search: ['obs', 'usuario_id.name'],
  display: ['status'],
  indexes: [['empresa_id', 'status', 'id']],
})

effects(solicitacao, {
  gerarSolicitacao: {
    title: 'a geração dos pedidos de compra',
    date: 'dhGeracao',
    inParts: true,
    makes: { pedido_compra: { cancelled: 'reopens', deleted: 'reopens', undone: 'cancels', told: freeItems } },
  },
})

/** The items of an order that goes are approved again, and can be ordered anew: the request is open for it. */
async function freeItems(ctx: Ctx, _request: Row, order: Row): Promise<Row> {
  const items = await loadWhere(ctx, solicitacaoMercadoria, 'pedido_compra_id', [Number(order.id)], { lock: true })
  const freed = items.map(({ id }) => ({ id, pedido_compra_id: null }))
  await updateMany(ctx, solicitacaoMercadoria, items, freed)
  await leavePlan(ctx, Number(order.id))
  return { dhGeracao: null }
}

/** An item is in the unit that it is given, else in its product's. */
const keptOf = ({ xProd, unidade_id }: Row, line: Row): Row => ({ xProd, unidade_id: line.unidade_id ?? unidade_id })

/** An item of a purchase request (N2-024). Approving, refusing and undoing are writes of its two dates (T2-027 to T2-029). */
export const solicitacaoMercadoria = resource({
  name: 'solicitacao_mercadoria',
  paths: ['compras/solicitacao_mercadoria'],
  title: 'Item da solicitação',
  right: 'solicitacao',
  company: 'own',
  fields: solicitacaoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  unique: [['planejamento_mercadoria_id']],
  indexes: [['empresa_id', 'status', 'mercadoria_id']],
  parent: { resource: 'solicitacao', field: 'solicitacao_id', list: 'solicitacao_mercadorias' },
  hooks: {
    prepare: async (ctx, drafts) => {
      for (const { before } of drafts) if (before) assertNotOrdered(before)
      await keepProducts(ctx, drafts, keptOf)
      for (const draft of drafts) decide(ctx, draft)
    },
    remove: (_ctx, record) => assertNotOrdered(record),
  },
})

/** An item whose order stands stays as it was ordered, also where the request is open again. Throws 400 `ordered`. */
function assertNotOrdered(item: Row): void {
  if (item.pedido_compra_id !== null)
    throw badRequest(`Este item já está no pedido de compra nº ${Number(item.pedido_compra_id)}.`, 'ordered')
}

function decide(ctx: Ctx, { before, values }: Draft): void {
  if (values.aprovado_em === undefined && values.reprovado_em === undefined) return
  const was = { aprovado_em: instant(before?.aprovado_em), reprovado_em: instant(before?.reprovado_em) }
  const told = (name: 'aprovado_em' | 'reprovado_em') =>
    values[name] === undefined || instant(values[name]) === was[name] ? {} : { [name]: instant(values[name]) }
  const next = decideItem(was, { ...told('aprovado_em'), ...told('reprovado_em') })
  const decided = next.aprovado_em ?? next.reprovado_em
  if (next.aprovado_em === was.aprovado_em && next.reprovado_em === was.reprovado_em) {
    Object.assign(values, next)
    return
  }
  Object.assign(values, next, { decidido_por_id: decided !== null && ctx.actor.id > 0 ? ctx.actor.id : null })
}
