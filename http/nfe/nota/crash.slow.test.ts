import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Side } from '../../../fixtures/side'
import type { SefazSimulator } from '../../../fixtures/simulators/sefaz/start'
import type { TestServer } from '../../../fixtures/test-server'
import { faults, invoiced, openIssuer, run } from './issuing.fixture'

const ROUNDS = Number(process.env.PRUMO_ROUNDS ?? 16)
const FIXTURES = join(import.meta.dirname, '../../../fixtures')
const PATIENCE_MS = 120_000
/** What goes wrong with the next call, beside processes that die. */
const TROUBLE = [
  { cut: 'after' },
  { cut: 'half' },
  { cut: 'before' },
  { forget: true },
  { fault: 'Receiver' },
  { die: true },
] as const

let server: TestServer
let unused: SefazSimulator
beforeAll(async () => {
  ;({ server, sefaz: unused } = await openIssuer())
})
afterAll(async () => {
  await unused.stop()
  await server.close()
})

const known = v.object({ notas: v.array(v.string()) })

/** Waits are cut short, but not the time in which the authority may still be at what it did not answer to. */
const hurry = () =>
  run(`update troca set "dhProxima" = date_trunc('second', now()), tentativas = 1
       where tipo = 'sefaz.nota' and status in ('na_fila', 'incerta', 'recebida') and alterado_em < now() - interval '1 second'`)

async function untilDone(): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const [row] = await run('select count(*)::int as n from nfe where status = 1')
    if (row?.n === 0) return
    if (Date.now() > until) throw new Error(`${row?.n} notes have no answer.`)
    await Bun.sleep(200)
    await hurry()
    await run(`select pg_notify('prumo_troca', 'sefaz.nota')`)
  }
}

it(
  'kill -9 of the sender and of the authority in the middle, with lines that break: one authorised note a sale, no number lost, both sides agree',
  { timeout: 1_200_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prumo-notas-'))
    let url = ''
    const theirs = new Side(() => [
      join(FIXTURES, 'simulators/sefaz/main.ts'),
      '--port',
      url === '' ? '0' : new URL(url).port,
      '--state',
      join(folder, 'sefaz'),
    ])
    url = await theirs.start()
    const ours = new Side(() => [join(FIXTURES, 'note-sender.ts'), server.url, url])
    try {
      await ours.start()
      for (let round = 0; round < ROUNDS; round++) {
        const trouble = TROUBLE[round % TROUBLE.length]
        await fetch(`${url}/controle`, {
          method: 'POST',
          body: JSON.stringify({ treat: [{ service: 'authorise', ...trouble }] }),
        }).catch(() => undefined)
        await Promise.all([invoiced(), invoiced()])
        await Bun.sleep(Math.random() * 300)
        if (round % 2 === 0) {
          ours.kill()
          // Nobody else waits for what a dead process had under way.
          await run(`update troca set "dhTentando" = now() where status = 'enviando'`)
        } else theirs.kill()
        await hurry()
      }
      await untilDone()
      const notes = await run('select venda_id, "nNF", "chNFe", status from nfe order by "nNF"')
      expect(notes.map(({ status }) => status)).toEqual(notes.map(() => 3))
      expect(notes.map(({ nNF }) => nNF)).toEqual(Array.from({ length: 2 * ROUNDS }, (_, at) => at + 1))
      expect(new Set(notes.map(({ venda_id }) => venda_id)).size).toBe(2 * ROUNDS)
      const { notas } = v.parse(known, await (await fetch(`${url}/controle`)).json())
      expect(notas.toSorted()).toEqual(notes.map(({ chNFe }) => String(chNFe)).toSorted())
      expect(await faults()).toEqual([])
      console.info(
        `notes: ${JSON.stringify({ notes: notes.length, deaths: { ours: ours.deaths, theirs: theirs.deaths } })}`,
      )
    } finally {
      await Promise.all([ours.end(), theirs.end()])
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
