/**
 * `bun agents/build.ts [FOLDER] [TARGET…]`: builds the agent as one file for each machine, and the manifest that servers give out (`dist/agents`). Executables of Bun for other
 * machines come as packages: from `node_modules` where they are, else by `npm pack`, whose archive has to be the one that `package-lock.json` names. Without a network the other
 * targets are left out, and told; this machine's own is always built.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { AGENT_TARGETS, type AgentManifest, type AgentProgram, type AgentTarget, targetOf } from '../core/agent'
import { VERSION } from '../core/version'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, '.tmp/bun')

const PACKAGES: Readonly<Record<AgentTarget, string>> = {
  'linux-x64': '@oven/bun-linux-x64',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'windows-x64': '@oven/bun-windows-x64',
}

const ending = (target: AgentTarget): string => (target === 'windows-x64' ? '.exe' : '')

/** The integrity that the lock file names for a package. */
function integrityOf(name: string): string {
  const lock: { packages: Readonly<Record<string, { version?: string; integrity?: string } | undefined>> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {}
  if (version !== Bun.version || integrity === undefined)
    throw new Error(`package-lock.json não traz ${name} na versão ${Bun.version}: rode npm run lock.`)
  return integrity
}

/** The executable of Bun for a target. Throws where it cannot be had. */
function runtimeFor(target: AgentTarget): string {
  if (target === targetOf(process.platform, process.arch)) return process.execPath
  const name = PACKAGES[target]
  const inside = join('bin', `bun${ending(target)}`)
  const known = [join(ROOT, 'node_modules', name, inside), join(CACHE, Bun.version, target, 'package', inside)]
  return known.find((path) => existsSync(path)) ?? fetched(name, target, inside)
}

function fetched(name: string, target: AgentTarget, inside: string): string {
  const integrity = integrityOf(name)
  const folder = join(CACHE, Bun.version, target)
  mkdirSync(folder, { recursive: true })
  const told = execFileSync('npm', ['pack', `${name}@${Bun.version}`, '--pack-destination', folder, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename } = { filename: '' }]: { filename: string }[] = JSON.parse(told)
  const archive = join(folder, basename(filename))
  const [algorithm = '', digest] = integrity.split(/-(.*)/s)
  if (createHash(algorithm).update(readFileSync(archive)).digest('base64') !== digest) {
    rmSync(archive)
    throw new Error(`${name} não é o pacote que package-lock.json nomeia.`)
  }
  execFileSync('tar', ['-xzf', archive, '-C', folder, `package/${inside.replaceAll('\\', '/')}`])
  rmSync(archive)
  return join(folder, 'package', inside)
}

/** Builds one program into the folder. Throws where it cannot be. */
function buildAgent(folder: string, target: AgentTarget): AgentProgram {
  const arquivo = `prumo-agente-${target}${ending(target)}`
  const path = join(folder, arquivo)
  mkdirSync(folder, { recursive: true })
  const args = [
    'build',
    '--compile',
    '--minify',
    `--target=bun-${target}`,
    `--compile-executable-path=${runtimeFor(target)}`,
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    join(import.meta.dirname, 'main.ts'),
    `--outfile=${path}`,
  ]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim().slice(-1_000))
  chmodSync(path, 0o755)
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { alvo: target, arquivo, bytes: statSync(path).size, sha256 }
}

function buildAll(folder: string, targets: readonly AgentTarget[]): boolean {
  const own = targetOf(process.platform, process.arch)
  const programas: AgentProgram[] = []
  let well = true
  for (const target of targets)
    try {
      const built = buildAgent(folder, target)
      programas.push(built)
      console.log(`ok    ${built.arquivo} (${Math.round(built.bytes / 2 ** 20)} MB)`)
    } catch (error) {
      if (target === own) well = false
      console.log(`fora  ${target}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`)
    }
  const manifest: AgentManifest = { versao: VERSION, programas }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return well
}

if (import.meta.main) {
  const [folder, ...named] = process.argv.slice(2)
  const chosen = AGENT_TARGETS.filter((target) => named.length === 0 || named.includes(target))
  process.exit(buildAll(resolve(folder ?? join(ROOT, 'dist/agents')), chosen) ? 0 : 1)
}
