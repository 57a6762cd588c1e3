import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config'
import { readState, standingText } from '../state'
import { ownProgram } from '../update/updater'
import { SERVICE, systemctl, unitPath, unitText } from './linux'
import { schtasks, taskXml } from './windows'

interface Telling {
  /** Only says what it would do. */
  readonly dryRun: boolean
  readonly tell: (line: string) => void
  readonly platform?: NodeJS.Platform
}

/** How the agent is started by others: its program, or the runtime with its source. */
function commandOf(own: string | undefined, configPath: string): { program: string; args: readonly string[] } {
  const args = ['run', '--config', resolve(configPath)]
  return own === undefined
    ? { program: process.execPath, args: [join(import.meta.dirname, '../main.ts'), ...args] }
    : { program: own, args }
}

/** The folders that an agent writes to: its data, those that something else prints from, and its own program's, which it keeps new; a runtime's it leaves alone. */
export const writtenBy = ({ dados, impressoras }: Config, own: string | undefined): readonly string[] => [
  ...new Set([dados, ...impressoras.flatMap(({ pasta }) => pasta ?? []), ...(own === undefined ? [] : [dirname(own)])]),
]

/** Runs a program of the system; false, and why, where it failed. */
function done(command: readonly [string, ...string[]], { dryRun, tell }: Telling): boolean {
  if (dryRun) {
    tell(`$ ${command.join(' ')}`)
    return true
  }
  const [program, ...args] = command
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true })
  if (status === 0) return true
  tell(`${program} falhou: ${(error?.message ?? stderr.trim()).slice(0, 300)}`)
  return false
}

function written(path: string, text: string, encoding: 'utf8' | 'utf16le', { dryRun, tell }: Telling): boolean {
  if (dryRun) {
    tell(`${path}:`)
    tell(text.trimEnd())
    return true
  }
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, encoding === 'utf16le' ? `\uFEFF${text}` : text, { encoding })
    return true
  } catch (error) {
    tell(`${path} não pode ser gravado: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

/** Installs the service and starts it: systemd's on Linux (of the PC as root, else of the user), a scheduled task on Windows. Answers whether it is done. */
export function install(configPath: string, config: Config, telling: Telling): boolean {
  const own = ownProgram()
  const { program, args } = commandOf(own, configPath)
  const { platform = process.platform } = telling
  if (platform === 'win32') {
    const file = join(tmpdir(), 'prumo-agente.xml')
    return (
      written(file, taskXml({ program, args, atBoot: true }), 'utf16le', telling) &&
      done(schtasks.create(file), telling) &&
      done(schtasks.run, telling)
    )
  }
  if (platform !== 'linux') return unknownSystem(telling)
  const isSystem = isRoot()
  const writes = writtenBy(config, own)
  return (
    written(unitPath(isSystem), unitText({ program, args, isSystem, writes }), 'utf8', telling) &&
    done(systemctl(isSystem, 'daemon-reload'), telling) &&
    done(systemctl(isSystem, 'enable', '--now', SERVICE), telling)
  )
}

/** Stops the service and takes it away; key, queue and log stay. Answers whether it is done. */
export function uninstall(telling: Telling): boolean {
  const { platform = process.platform } = telling
  if (platform === 'win32') {
    // One that does not run is no fault.
    done(schtasks.end, telling.dryRun ? telling : { ...telling, tell: () => undefined })
    return done(schtasks.remove, telling)
  }
  if (platform !== 'linux') return unknownSystem(telling)
  const isSystem = isRoot()
  const path = unitPath(isSystem)
  if (!telling.dryRun && !existsSync(path)) {
    telling.tell('O serviço não está instalado.')
    return true
  }
  if (!done(systemctl(isSystem, 'disable', '--now', SERVICE), telling)) return false
  if (telling.dryRun) telling.tell(`$ rm ${path}`)
  else rmSync(path, { force: true })
  return done(systemctl(isSystem, 'daemon-reload'), telling)
}

/** Says how service and pairing stand. Answers whether the service is there. */
export function serviceStatus({ dados, servidor }: Config, tell: (line: string) => void): boolean {
  const isSystem = isRoot()
  const isThere =
    process.platform === 'win32'
      ? spawnSync(schtasks.query[0], schtasks.query.slice(1), { windowsHide: true }).status === 0
      : existsSync(unitPath(isSystem))
  tell(`serviço: ${isThere ? 'instalado' : 'não instalado'}`)
  if (servidor !== undefined) tell(`servidor ${servidor}: ${standingText(readState(dados))}`)
  return isThere
}

function unknownSystem({ tell }: Telling): boolean {
  tell('O serviço só é instalado no Linux (systemd) e no Windows.')
  return false
}
