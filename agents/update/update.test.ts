import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_TARGETS, targetOf } from '../../core/agent'
import { endOf, PROOF, swap, sweep, undoUnproven } from './replace'
import { SCRIPT } from './update-one.fixture'
import { Updater, type UpdaterOptions } from './updater'

/** A program that replaces itself: only by one that is whole, and back where the new one does not prove itself. Programs are real ones: scripts of the shell. */

const KEY = 'agente_chave-de-teste-bem-comprida'
const OLD = '#!/bin/sh\necho velho\n'
/** Proves itself, and works until it is told to end, or a while. */
const GOOD = `#!/bin/sh\ntrap 'exit 7' TERM\necho 2 > "$${PROOF}"\nfor n in $(seq 100); do sleep 0.05; done\n`
/** Proves itself, and ends soon by itself. */
const SHORT = `#!/bin/sh\ntrap 'exit 7' TERM\necho 2 > "$${PROOF}"\nfor n in $(seq 10); do sleep 0.05; done\nexit 5\n`
const DEAD = '#!/bin/sh\nexit 3\n'
/** Lives, but never comes to the server. */
const MUTE = `#!/bin/sh\necho $$ > "$0.pid"\nexec sleep 5\n`

let folder: string
let server: ReturnType<typeof Bun.serve>
let offered: { body: string; sha256?: string; bytes?: number; versao?: string; cut?: number; status?: number }
let asked: string[]
let told: string[]
let steps: string[]
let started: ChildProcess[]
const program = () => join(folder, 'prumo-agente')
const target = () => targetOf(process.platform, process.arch) ?? AGENT_TARGETS[0]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-atualiza-'))
  writeFileSync(program(), OLD)
  chmodSync(program(), 0o755)
  ;[asked, told, steps, started] = [[], [], [], []]
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      if (offered.status !== undefined) return new Response(null, { status: offered.status })
      if (request.headers.get('Authorization') !== `Bearer ${KEY}`) return new Response(null, { status: 401 })
      const { body, sha256 = createHash('sha256').update(body).digest('hex'), bytes = body.length } = offered
      if (pathname === '/api/agente/programa')
        return Response.json({
          versao: offered.versao ?? '99.0',
          programas: [{ alvo: target(), arquivo: 'prumo-agente', bytes, sha256 }],
        })
      return new Response(body.slice(0, offered.cut ?? body.length))
    },
  })
})
afterEach(async () => {
  for (const one of started) one.kill('SIGKILL')
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

const updater = (more: Partial<UpdaterOptions> = {}) =>
  new Updater({
    servidor: `http://127.0.0.1:${server.port}`,
    program: program(),
    dados: folder,
    args: ['run', '--config', 'x'],
    key: () => KEY,
    tell: (line) => told.push(line),
    pause: () => Promise.resolve(void steps.push('pause')),
    resume: () => void steps.push('resume'),
    version: '3.0.101',
    seconds: 2,
    ...more,
  })
/** Looks once; what took the old program's place does not outlive its test. */
const look = async (one = updater()): Promise<ChildProcess | undefined> => {
  const child = await one.update()
  if (child) started.push(child)
  return child
}
const now = () => readFileSync(program(), 'utf8')

/** The process that a silent program was, once it has begun. */
const pidOf = (): number | undefined =>
  (existsSync(`${program()}.pid`) && Number(readFileSync(`${program()}.pid`, 'utf8'))) || undefined
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

describe('an update', () => {
  it('takes the place of the old program, which is kept, once it has proven itself; it ends when it is told to', async () => {
    offered = { body: GOOD }
    const child = await look()
    expect([now(), readFileSync(`${program()}.anterior`, 'utf8'), steps]).toEqual([GOOD, OLD, ['pause']])
    expect(told).toContain('Atualização: a versão 99.0 assumiu.')
    expect(undoUnproven(program(), folder)).toBe(false)
    child?.kill('SIGTERM')
    expect(child && (await endOf(child))).toBe(7)
  })

  it.each([
    ['another digest', { body: GOOD, sha256: 'a'.repeat(64) }, 'O programa não confere com o que o servidor anunciou.'],
    ['a cut download', { body: GOOD.padEnd(500, '\n'), cut: 404 }, 'O programa veio cortado: 404 de 500 bytes.'],
    ['more than was told', { body: GOOD, bytes: 10 }, 'O programa é maior que os 10 bytes que o servidor anunciou.'],
  ] as const)('changes nothing for %s, and leaves nothing behind', async (_, offer, why) => {
    offered = offer
    expect(await look()).toBeUndefined()
    expect([now(), steps, told.at(-1)]).toEqual([OLD, [], `Atualização: ${why}`])
    expect(existsSync(`${program()}.nova`)).toBe(false)
  })

  it('that cannot be written is told, and changes nothing', async () => {
    offered = { body: GOOD }
    mkdirSync(`${program()}.nova`)
    expect(await look()).toBeUndefined()
    expect([now(), steps, told.at(-1)]).toEqual([OLD, [], 'Atualização: O programa não pode ser gravado (EISDIR).'])
  })

  it.each([
    [404, []],
    [503, ['Atualização: O servidor não tem o programa (HTTP 503).']],
  ])('that the server answers with %i is told, unless there is none', async (status, lines) => {
    offered = { body: GOOD, status }
    expect(await look()).toBeUndefined()
    expect(told).toEqual(lines)
  })

  it('is undone where the old program does not let go, and that goes on', async () => {
    offered = { body: GOOD }
    expect(await look(updater({ pause: () => Promise.reject(new Error('preso')) }))).toBeUndefined()
    expect([now(), steps]).toEqual([OLD, ['resume']])
  })

  it.each([
    ['dies', DEAD],
    ['is silent', MUTE],
  ])('is undone where the new program %s, and not tried again', async (_, body) => {
    offered = { body }
    const one = updater()
    expect(await look(one)).toBeUndefined()
    expect([now(), readFileSync(`${program()}.recusado`, 'utf8'), steps]).toEqual([OLD, body, ['pause', 'resume']])
    expect(told.at(-1)).toBe('Atualização: a versão 99.0 não se conectou e foi desfeita.')
    const pid = pidOf()
    expect(pid !== undefined).toBe(body === MUTE)
    if (pid !== undefined) expect(isAlive(pid)).toBe(false)
    asked = []
    await look(one)
    expect([asked, steps]).toEqual([['/api/agente/programa'], ['pause', 'resume']])
  })

  it('is undone where the agent is told to end meanwhile, and can be tried again', async () => {
    offered = { body: MUTE }
    const one = updater({ seconds: 60 })
    one.start(0)
    await expect.poll(pidOf).toBeDefined()
    await one.stop()
    expect([now(), steps, isAlive(pidOf() ?? 0)]).toEqual([OLD, ['pause'], false])
    expect([existsSync(join(folder, 'recusadas.txt')), undoUnproven(program(), folder)]).toEqual([false, false])
  })

  it('does not begin where the agent is told to end before it does', async () => {
    offered = { body: MUTE }
    const one = updater({ seconds: 60, pause: () => Promise.resolve(void one.stop()) })
    expect(await look(one)).toBeUndefined()
    expect([now(), pidOf(), steps]).toEqual([OLD, undefined, []])
  })

  it('is undone at the next start where the power went meanwhile; a program that is another is left alone', async () => {
    offered = { body: MUTE }
    const one = updater({ seconds: 60 })
    one.start(0)
    await expect.poll(pidOf).toBeDefined()
    const mark = readFileSync(join(folder, 'em-prova'), 'utf8')
    expect([undoUnproven(program(), folder), now()]).toEqual([true, OLD])
    await one.stop()
    writeFileSync(join(folder, 'em-prova'), mark)
    writeFileSync(`${program()}.anterior`, GOOD)
    expect([undoUnproven(program(), folder), now(), existsSync(join(folder, 'em-prova'))]).toEqual([false, OLD, false])
  })

  it('ends with the new program, and gives way to it where systemd starts it: itself, not a shell of a session of its', async () => {
    offered = { body: SHORT }
    const codeOf = (by: string): Promise<number> => {
      const args = [SCRIPT, `http://127.0.0.1:${server.port}`, program(), folder, KEY, by]
      const env = { ...process.env, INVOCATION_ID: 'a'.repeat(32), SYSTEMD_EXEC_PID: '1' }
      const child = spawn(process.execPath, args, { stdio: 'ignore', env })
      started.push(child)
      return endOf(child)
    }
    expect(await codeOf('shell')).toBe(5)
    expect(await codeOf('systemd')).toBe(7)
  })

  it('is not asked for without a key, and not taken where it is no later', async () => {
    offered = { body: GOOD, versao: '3.0.101' }
    expect(await look()).toBeUndefined()
    expect(asked).toEqual(['/api/agente/programa'])
    await look(updater({ key: () => undefined }))
    expect([asked, now()]).toEqual([['/api/agente/programa'], OLD])
  })
})

it('a program that a signal ended is over, however late it is asked after', async () => {
  const child = spawn('sleep', ['60'])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  expect(await endOf(child)).toBe(1)
})

describe('what an update put aside', () => {
  it('because it still ran is taken away at a later start; what cannot be stays, and all else with it', () => {
    // A folder: a file that still runs on Windows is as little deleted.
    mkdirSync(`${program()}.anterior`)
    writeFileSync(`${program()}.nova`, GOOD)
    swap(program(), `${program()}.nova`)
    const held = readdirSync(folder).find((name) => /^prumo-agente\.anterior-\d+$/.test(name))
    writeFileSync(`${program()}.anterior-123`, OLD)
    writeFileSync(join(folder, 'outro.anterior-123'), OLD)
    sweep(program())
    expect(readdirSync(folder).toSorted()).toEqual(
      ['outro.anterior-123', 'prumo-agente', 'prumo-agente.anterior', held].toSorted(),
    )
    expect([now(), readFileSync(`${program()}.anterior`, 'utf8')]).toEqual([GOOD, OLD])
    sweep(join(folder, 'nenhuma', 'prumo-agente'))
  })
})
