import { lastPrices } from '../../compras/last-prices'
import { pedidoCompra } from '../../compras/pedido_compra/pedido-compra'
import { solicitacao } from '../../compras/solicitacao/solicitacao'
import type { Did } from '../../documents/effect'
import { loadProducts, unitCostOf } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, insertMany, insertRows } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { drawInsumos } from '../../producao/ordem_producao/composition'
import { ordemProducao, ordemProducaoMercadoria } from '../../producao/ordem_producao/ordem-producao'
import type { planejamento, planejamentoMercadoria } from './planejamento'

/** What is asked of a line of a plan. */
export interface Wanted {
  readonly line: RecordOf<typeof planejamentoMercadoria>
  readonly tipo_acao: number
  readonly quantidade: string
  readonly data_pedido: string | null
  readonly data_necessidade: string | null
  readonly fornecedor_id: number | null
}

/** The document that a line became. */
export interface Made {
  readonly solicitacao_id?: number
  readonly pedido_compra_id?: number
  readonly ordem_producao_id?: number
}

type Plan = RecordOf<typeof planejamento>
type MadeByLine = [number, Made][]
interface Drafting {
  readonly plan: Plan
  readonly wanted: readonly Wanted[]
}

/** A production order a line, all of them in a few statements: they draw the composition of their product. */
export async function createOrders(ctx: Ctx, did: Did, { plan, wanted }: Drafting): Promise<MadeByLine> {
  if (wanted.length === 0) return []
  const products = await loadProducts(
    ctx,
    wanted.map(({ line }) => line.mercadoria_id),
    plan.empresa_id,
  )
  const orders = await insertMany(
    ctx,
    ordemProducao,
    wanted.map((one) => ({
      ...did.origin(ordemProducao),
      empresa_id: plan.empresa_id,
      planejamento_id: plan.id,
      dInicioPrevisto: one.data_pedido,
      dFimPrevisto: one.data_necessidade,
    })),
    'executarAcoes',
  )
  const lines = await insertRows(
    ctx,
    ordemProducaoMercadoria,
    wanted.map(({ line, quantidade }, at) => ({
      ordem_producao_id: orders[at]?.id,
      empresa_id: plan.empresa_id,
      mercadoria_id: line.mercadoria_id,
      xProd: products.get(line.mercadoria_id)?.xProd ?? null,
      un: products.get(line.mercadoria_id)?.un ?? null,
      qTrib: quantidade,
      planejamento_mercadoria_id: line.id,
    })),
  )
  await drawInsumos(
    ctx,
    lines.map((one) => one.id),
  )
  for (const one of orders.slice(0, 1)) await announce(ctx, ordemProducao, one.id)
  return lines.map((one) => [Number(one.planejamento_mercadoria_id), { ordem_producao_id: one.ordem_producao_id }])
}

/** A purchase order a supplier, at what the supplier charged last, else at cost. */
export async function createPurchases(ctx: Ctx, did: Did, { plan, wanted }: Drafting): Promise<MadeByLine> {
  const groups = new Map<number, Wanted[]>()
  for (const one of wanted)
    if (one.fornecedor_id !== null) groups.set(one.fornecedor_id, [...(groups.get(one.fornecedor_id) ?? []), one])
  if (groups.size === 0) return []
  const prices = await pricesOf(ctx, plan, wanted)
  const made: MadeByLine = []
  for (const [fornecedor_id, lines] of groups) {
    const order = await did.make(pedidoCompra, {
      values: {
        empresa_id: plan.empresa_id,
        fornecedor_id,
        planejamento_id: plan.id,
        dEmissao: ctx.clock.today(),
        dPrevista: earliest(lines),
      },
      lines: {
        pedido_compra_mercadoria: lines.map(({ line, quantidade, data_necessidade }) => ({
          mercadoria_id: line.mercadoria_id,
          qTrib: quantidade,
          vUnTrib: prices(line.mercadoria_id, fornecedor_id),
          dPrevista: data_necessidade,
          planejamento_mercadoria_id: line.id,
        })),
      },
      acao: 'executarAcoes',
    })
    made.push(...lines.map(({ line }): [number, Made] => [line.id, { pedido_compra_id: order.id }]))
  }
  return made
}

/** One purchase request for everything whose supplier is still to be found, or ordered by somebody else. */
export async function createRequest(did: Did, { plan, wanted }: Drafting): Promise<MadeByLine> {
  if (wanted.length === 0) return []
  const request = await did.make(solicitacao, {
    values: {
      empresa_id: plan.empresa_id,
      planejamento_id: plan.id,
      dNecessidade: earliest(wanted),
      obs: `Planejamento nº ${plan.id}${plan.descricao === null ? '' : `: ${plan.descricao}`}`,
    },
    lines: {
      solicitacao_mercadoria: wanted.map(({ line, quantidade, data_pedido, data_necessidade, fornecedor_id }) => ({
        mercadoria_id: line.mercadoria_id,
        quantidade,
        dPedido: data_pedido,
        dNecessidade: data_necessidade,
        fornecedor_id,
        planejamento_mercadoria_id: line.id,
      })),
    },
    acao: 'executarAcoes',
  })
  return wanted.map(({ line }) => [line.id, { solicitacao_id: request.id }])
}

function earliest(wanted: readonly Wanted[]): string | null {
  return wanted.flatMap((one) => one.data_necessidade ?? []).toSorted()[0] ?? null
}

/** What a unit costs from a supplier: the price of its last finalised entry, else the company's cost. */
async function pricesOf(
  ctx: Ctx,
  plan: Plan,
  wanted: readonly Wanted[],
): Promise<(mercadoria_id: number, fornecedor_id: number) => string> {
  const ids = wanted.map(({ line }) => line.mercadoria_id)
  const products = await loadProducts(ctx, ids, plan.empresa_id)
  const last = await rowsOf(
    ctx,
    lastPrices(ctx, { empresa_id: plan.empresa_id, mercadorias: ids, sources: ['entrada'] }),
  )
  const charged = new Map(
    last.map((row) => [`${Number(row.mercadoria_id)}/${Number(row.fornecedor_id)}`, String(row.preco)]),
  )
  return (mercadoria_id, fornecedor_id) =>
    charged.get(`${mercadoria_id}/${fornecedor_id}`) ?? unitCostOf(products.get(mercadoria_id))
}
