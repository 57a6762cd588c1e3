import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterEach, describe, expect, it } from 'vitest'
import { type Attacked, attacked, callOf, under } from '../fixtures/attack'
import { startEmbedded } from './db/embedded'

/** A real server whose rows are held, whose callers leave, whose disk is full: nobody waits without an end, and all goes on by itself. */

let one: Attacked | undefined
afterEach(async () => {
  await one?.end()
  one = undefined
}, 60_000)

describe('a row that somebody holds', () => {
  it('sixteen saves wait for it: they are told after four seconds, and everybody else is served meanwhile', async () => {
    const it_ = (one = await attacked())
    expect(await callOf(it_, 'POST', '/api/fornecedor', { xNome: 'Disputado' })).toBe(201)
    const owner = postgres(it_.databaseUrl, { max: 1, onnotice: () => undefined })
    const released = Promise.withResolvers<undefined>()
    const holder = owner.begin(async (tx) => {
      await tx`select 1 from fornecedor where id = 1 for update`
      await released.promise
    })
    await Bun.sleep(200)
    const from = performance.now()
    const saves = Promise.all(
      Array.from({ length: 16 }, () => callOf(it_, 'PUT', '/api/fornecedor/1', { xNome: 'Outro' })),
    )
    const slowest = { ms: 0 }
    const others = []
    while (performance.now() - from < 3_500) {
      const asked = performance.now()
      others.push(await callOf(it_, 'GET', '/api/fornecedor?perPage=5'))
      slowest.ms = Math.max(slowest.ms, performance.now() - asked)
      await Bun.sleep(50)
    }
    const told = await saves
    const waited = Math.round(performance.now() - from)
    console.info(`waiting: 16 saves told after ${waited} ms; slowest read meanwhile ${Math.round(slowest.ms)} ms`)
    expect(new Set(others)).toEqual(new Set([200]))
    expect(told.filter((status) => status !== 409 && status !== 503)).toEqual([])
    expect(waited).toBeLessThan(15_000)
    released.resolve(undefined)
    await holder
    await owner.end()
    expect(await callOf(it_, 'PUT', '/api/fornecedor/1', { xNome: 'Livre' })).toBe(200)
  })

  it('a caller who leaves waits for it no more', async () => {
    const it_ = (one = await attacked())
    await callOf(it_, 'POST', '/api/fornecedor', { xNome: 'Disputado' })
    const owner = postgres(it_.databaseUrl, { max: 2, onnotice: () => undefined })
    const waiting = async () =>
      (
        await owner`select 1 from pg_stat_activity where application_name like 'prumo%' and wait_event_type = 'Lock' and datname = current_database()`
      ).length
    const until = async (count: number) => {
      for (let tries = 0; (await waiting()) !== count && tries < 60; tries++) await Bun.sleep(50)
      return waiting()
    }
    const released = Promise.withResolvers<undefined>()
    const holder = owner.begin(async (tx) => {
      await tx`select 1 from fornecedor where id = 1 for update`
      await released.promise
    })
    await Bun.sleep(200)
    const leaves = new AbortController()
    const left = fetch(`${it_.server.url}/api/fornecedor/1`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${it_.token}` },
      body: JSON.stringify({ xNome: 'De quem saiu' }),
      signal: leaves.signal,
    }).catch(() => 'left')
    expect(await until(1)).toBe(1)
    const from = performance.now()
    leaves.abort()
    expect(await left).toBe('left')
    expect(await until(0)).toBe(0)
    console.info(`waiting: given up ${Math.round(performance.now() - from)} ms after the caller left`)
    released.resolve(undefined)
    await holder
    await owner.end()
  })
})

describe('an import of forty thousand', () => {
  it('goes through while people save, and keeps none of them waiting', async () => {
    const it_ = (one = await attacked())
    const names = Array.from({ length: 40_000 }, (_, n) => `Fornecedor importado ${n};PR`).join('\n')
    const form = new FormData()
    form.set('tipo', 'fornecedores')
    form.set('file', new File([`Nome;UF\n${names}\n`], 'muitos.csv'))
    const headers = { Authorization: `Bearer ${it_.token}` }
    const asked = async (method: string, path: string, body?: FormData) => {
      const answer = await fetch(it_.server.url + path, { method, headers, ...(body ? { body } : {}) })
      return JSON.parse(await answer.text())
    }
    const ended = async (task: number): Promise<string> => {
      for (;;) {
        const { status, erro } = await asked('GET', `/api/sis/tarefa/${task}`)
        if (status !== 'na_fila' && status !== 'em_andamento') return `${status} ${erro ?? ''}`.trim()
        await Bun.sleep(500)
      }
    }
    const batch = await asked('POST', '/api/cadastros/importacao/upload', form)
    const seen = await under(
      it_,
      async () => {
        expect(await ended(batch.tarefa_id)).toBe('concluida')
        const { tarefa_id } = await asked('POST', `/api/cadastros/importacao/${batch.id}/importa`)
        expect(await ended(tarefa_id)).toBe('concluida')
      },
      24,
    )
    console.info(`waiting: import of 40,000: ${JSON.stringify(seen)}`)
    expect(Object.keys(seen.statuses).filter((status) => !['200', '201'].includes(status))).toEqual([])
  })
})

describe('a disk without room', () => {
  it.runIf(mayMount())(
    'is told with its cause, /readyz says so, and everything goes on by itself once there is room (needs the right to mount)',
    async () => {
      const disk = mkdtempSync(join(tmpdir(), 'prumo-disk-'))
      mount(disk)
      try {
        const it_ = (one = await attacked(disk))
        const ballast = join(disk, 'lastro')
        const seen = await under(it_, async () => {
          await fill(ballast)
          await Bun.sleep(8_000)
          expect(await callOf(it_, 'GET', '/readyz')).toBe(503)
          rmSync(ballast)
          for (let tries = 0; tries < 300 && (await callOf(it_, 'GET', '/readyz')) !== 200; tries++) await Bun.sleep(50)
        })
        console.info(`waiting: disk full: ${JSON.stringify(seen)}`)
        expect(Object.keys(seen.statuses).filter((status) => !['200', '201', '503'].includes(status))).toEqual([])
        expect(seen.recovery).toBeLessThan(5_000)
      } finally {
        await one?.end().catch(() => undefined) // the folder itself is where the disk is
        one = undefined
        execFileSync('umount', [disk])
        rmSync(disk, { recursive: true, force: true })
      }
    },
  )
})

/** A small disk in memory. */
function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'ignore' })
}

/** Tries, and leaves nothing of it. */
function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'prumo-disk-'))
  try {
    mount(folder)
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Takes what room there is, to the last block. */
async function fill(file: string): Promise<void> {
  await promisify(execFile)('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k']).catch(() => undefined) // that it fails is what it is for
}

describe('a program that is killed while it makes its database', () => {
  it('leaves nothing that stands in the way: the next one opens it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prumo-initdb-'))
    chmodSync(folder, 0o755)
    const killed = { before: 0 }
    for (const ms of [150, 300, 450, 600, 800, 1_000]) {
      const child = spawn(process.execPath, ['fixtures/open-database.ts', folder], { stdio: 'ignore' })
      await Bun.sleep(ms)
      child.kill('SIGKILL')
      if (!existsSync(join(folder, 'pg'))) killed.before++
    }
    const opened = await startEmbedded(folder)
    console.info(`waiting: killed ${killed.before} times before the database was whole`)
    expect(killed.before).toBeGreaterThan(0)
    await opened.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
