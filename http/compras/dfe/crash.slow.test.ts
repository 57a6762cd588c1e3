import { join } from 'node:path'
import type { Sql } from 'postgres'
import { expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { call, issuerTest, ok, run, sefaz, server } from '../../nfe/nota/issuing.fixture'
import { happens, hired, hourLater } from './manifests.fixture'

issuerTest()

const READER = join(import.meta.dirname, '../../../fixtures/dfe-reader.ts')
const PATIENCE_MS = 60_000

/** A process that has its answer, and waits for the store: until then nothing of it is here. */
async function untilStoring(): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const [row] = await run(
      `select count(*)::int as n from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'dfe_documento' and not l.granted`,
    )
    if (row?.n !== 0) return
    if (Date.now() > until) throw new Error('Nobody stores anything.')
    await Bun.sleep(50)
  }
}

/** kill -9 of a process between the answer and the store. */
const killedWhileStoring = (): Promise<void> =>
  asOwner(server.url, async (owner: Sql) => {
    await owner.begin(async (held) => {
      await held`lock table dfe_documento in share row exclusive mode`
      const child = Bun.spawn([process.execPath, READER, server.url, sefaz.url, String(server.empresa_id), '58'], {
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'inherit',
      })
      await untilStoring()
      child.kill('SIGKILL')
      await child.exited
    })
  })

const anHourLater = async (): Promise<void> => {
  await run('update dfe_cursor set "dhProxima" = null, "dhChave" = null')
  hourLater()
}

it('kill -9 between the answer and the store: nothing is lost, nothing comes twice', { timeout: 300_000 }, async () => {
  const [open, closed] = [await hired(), await hired()]
  const { chMDFe, nProt } = closed
  const dtEnc = new Date().toISOString().slice(0, 10)
  await happens(chMDFe, { tpEvento: '110112', nProt, dtEnc, cUF: '33', cMun: '3304557' })
  await killedWhileStoring()
  expect(await run('select 1 from dfe_documento')).toEqual([])
  // Another looks at once, which the authority answers by shutting it out; then the clock goes on.
  await run('update dfe_cursor set "dhProxima" = null')
  for (let hour = 0; hour < 2; hour++) {
    await call('POST', '/api/compras/mdfe_recebido/all/updateDFe', {})
    await server.runJobs()
    await anHourLater()
  }
  const { data } = await ok('GET', '/api/compras/mdfe_recebido?orderBy=id&sortedBy=asc')
  expect(data.map((one: { chMDFe: string; status: number }) => [one.chMDFe, one.status])).toEqual([
    [open.chMDFe, 0],
    [closed.chMDFe, 1],
  ])
  const kept = await run('select "NSU" from dfe_documento order by id')
  expect(kept.map(({ NSU }) => Number(NSU))).toEqual([1, 2, 3])
})
