import { sum } from '../area'
import { type App, type Services, withCtx } from '../platform/app'
import type { Ctx } from '../platform/context'
import type { Row } from '../platform/resource'
import { may } from '../platform/rights'
import { object, type Routes } from '../platform/served'

function mountPainel(app: App, services: Services): void {
  app.get('/api/painel', async (c) => c.json(await withCtx(services, c, 'survey', painel)))
}

/** `GET /api/painel`: the figures of the dashboard for the chosen company; one that the caller may not see is left out. */
export const panelRoutes: Routes = {
  mount: mountPainel,
  tells: [
    {
      path: '/api/painel',
      method: 'get',
      summary: 'Os números do painel da empresa escolhida; faltam os que não se pode ver',
      tag: 'Painel e busca',
      answer: object({}, 'Por nome: uma quantidade com seu valor, dias, linhas'),
    },
  ],
}

/** All figures that the caller may see, asked for together on one connection. */
export async function painel(ctx: Ctx): Promise<Row> {
  const mine = sum('figures').filter(({ of }) => of.every((resource) => may(ctx, resource, 'read')))
  const figures = await Promise.all(mine.map(({ read }) => read(ctx)))
  return Object.assign({}, ...figures)
}
