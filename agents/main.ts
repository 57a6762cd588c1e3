import { parseArgs } from 'node:util'
import { VERSION } from '../core/version'
import { BadConfig, readConfig } from './config'
import { diagnoseAgent } from './doctor'
import { runAgent } from './run'
import { install, serviceStatus, uninstall } from './service/service'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)
const complain = (line: string): void => void process.stderr.write(`${line}\n`)

const USAGE = `Uso: prumo-agente COMANDO --config ARQUIVO
  run        atende, até que seja encerrado
  doctor     experimenta balanças, impressoras e servidor
  install    instala o serviço que o abre com o computador (--dry-run só mostra o que faria)
  uninstall  tira o serviço (--dry-run)
  status     diz como estão o serviço e o pareamento
  --version  mostra a versão`

const COMMANDS = ['run', 'doctor', 'install', 'uninstall', 'status'] as const
type CommandName = (typeof COMMANDS)[number]
const isCommand = (text: string | undefined): text is CommandName => COMMANDS.some((one) => one === text)

/** Runs a command; answers the code for the shell, or undefined while it goes on. Throws BadConfig. */
async function perform(command: CommandName, path: string, dryRun: boolean): Promise<number | undefined> {
  const config = readConfig(path)
  switch (command) {
    case 'run':
      runAgent(config, path, tell)
      return undefined
    case 'doctor': {
      const findings = await diagnoseAgent(config)
      for (const { name, state, detail, mend } of findings) {
        tell(`${state === 'ok' ? 'ok   ' : 'FALHA'} ${name}: ${detail}`)
        if (mend !== undefined) tell(`      → ${mend}`)
      }
      return findings.every(({ state }) => state === 'ok') ? 0 : 1
    }
    case 'install':
      return install(path, config, { dryRun, tell }) ? 0 : 1
    case 'uninstall':
      return uninstall({ dryRun, tell }) ? 0 : 1
    case 'status':
      return serviceStatus(config, tell) ? 0 : 1
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { config: { type: 'string' }, version: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
})
const [command] = positionals
if (values.version) {
  tell(`prumo-agente ${VERSION}`)
  process.exit(0)
}
if (values.config === undefined || !isCommand(command)) {
  complain(USAGE)
  process.exit(2)
}
try {
  const code = await perform(command, values.config, values['dry-run'] ?? false)
  if (code !== undefined) process.exit(code)
} catch (error) {
  if (!(error instanceof BadConfig)) throw error
  complain(error.message)
  process.exit(2)
}
