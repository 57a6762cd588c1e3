import { openDatabase } from '../http/db/connect'
import { serve as listen, servicesOf } from '../http/server'
import { startLog } from '../http/platform/log'
import type { Settings } from '../http/settings'
import { type Installed, install } from './setup/install'
import { secretOf } from './setup/secret'
import { ensureWeb, type WebState } from './setup/web'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Serves until SIGTERM or SIGINT: database, first administrator, screens, then the HTTP server. */
export async function serve(settings: Settings, options: { readonly demo: boolean }): Promise<void> {
  await startLog()
  const web = ensureWeb()
  const database = await openDatabase(settings)
  try {
    const demo = options.demo && settings.databaseUrl === undefined
    const installed = await install(database.pool, settings, { demo })
    tellWeb(await web)
    const services = servicesOf(database, {
      secret: secretOf(settings),
      publicUrl: settings.publicUrl,
      smtpUrl: settings.smtpUrl,
    })
    const running = await listen(services, settings)
    say(`Prumo aberto em ${running.url}`)
    if (installed) tellAccess(installed)
    await stopSignal()
    say('Encerrando…')
    await running.stop()
  } finally {
    await database.close()
  }
}

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

/** Settles on the first SIGTERM or SIGINT; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const stop = () => {
      if (asked) process.exit(130)
      asked = true
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
