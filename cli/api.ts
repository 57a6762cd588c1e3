import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../http/settings'
import { EXIT, CommandError, misuse, refused, unreachable } from './exit'

/** The API, wherever it is: on a server, or in this process over the database that the environment names. The same calls either way. */
export interface Api {
  request(path: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Where to call, from the command line. */
export interface Target {
  readonly server?: string
  readonly token?: string
  /** In this process: act as this user instead of the first administrator. */
  readonly user?: string
}

/** Reaches the API. Throws exit code 3 when it cannot be reached, 1 when nobody may act. */
export function openApi(target: Target): Promise<Api> {
  return target.server === undefined ? localApi(target.user) : Promise.resolve(remoteApi(target.server, target.token))
}

function remoteApi(address: string, given: string | undefined): Api {
  const server = serverUrl(address)
  const token = given ?? process.env.PRUMO_TOKEN ?? storedTokens()[server]
  if (!token) throw refused(`Sem acesso a ${server}: entre com prumo login --server ${server}, ou use --token.`)
  return {
    request: async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('Authorization', `Bearer ${token}`)
      return callServer(server + path, { ...init, headers })
    },
    close: async () => undefined,
  }
}

/** Calls a server; one that does not answer is exit code 3. */
export async function callServer(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(120_000) })
  } catch {
    throw unreachable(`${new URL(url).origin} não responde.`)
  }
}

/** The address of a server without path and final slash. */
export function serverUrl(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw misuse('--server é um endereço como https://prumo.exemplo.com')
  return url.origin
}

async function localApi(email: string | undefined): Promise<Api> {
  const [{ openDatabase }, { buildApp }, { bindAfterUpdate, servicesFor }, { systemCtx }, { SYSTEM }] =
    await Promise.all([
      import('../http/db/connect'),
      import('../http/server'),
      import('./setup/services'),
      import('../http/platform/app'),
      import('../http/db/pool'),
    ])
  const settings = readSettings()
  const database = await openDatabase(settings, { max: 4 })
  try {
    const services = servicesFor(database, settings)
    await bindAfterUpdate(database, services)
    const app = buildApp(services)
    const userId = await database.pool.transaction(SYSTEM, (db) => actingUser(systemCtx(services, db, [], 0), email))
    const { token } = await services.sessions.open(userId)
    return {
      request: async (path, init) => {
        const headers = new Headers(init.headers)
        headers.set('Authorization', `Bearer ${token}`)
        return app.request(path, { ...init, headers })
      },
      close: async () => {
        await services.sessions.close(token)
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function actingUser(ctx: Parameters<typeof import('./setup/people').userByEmail>[0], email: string | undefined) {
  const [{ userByEmail }, { rowsOf }, { sql }] = await Promise.all([
    import('./setup/people'),
    import('../http/platform/context'),
    import('drizzle-orm'),
  ])
  if (email !== undefined) return userByEmail(ctx, email)
  const [row] = await rowsOf(
    ctx,
    sql`select u.id from "user" u join user_role x on x.user_id = u.id join role r on r.id = x.role_id
        where u.ativo and r.name in ('admin', 'ceo') order by u.id limit 1`,
  )
  if (!row) throw refused('O banco de dados não tem administrador: crie um com prumo seed ou prumo user add.')
  return Number(row.id)
}

const tokenFile = () => join(readSettings().dataDir, 'cli-tokens.json')

function storedTokens(): Record<string, string> {
  if (!existsSync(tokenFile())) return {}
  const stored: Record<string, string> = JSON.parse(readFileSync(tokenFile(), 'utf8'))
  return stored
}

/** Keeps a server's token for later commands, readable by this user alone. */
export function storeToken(server: string, token: string): void {
  mkdirSync(readSettings().dataDir, { recursive: true })
  writeFileSync(tokenFile(), `${JSON.stringify({ ...storedTokens(), [server]: token })}\n`, { mode: 0o600 })
  chmodSync(tokenFile(), 0o600)
}

/** The JSON of an answer; a refusal ends the command with its message and exit code 1, an unavailable service with 3. */
export async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (response.ok) return text === '' ? null : JSON.parse(text)
  throw new CommandError(response.status === 503 ? EXIT.unreachable : EXIT.refused, refusalText(response.status, text))
}

function refusalText(status: number, text: string): string {
  try {
    const body: { message?: string; errors?: Record<string, string[]> } = JSON.parse(text)
    const fields = Object.entries(body.errors ?? {}).map(([name, messages]) => `  ${name}: ${messages.join(' ')}`)
    return [body.message ?? `Resposta ${status}.`, ...fields].join('\n')
  } catch {
    return `Resposta ${status}: ${text.slice(0, 500)}`
  }
}
