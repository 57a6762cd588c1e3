import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_TARGETS, targetOf } from '../../core/agent'
import { endOf, PROOF } from './replace'
import { Updater } from './updater'

/** A program that replaces itself: only by one that is whole, and back where the new one does not prove itself. Programs are real ones: scripts of the shell. */

const KEY = 'agente_chave-de-teste-bem-comprida'
const OLD = '#!/bin/sh\necho velho\n'
/** Proves itself, and works until it is told to end. */
const GOOD = `#!/bin/sh\necho 2 > "$${PROOF}"\ntrap 'exit 7' TERM\nwhile :; do sleep 0.05; done\n`
const DEAD = '#!/bin/sh\nexit 3\n'
/** Lives, but never comes to the server. */
const MUTE = `#!/bin/sh\necho $$ > "$0.pid"\nexec sleep 60\n`

let folder: string
let server: ReturnType<typeof Bun.serve>
let offered: { body: string; sha256?: string; bytes?: number; versao?: string; cut?: number }
let asked: string[]
let told: string[]
let steps: string[]
const program = () => join(folder, 'prumo-agente')
const target = () => targetOf(process.platform, process.arch) ?? AGENT_TARGETS[0]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-atualiza-'))
  writeFileSync(program(), OLD)
  chmodSync(program(), 0o755)
  ;[asked, told, steps] = [[], [], []]
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
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
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

const updater = (key: string | undefined = KEY) =>
  new Updater({
    servidor: `http://127.0.0.1:${server.port}`,
    program: program(),
    dados: folder,
    args: ['run', '--config', 'x'],
    key: () => key,
    tell: (line) => told.push(line),
    pause: () => Promise.resolve(void steps.push('pause')),
    resume: () => void steps.push('resume'),
    version: '3.0.101',
    seconds: 2,
  })
const now = () => readFileSync(program(), 'utf8')

describe('an update', () => {
  it('takes the place of the old program, which is kept, once it has proven itself; it ends when it is told to', async () => {
    offered = { body: GOOD }
    const child = await updater().update()
    expect([now(), readFileSync(`${program()}.anterior`, 'utf8'), steps]).toEqual([GOOD, OLD, ['pause']])
    expect(told).toContain('Atualização: a versão 99.0 assumiu.')
    child?.kill('SIGTERM')
    expect(child && (await endOf(child))).toBe(7)
  })

  it.each([
    ['another digest', { body: GOOD, sha256: 'a'.repeat(64) }, 'O programa não confere com o que o servidor anunciou.'],
    ['a cut download', { body: GOOD, cut: 20 }, `O programa veio cortado: 20 de ${GOOD.length} bytes.`],
    ['more than was told', { body: GOOD, bytes: 10 }, 'O programa é maior que os 10 bytes que o servidor anunciou.'],
  ] as const)('changes nothing for %s, and leaves nothing behind', async (_, offer, why) => {
    offered = offer
    expect(await updater().update()).toBeUndefined()
    expect([now(), steps, told.at(-1)]).toEqual([OLD, [], `Atualização: ${why}`])
    expect(existsSync(`${program()}.nova`)).toBe(false)
  })

  it.each([
    ['dies', DEAD],
    ['is silent', MUTE],
  ])('is undone where the new program %s, and not tried again', async (_, body) => {
    offered = { body }
    const one = updater()
    expect(await one.update()).toBeUndefined()
    expect([now(), readFileSync(`${program()}.recusado`, 'utf8'), steps]).toEqual([OLD, body, ['pause', 'resume']])
    expect(told.at(-1)).toBe('Atualização: a versão 99.0 não se conectou e foi desfeita.')
    const pid = existsSync(`${program()}.pid`) ? Number(readFileSync(`${program()}.pid`, 'utf8')) : undefined
    if (pid !== undefined)
      expect(existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toBeFalsy()
    asked = []
    await one.update()
    expect([asked, steps]).toEqual([['/api/agente/programa'], ['pause', 'resume']])
  })

  it('is not asked for without a key, and not taken where it is no later', async () => {
    offered = { body: GOOD, versao: '3.0.101' }
    expect(await updater().update()).toBeUndefined()
    expect(asked).toEqual(['/api/agente/programa'])
    await new Updater({ ...optionsWithoutKey() }).update()
    expect([asked, now()]).toEqual([['/api/agente/programa'], OLD])
  })
})

const optionsWithoutKey = () => ({
  servidor: `http://127.0.0.1:${server.port}`,
  program: program(),
  dados: folder,
  args: [],
  key: () => undefined,
  tell: () => undefined,
  pause: () => Promise.resolve(),
  resume: () => undefined,
})
