import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from 'bun'
import { Pool } from './db/pool'
import { DatabaseWatch } from './db/watch'
import { buildName, mountNotFound, mountWeb } from './platform/web'
import { type App, createApp, requireSession, type Services } from './platform/app'
import { errorAnswer } from './platform/error-answer'
import { badRequest } from './platform/errors'
import { EventHub } from './platform/events'
import { startExchange } from './platform/exchange/run-exchange'
import { startWorker } from './platform/jobs/worker'
import { hostFault } from './platform/host'
import { log } from './platform/log'
import { countCalls } from './platform/measures/calls'
import { startMeasures } from './platform/measures/store'
import { mountResource } from './platform/routes'
import { startTraces } from './platform/traces/traces'
import { type SocketData, Sockets } from './platform/sockets'
import { ChatRoom } from './chat/room'
import { AgentRoom } from './sis/agente/room'
import { sum } from './area'
import { resources } from './resources'

/** A running server. */
export interface Running {
  readonly url: string
  readonly port: number
  /**
   * Tells whoever balances to send calls elsewhere, hands its jobs and sockets over and serves on for as long as it was told to; then takes no more calls, lets
   * running ones end (6 s at most, or as long again), and stops listening to the database.
   */
  stop(): Promise<void>
}

/** Connections of jobs, and of what goes to outside services; they wait for people, as people do not wait for each other. */
const BACKGROUND = { max: 6, waitMs: 60_000, lockMs: 60_000 } as const
const STOP_LIMIT_MS = 6_000
/** Measures and traces that were not told by then are lost. */
const LAST_WORDS_MS = 2_000

/** Builds the whole application over a database: every route, in the order in which they are tried. */
export function buildApp(services: Services): App {
  const app = createApp(services)
  const routes = sum('routes')
  countCalls(app)
  for (const one of routes) if (one.open) one.mount(app, services)
  const session = requireSession(services)
  app.use('/api/*', session)
  app.use('/reporting/*', session)
  for (const one of routes) if (!one.open) one.mount(app, services)
  for (const one of resources) mountResource(app, services, one)
  mountNotFound(app)
  mountWeb(app, webFolder(), services.tilesUrl)
  return app
}

/** Where the built screens are: beside the project's source. */
export function webFolder(): string {
  return join(import.meta.dirname, '../dist/web')
}

/** Serves the application on an address. Port 0 takes any free one. */
export async function serve(
  services: Services,
  options: {
    readonly host: string
    readonly port: number
    readonly drainS?: number
    /** Where traces are sent; nowhere unless told. */
    readonly tracesUrl?: string | undefined
  },
): Promise<Running> {
  const { pool } = services
  const ending = new AbortController()
  const app = buildApp({ ...services, ending: ending.signal })
  // Work without a caller waits longer, and never for the connections that callers use, nor they for its.
  const background = { ...services, pool: new Pool(pool.url, BACKGROUND) }
  const watch = new DatabaseWatch({ ...services.watched, pools: [pool, background.pool] })
  const sockets = new Sockets(services, [
    new EventHub(services, () => buildName(webFolder())),
    new ChatRoom(services),
    new AgentRoom(services),
  ])
  await sockets.start()
  const exchanges = await startExchange(background)
  const drainMs = 1000 * (options.drainS ?? 0)
  const worker = await startWorker(background, drainMs)
  const measures = startMeasures(background)
  const traces = options.tracesUrl === undefined ? undefined : startTraces(options.tracesUrl)
  const server: Server<SocketData> = Bun.serve<SocketData>({
    hostname: options.host,
    port: options.port,
    idleTimeout: 120,
    maxRequestBodySize: 64 * 1024 * 1024,
    // The runtime's own page of errors shows source; nothing but our own answer is given to anybody.
    development: false,
    fetch: async (request, self) => {
      const fault = hostFault(request, { host: options.host, publicUrl: services.publicUrl })
      if (fault) throw badRequest(fault, 'bad_host')
      const answer = (await sockets.upgrade(request, self)) ?? (await app.fetch(request, self))
      // Who is about to stop keeps no connection for the next call.
      if (ending.signal.aborted) answer?.headers.set('Connection', 'close')
      return answer
    },
    error: (error) => errorAnswer(error, { method: '-', path: '-', requestId: crypto.randomUUID() }),
    websocket: sockets.handlers,
  })
  watch.start()
  if (!existsSync(webFolder())) log.warn('As telas não foram construídas: rode `npm start` ou `bun web/build.ts`.')
  const port = server.port ?? options.port
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    stop: async () => {
      ending.abort()
      const handed = Promise.all([exchanges.stop(), worker.stop(), sockets.handOver(drainMs / 2)]).catch(
        (error: unknown) => log.warn('Ao encerrar: {error}', { error: String(error) }),
      )
      await Bun.sleep(drainMs)
      await Promise.race([
        Promise.all([handed, sockets.stop(), server.stop()]),
        Bun.sleep(Math.max(STOP_LIMIT_MS, drainMs)),
      ])
      await server.stop(true)
      await Promise.race([Promise.all([measures.stop(), traces?.stop()]), Bun.sleep(LAST_WORDS_MS)])
      await watch.stop()
      await background.pool.close()
    },
  }
}
