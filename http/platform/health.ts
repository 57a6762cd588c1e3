import { hasAll } from '../db/migrate'
import { replicaFault } from '../db/replica'
import type { App, Services } from './app'
import { metricsText } from './measures/text'
import { diskFull } from './outage'

/** `/healthz` (alive), `/readyz` (database reachable and migrated; `notice` where something is amiss that keeps nobody from working), `/metrics` (Prometheus text). */
export function mountHealth(app: App, services: Services): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (services.ending?.aborted) return c.json({ status: 'stopping', message: 'Este servidor está encerrando.' }, 503)
    try {
      const rows = await services.pool.probe('select nome from prumo_migracao')
      if (services.pool.isFull) return c.json({ status: 'disk_full', message: diskFull().message }, 503)
      const notice = services.replica && replicaFault(services.replica.standing)
      if (hasAll(rows.map(({ nome }) => nome))) return c.json({ status: 'ok', ...(notice ? { notice } : {}) })
      return c.json({ status: 'migrating' }, 503)
    } catch {
      const status = services.pool.isFull ? 'disk_full' : 'unavailable'
      return c.json({ status, message: 'O banco de dados não está respondendo.' }, 503, { 'Retry-After': '5' })
    }
  })
  app.get('/metrics', (c) => c.text(metricsText(services.replica)))
}
