import * as v from 'valibot'
import { WAY_LIMITS } from '../../core/routing/ways'
import { parseInput } from '../platform/action'
import { assertXhr, type App, type Services } from '../platform/app'
import { jsonBody } from '../platform/body'
import { assertMay, may } from '../platform/rights'
import { rota } from './rota/rota'
import { roteirizacao } from './roteirizacao/roteirizacao'
import { waysAlong } from './solver/ways'

const degrees = (most: number) => v.pipe(v.number('Informe um número.'), v.minValue(-most), v.maxValue(most))
const place = v.tuple([degrees(180), degrees(90)])
const route = v.pipe(v.array(place), v.maxLength(WAY_LIMITS.places, `Uma rota tem até ${WAY_LIMITS.places} lugares.`))
const waysInput = v.object({
  rotas: v.pipe(
    v.array(route),
    v.maxLength(WAY_LIMITS.routes, `São até ${WAY_LIMITS.routes} rotas por vez.`),
    v.check(
      (routes) => routes.flat().length <= WAY_LIMITS.placesInAll,
      `São até ${WAY_LIMITS.placesInAll} lugares por vez.`,
    ),
  ),
})

/**
 * `GET /api/mapa`: where map tiles come from and whom to credit (nulls where none are set up: no address goes anywhere by default), and whether it is
 * known how roads run. `POST /api/mapa/caminhos`: how they run along routes of `[longitude, latitude]`, for those who may see routes or plans.
 */
export function mountMap(app: App, services: Services): void {
  const { pool, osrmUrl, tilesUrl, tilesCredit } = services
  app.get('/api/mapa', (c) =>
    c.json({ tiles: tilesUrl ?? null, credito: tilesCredit ?? null, caminhos: osrmUrl !== undefined }),
  )
  app.post('/api/mapa/caminhos', async (c) => {
    assertXhr(c)
    const caller = { actor: c.get('actor') }
    if (!may(caller, rota, 'read')) assertMay(caller, roteirizacao, 'read')
    const { rotas } = parseInput(waysInput, await jsonBody(c))
    const caminhos = osrmUrl === undefined ? new Map() : await waysAlong(rotas, { pool, osrmUrl })
    return c.json({ caminhos: Object.fromEntries(caminhos) })
  })
}
