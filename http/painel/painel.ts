import type { Resource, Row } from '../platform/resource'
import { nfeCompra } from '../compras/nfe_compra/nfe-compra'
import { orcamento } from '../comercial/orcamento/orcamento'
import { venda } from '../comercial/venda/venda'
import { entrada } from '../estoque/entrada/entrada'
import { mercadoria } from '../estoque/mercadoria'
import { contasPagar, contasReceber } from '../financeiro/registers'
import { type App, type Services, withCtx } from '../platform/app'
import type { Ctx } from '../platform/context'
import { may } from '../platform/rights'
import { cashAhead, openTitles } from './finance'
import { mySales, openQuotes, recentSales, salesToHandle } from './sales'
import { lowStock, openEntries, stockValue, waitingInvoices } from './stock'

/** `GET /api/painel`: the figures of the dashboard for the chosen company; one that the caller may not see is left out. */
export function mountPainel(app: App, services: Services): void {
  app.get('/api/painel', async (c) => c.json(await withCtx(services, c, 'read', painel)))
}

interface Part {
  /** Every one of them must be open to the caller. */
  readonly of: readonly Resource[]
  readonly figures: (ctx: Ctx) => Promise<Row>
}

/** Each part is one statement. */
const PARTS: readonly Part[] = [
  { of: [venda], figures: recentSales },
  { of: [venda], figures: salesToHandle },
  { of: [venda], figures: mySales },
  { of: [orcamento], figures: openQuotes },
  { of: [mercadoria], figures: lowStock },
  { of: [mercadoria], figures: stockValue },
  { of: [entrada], figures: openEntries },
  { of: [nfeCompra], figures: waitingInvoices },
  { of: [contasReceber], figures: (ctx) => openTitles(ctx, 'receber') },
  { of: [contasPagar], figures: (ctx) => openTitles(ctx, 'pagar') },
  { of: [contasReceber, contasPagar], figures: cashAhead },
]

/** All figures that the caller may see, asked for together on one connection. */
export async function painel(ctx: Ctx): Promise<Row> {
  const mine = PARTS.filter(({ of }) => of.every((resource) => may(ctx, resource, 'read')))
  const figures = await Promise.all(mine.map(({ figures }) => figures(ctx)))
  return Object.assign({}, ...figures)
}
