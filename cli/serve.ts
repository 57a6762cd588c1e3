import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, DatabaseMoved, openDatabase } from '../http/db/connect'
import { Replica } from '../http/db/replica'
import type { Services } from '../http/platform/app'
import { serve as listen } from '../http/server'
import { startLog } from '../http/platform/log'
import type { Settings } from '../http/settings'
import { scheduleCopies } from './backup/automatic'
import { EXIT, unreachable } from './exit'
import { type Installed, install } from './setup/install'
import { bindAfterUpdate, servicesFor } from './setup/services'
import { ensureWeb, type WebState } from './setup/web'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Serves until SIGTERM or SIGINT: database, first administrator, screens, then the HTTP server. */
export async function serve(settings: Settings, options: { readonly demo: boolean }): Promise<void> {
  await startLog()
  scheduleCopies(settings)
  const web = ensureWeb()
  const database = await openDatabase(settings)
  const moved = Promise.withResolvers<Error>()
  let authority: DemoAuthority | undefined
  const replica = settings.databaseReadUrl ? new Replica(settings.databaseReadUrl, database.pool) : undefined
  try {
    await replica?.start()
    const demo = options.demo && settings.databaseUrl === undefined
    authority = demo && settings.sefazUrl === undefined ? await demoAuthority(settings) : undefined
    const reach = authority ? { ...settings, ...authority.urls } : settings
    const services = { ...servicesFor(database, reach), replica, watched: watchedOf(database, settings, moved) }
    await bindAfterUpdate(database, services)
    const installed = await install(services, settings, { demo })
    await authority?.prepare(services)
    tellWeb(await web)
    const running = await listen(services, settings).catch((error: unknown) => {
      throw isPortTaken(error) ? unreachable(portTaken(settings)) : error
    })
    say(`Prumo aberto em ${running.url}`)
    if (installed) tellAccess(installed)
    if (authority) say('As notas da demonstração vão a autoridades simuladas neste computador: não têm valor fiscal.')
    const end = await Promise.race([stopSignal(), moved.promise])
    say('Encerrando…')
    setTimeout(giveUp, END_LIMIT_MS + 2_000 * settings.drainS).unref()
    await running.stop()
    if (end) throw end
  } finally {
    await authority?.stop()
    await replica?.stop()
    await database.close()
  }
}

/** Tax authorities that are none, beside the demo company. */
interface DemoAuthority {
  readonly urls: Pick<Settings, 'sefazUrl' | 'nfseUrl'>
  readonly prepare: (services: Services) => Promise<void>
  readonly stop: () => Promise<void>
}

async function demoAuthority({ dataDir, nfseUrl }: Settings): Promise<DemoAuthority> {
  const [{ startSefaz }, { startNfse }, { prepareFiscal }] = await Promise.all([
    import('../fixtures/simulators/sefaz/start'),
    import('../fixtures/simulators/nfse/start'),
    import('../fixtures/demo/fiscal'),
  ])
  await mkdir(dataDir, { recursive: true })
  const sefaz = await startSefaz({ file: join(dataDir, 'sefaz-simulada.jsonl') })
  const nfse = await startNfse({ file: join(dataDir, 'nfse-simulada.jsonl') })
  return {
    urls: { sefazUrl: sefaz.url, nfseUrl: nfseUrl ?? nfse.url },
    prepare: prepareFiscal,
    stop: async () => {
      await nfse.stop()
      await sefaz.stop()
    },
  }
}

/** Whatever hangs, nobody who stops the program waits longer: what is not committed is undone by the database itself. */
const END_LIMIT_MS = 9_000

function giveUp(): void {
  process.stderr.write('Algo não terminou a tempo: encerrado assim mesmo.\n')
  process.exit(EXIT.unreachable)
}

/** Starts the embedded database again whenever it is gone. One that another program started elsewhere ends this one, with a code. */
function watchedOf({ embedded, revive }: Database, { dataDir }: Settings, moved: PromiseWithResolvers<Error>) {
  if (!embedded || !revive) return {}
  return {
    dataDir,
    revive: () =>
      revive().catch((error: unknown) => {
        if (error instanceof DatabaseMoved) moved.resolve(unreachable(`${error.message} Abra o Prumo de novo.`))
        throw error
      }),
  }
}

const isPortTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const portTaken = ({ host, port }: Settings) =>
  `A porta ${port} de ${host} já está em uso. Use outra: prumo serve --port ${port + 1}, ou a variável PORT.`

function tellWeb(state: WebState): void {
  if (state === 'built') say('Telas construídas.')
  if (typeof state === 'object')
    process.stderr.write(`As telas não puderam ser construídas; a API funciona.\n${state.failed}\n`)
}

function tellAccess({ email, password, generated, demo }: Installed): void {
  say(`Entre com ${email} e a senha ${generated ? password : 'de PRUMO_ADMIN_PASSWORD'}`)
  if (generated) say('Anote a senha: ela não será mostrada de novo.')
  if (demo) say('Empresa de demonstração: gerente@, vendas@, estoque@ e financeiro@demo.prumo.local têm a mesma senha.')
}

const IMPATIENT_MS = 1_000

/** Settles on the first SIGTERM, SIGINT or SIGHUP; one that comes a second later ends the process at once. */
function stopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const stop = () => {
      // npm passes on the Ctrl+C that the terminal has sent to us already: twice is once.
      if (askedAt !== undefined && performance.now() - askedAt > IMPATIENT_MS) process.exit(130)
      askedAt ??= performance.now()
      resolve(undefined)
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
