import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from 'bun'
import { buildName, mountNotFound, mountWeb } from './platform/web'
import { type App, createApp, requireSession, type Services } from './platform/app'
import { EventHub } from './platform/events'
import { startExchange } from './platform/exchange/run-exchange'
import { countCalls } from './platform/health'
import { startWorker } from './platform/jobs/worker'
import { log } from './platform/log'
import { mountResource } from './platform/routes'
import { type SocketData, Sockets } from './platform/sockets'
import { ChatRoom } from './chat/room'
import { sum } from './area'
import { resources } from './resources'

/** A running server. */
export interface Running {
  readonly url: string
  readonly port: number
  /** Stops taking calls, lets running ones end (10 s at most), and stops listening to the database. */
  stop(): Promise<void>
}

/** Builds the whole application over a database: every route, in the order in which they are tried. */
export function buildApp(services: Services): App {
  const app = createApp()
  const routes = sum('routes')
  countCalls(app)
  for (const one of routes) if (one.open) one.mount(app, services)
  app.use('/api/*', requireSession(services))
  app.use('/reporting/*', requireSession(services))
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
  options: { readonly host: string; readonly port: number },
): Promise<Running> {
  const app = buildApp(services)
  const sockets = new Sockets(services, [new EventHub(services, () => buildName(webFolder())), new ChatRoom(services)])
  await sockets.start()
  const exchanges = await startExchange(services)
  const worker = await startWorker(services)
  const server: Server<SocketData> = Bun.serve<SocketData>({
    hostname: options.host,
    port: options.port,
    idleTimeout: 120,
    maxRequestBodySize: 64 * 1024 * 1024,
    fetch: async (request, self) => (await sockets.upgrade(request, self)) ?? app.fetch(request, self),
    websocket: sockets.handlers,
  })
  if (!existsSync(webFolder())) log.warn('As telas não foram construídas: rode `npm start` ou `bun web/build.ts`.')
  const port = server.port ?? options.port
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    port,
    stop: async () => {
      await Promise.all([exchanges.stop(), worker.stop()])
      await sockets.stop()
      await Promise.race([server.stop(), Bun.sleep(10_000)])
      await server.stop(true)
    },
  }
}
