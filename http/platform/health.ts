import { hasAll } from '../db/migrate'
import type { App, Services } from './app'
import { diskFull } from './outage'

const counts = { requests: 0, errors: 0 }
const seconds = { total: 0 }

/** Counts what is mounted after it. */
export function countCalls(app: App): void {
  app.use(async (c, next) => {
    const from = performance.now()
    await next()
    counts.requests++
    if (c.res.status >= 500) counts.errors++
    seconds.total += (performance.now() - from) / 1000
  })
}

/** `/healthz` (alive), `/readyz` (database reachable and migrated), `/metrics` (Prometheus text). */
export function mountHealth(app: App, services: Services): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (services.ending?.aborted) return c.json({ status: 'stopping', message: 'Este servidor está encerrando.' }, 503)
    try {
      const rows = await services.pool.probe('select nome from prumo_migracao')
      if (services.pool.isFull) return c.json({ status: 'disk_full', message: diskFull().message }, 503)
      if (hasAll(rows.map(({ nome }) => nome))) return c.json({ status: 'ok' })
      return c.json({ status: 'migrating' }, 503)
    } catch {
      const status = services.pool.isFull ? 'disk_full' : 'unavailable'
      return c.json({ status, message: 'O banco de dados não está respondendo.' }, 503, { 'Retry-After': '5' })
    }
  })
  app.get('/metrics', (c) =>
    c.text(
      [
        '# TYPE prumo_http_requests_total counter',
        `prumo_http_requests_total ${counts.requests}`,
        '# TYPE prumo_http_errors_total counter',
        `prumo_http_errors_total ${counts.errors}`,
        '# TYPE prumo_http_seconds_total counter',
        `prumo_http_seconds_total ${seconds.total.toFixed(6)}`,
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '',
      ].join('\n'),
    ),
  )
}
