import { routePath } from 'hono/route'
import { asWork } from '../../db/work'
import type { App } from '../app'
import { callName } from './call-name'
import { sinceStart, untold } from './tally'

const COUNTED = /^\/(?:api|reporting)\//

/** Counts and times every call of the API that is mounted after it, by resource and verb, with what it asks of the database. */
export function countCalls(app: App): void {
  app.use((c, next) => {
    if (!COUNTED.test(c.req.path)) return next()
    const name = () => callName(c.req.method, routePath(c))
    return asWork({ kind: 'call', name, traceparent: c.req.header('traceparent') }, async (work) => {
      const from = performance.now()
      await next()
      work.status = c.res.status
      const seconds = (performance.now() - from) / 1_000
      sinceStart.add(work, c.res.status, seconds)
      untold.add(work, c.res.status, seconds)
    })
  })
}
