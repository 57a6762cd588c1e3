import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentManifest, type AgentProgram, readManifest } from '../../../core/agent'
import { isAdmin } from '../../../core/access'
import { SYSTEM } from '../../db/pool'
import { type App, type Context, type Services, withCtx } from '../../platform/app'
import { ApiError, forbidden, unauthenticated } from '../../platform/errors'
import { assertMay } from '../../platform/rights'
import { tokensOf } from '../../platform/token'
import { agente } from './agente'
import { DEVICE_PREFIX, deviceOf } from './presence'

/** The built programs of agents (`npm run agents`): people download them, agents bring themselves up to date by them. */

const NOT_BUILT = 'Os programas do agente não foram construídos neste servidor: rode npm run agents.'
const notBuilt = (): ApiError => new ApiError(404, 'not_built', NOT_BUILT)

const folderOf = ({ agentsDir }: Pick<Services, 'agentsDir'>): string =>
  agentsDir ?? join(import.meta.dirname, '../../../dist/agents')

async function manifestOf(services: Services): Promise<AgentManifest> {
  const path = join(folderOf(services), 'manifest.json')
  if (!existsSync(path)) throw notBuilt()
  const read: unknown = await Bun.file(path)
    .json()
    .catch(() => undefined)
  const manifest = readManifest(read)
  if (!manifest) throw notBuilt()
  return manifest
}

async function fileOf(services: Services, alvo: string | undefined): Promise<Response> {
  const program = (await manifestOf(services)).programas.find((one) => one.alvo === alvo)
  if (!program) throw new ApiError(404, 'not_built', 'Não há programa do agente para este sistema.')
  const path = join(folderOf(services), program.arquivo)
  if (!existsSync(path)) throw notBuilt()
  return new Response(Bun.file(path), { headers: headersOf(program) })
}

const headersOf = ({ arquivo, bytes }: AgentProgram) => ({
  'Content-Type': 'application/octet-stream',
  'Content-Length': String(bytes),
  'Content-Disposition': `attachment; filename="${arquivo}"`,
  'Cache-Control': 'private, no-store',
})

/** For people: what there is to whoever sees agents, the files to administrators. */
export function mountPrograms(app: App, services: Services): void {
  app.get('/api/sis/agente/programa', async (c) => {
    await withCtx(services, c, 'read', async (ctx) => assertMay(ctx, agente, 'read'))
    return c.json(await manifestOf(services))
  })
  app.get('/api/sis/agente/programa/:alvo', async (c) => {
    if (!isAdmin(c.get('actor'))) throw forbidden('Só administradores baixam o programa do agente.')
    return fileOf(services, c.req.param('alvo'))
  })
}

/** For agents, by their own keys, which open nothing else. */
export function mountUpdates(app: App, services: Services): void {
  const assertDevice = async (c: Context): Promise<void> => {
    const { bearer } = tokensOf(c.req.raw.headers)
    if (bearer !== undefined && !bearer.startsWith(DEVICE_PREFIX)) throw forbidden('Só agentes, com a chave deles.')
    if (!(await services.pool.read(SYSTEM, (db) => deviceOf(db, bearer)))) throw unauthenticated()
  }
  app.get('/api/agente/programa', async (c) => {
    await assertDevice(c)
    return c.json(await manifestOf(services))
  })
  app.get('/api/agente/programa/:alvo', async (c) => {
    await assertDevice(c)
    return fileOf(services, c.req.param('alvo'))
  })
}
