import type { Ctx } from '../../platform/context'
import type { Resource } from '../../platform/resource'
import type { Print } from '../../relatorios/print'
import { rota } from '../rota/rota'
import { roteirizacao } from '../roteirizacao/roteirizacao'
import { routesHtml, routesPdf } from './render'
import { planSheets, type RouteSheet, routeSheets } from './route-sheet'

const routes = (resource: Resource, load: (ctx: Ctx, ids: readonly number[]) => Promise<RouteSheet[]>): Print => ({
  resource,
  load: async (ctx, ids) => {
    const sheets = await load(ctx, ids)
    return { pdf: () => routesPdf(sheets), html: () => routesHtml(sheets) }
  },
})

/** A route, or all routes of a plan, for who drives. */
export const routePrints: readonly Print[] = [routes(rota, routeSheets), routes(roteirizacao, planSheets)]
