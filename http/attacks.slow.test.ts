import { afterEach, describe, expect, it } from 'vitest'
import { type Attacked, attacked, callOf, endConnections, postmasterPid, type Seen, under } from '../fixtures/attack'
import { asOwner } from '../fixtures/as-owner'
import { startEmbedded } from './db/embedded'

/** A real server, whose database is killed, paused and cut off under twelve callers: what they see, and how soon all is well again. */

let it_: Attacked | undefined
afterEach(async () => {
  await it_?.end()
  it_ = undefined
}, 60_000)

const RECOVERY_MS = 5_000
const begin = async (): Promise<Attacked> => (it_ = await attacked())

/** Every call was answered: well, or with 503. */
function expectTold(name: string, seen: Seen): void {
  console.info(`attack: ${name}: ${JSON.stringify(seen)}`)
  expect(Object.keys(seen.statuses).filter((status) => !['200', '201', '503'].includes(status))).toEqual([])
  expect(seen.recovery).toBeLessThan(RECOVERY_MS)
}

describe('the database goes and comes', () => {
  it('its main process is killed: it is started again, and every caller is served', async () => {
    const one = await begin()
    const seen = await under(one, async () => {
      process.kill(postmasterPid(one), 'SIGKILL')
      // It is back when it answers another.
      for (let tries = 0; tries < 300; tries++) {
        await Bun.sleep(100)
        if (await answers(one)) return
      }
    })
    expectTold('main process killed', seen)
    expect(seen.ready).toContain(503)
  })

  it('it is restarted: everything answers within seconds of its return', async () => {
    const one = await begin()
    const seen = await under(one, async () => {
      const database = await startEmbedded(one.dataDir)
      await database.stop()
      await Bun.sleep(1_000)
      await startEmbedded(one.dataDir, { port: database.port })
    })
    expectTold('restart', seen)
  })

  it('one of its processes is killed, and all are ended by that: everything answers again', async () => {
    const one = await begin()
    const seen = await under(one, async () => {
      for (let round = 0; round < 3; round++) {
        process.kill(await backend(one), 'SIGKILL')
        await Bun.sleep(700)
      }
      while (!(await answers(one))) await Bun.sleep(50)
    })
    expectTold('backends killed three times', seen)
  })

  it('connections are ended again and again: nobody waits for one that is dead', async () => {
    const one = await begin()
    const seen = await under(one, async () => {
      for (let round = 0; round < 40; round++) {
        await endConnections(one, 6)
        await Bun.sleep(50)
      }
    })
    expectTold('connections ended forty times', seen)
    expect(seen.longestCall).toBeLessThan(10_000)
  })

  it('one connection is ended while nobody calls: the next calls are answered, and the program ends when asked', async () => {
    const one = await begin()
    for (let n = 0; n < 5; n++) await callOf(one, 'GET', '/api/fornecedor')
    await endConnections(one, 1)
    await Bun.sleep(200)
    const from = performance.now()
    const calls = await Promise.all([1, 2, 3, 4].map(() => callOf(one, 'GET', '/api/fornecedor')))
    console.info(`attack: next calls after one connection was ended: ${Math.round(performance.now() - from)} ms`)
    expect(calls).toEqual([200, 200, 200, 200])
    expect(performance.now() - from).toBeLessThan(RECOVERY_MS)
    const asked = performance.now()
    await one.server.stop()
    expect(performance.now() - asked).toBeLessThan(10_000)
  })

  it('it is paused: what hangs settles, and the program ends within ten seconds of SIGTERM', async () => {
    const one = await begin()
    const pid = postmasterPid(one)
    const paused = [pid, ...(await backends(one))]
    for (const each of paused) process.kill(each, 'SIGSTOP')
    try {
      const calls = Promise.all([1, 2, 3].map(() => callOf(one, 'GET', '/api/fornecedor')))
      const from = performance.now()
      expect(new Set(await calls)).toEqual(new Set([503]))
      console.info(`attack: calls to a paused database settle after ${Math.round(performance.now() - from)} ms`)
      const asked = performance.now()
      void callOf(one, 'POST', '/api/fornecedor', { xNome: 'Não grava' })
      await one.server.stop()
      console.info(`attack: ended ${Math.round(performance.now() - asked)} ms after SIGTERM`)
      expect(performance.now() - asked).toBeLessThan(10_000)
    } finally {
      for (const each of paused) process.kill(each, 'SIGCONT')
    }
  })
})

const answers = async ({ server }: Attacked): Promise<boolean> =>
  fetch(`${server.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function backends({ databaseUrl }: Attacked): Promise<number[]> {
  return asOwner(databaseUrl, async (owner) => {
    const rows = await owner<
      { pid: number }[]
    >`select pid from pg_stat_activity where application_name like 'prumo%' and pid <> pg_backend_pid()`
    return rows.map(({ pid }) => pid)
  }).catch(() => [])
}

/** One of the processes that serve the program. */
async function backend(one: Attacked): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const [pid] = await backends(one)
    if (pid !== undefined) return pid
    await Bun.sleep(50)
  }
  throw new Error('No process of the database serves the program.')
}
