import { CommanderError, Command } from 'commander'
import { agentCommand } from './commands/agent'
import { assinanteCommand } from './commands/assinante'
import { bankCommand } from './commands/bank'
import { backupCommand, restoreCommand } from './commands/backup'
import { callCommand } from './commands/call'
import { coreCommand } from './commands/core'
import { danfeCommand } from './commands/danfe'
import { doctorCommand } from './commands/doctor'
import { ediCommand } from './commands/edi'
import { financeCommand } from './commands/finance'
import { forecastCommand } from './commands/forecast'
import { importCommand } from './commands/import'
import { importOfxCommand } from './commands/import-ofx'
import { lgpdCommand } from './commands/lgpd'
import { loginCommand } from './commands/login'
import { migrateCommand } from './commands/migrate'
import { moveCommand } from './commands/move'
import { routeCommand } from './commands/route'
import { mrpCommand } from './commands/mrp'
import { seedCommand } from './commands/seed'
import { secretCommand } from './commands/secret'
import { serveCommand } from './commands/serve'
import { setupCommand } from './commands/setup'
import { userCommand } from './commands/user'
import { webhookCommand } from './commands/webhook'
import { CommandError, EXIT } from './exit'
import { OutputClosed } from './output'

const COMMANDS = [
  serveCommand,
  migrateCommand,
  seedCommand,
  setupCommand,
  doctorCommand,
  userCommand,
  webhookCommand,
  secretCommand,
  agentCommand,
  assinanteCommand,
  callCommand,
  loginCommand,
  importCommand,
  lgpdCommand,
  financeCommand,
  forecastCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  mrpCommand,
  coreCommand,
  routeCommand,
  danfeCommand,
  importOfxCommand,
  ediCommand,
  bankCommand,
]

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
  'Arguments:': 'Argumentos:',
}

/** `prumo`: each command is one file, and loads what it needs only when it runs. */
function buildProgram(): Command {
  const program = new Command('prumo')
    .description('Gestão para empresas brasileiras, pelo terminal')
    .usage('[opções] [comando]')
    .helpOption('-h, --help', 'mostra a ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .configureHelp({ styleTitle: (title) => TITLES[title] ?? title })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
  for (const add of COMMANDS) add(program)
  return program
}

const MISUSES: Readonly<Record<string, (name: string) => string>> = {
  'commander.unknownCommand': (name) => `Não há comando chamado '${name}'.`,
  'commander.unknownOption': (name) => `Não há opção ${name} neste comando.`,
  'commander.missingArgument': (name) => `Falta informar: ${name}.`,
  'commander.missingMandatoryOptionValue': (name) => `Falta a opção ${name}.`,
  'commander.optionMissingArgument': (name) => `A opção ${name} precisa de um valor.`,
  'commander.excessArguments': () => 'Há argumentos a mais.',
}

/** A misuse that commander found, in Portuguese; it names what is wrong between quotes. */
function misuseText({ code, message }: CommanderError): string {
  const name = /'([^']*)'/.exec(message)?.[1] ?? ''
  return `${MISUSES[code]?.(name) ?? 'Comando incompleto.'} Veja: prumo --help`
}

/** Runs one command line and answers the code for the shell. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' })
    return EXIT.done
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done
      if (error.code !== 'commander.help') process.stderr.write(`${misuseText(error)}\n`)
      return EXIT.misuse
    }
    if (error instanceof OutputClosed) return EXIT.done
    const code = error instanceof CommandError ? error.exitCode : isUnreachable(error) ? EXIT.unreachable : EXIT.refused
    process.stderr.write(`${messageOf(error)}\n`)
    return code
  }
}

/** The database does not answer, or does not let us in. */
const UNREACHABLE = /^(?:ECONN|ENOTFOUND|EHOST|ETIMEDOUT|CONNECT|28P01|28000|3D000)/

function isUnreachable(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    if ('code' in one && UNREACHABLE.test(String(one.code))) return true
  return false
}

/** The message of the innermost error: a database's own says more than the query that failed, and is short. */
function messageOf(error: unknown): string {
  let innermost = error
  for (let depth = 0; depth < 5 && innermost instanceof Error && innermost.cause instanceof Error; depth++)
    innermost = innermost.cause
  const text = error instanceof CommandError ? error.message : innermost
  return (text instanceof Error ? text.message : String(text)).slice(0, 2_000)
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
