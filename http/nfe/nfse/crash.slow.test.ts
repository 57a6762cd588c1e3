import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Side } from '../../../fixtures/side'
import { faults, ok, run } from '../nota/issuing.fixture'
import { billed, openServices, server } from './services.fixture'

const ROUNDS = Number(process.env.PRUMO_ROUNDS ?? 16)
const FIXTURES = join(import.meta.dirname, '../../../fixtures')
const PATIENCE_MS = 120_000
/** What goes wrong with the next call, beside processes that die. */
const TROUBLE = [
  { cut: 'after' },
  { cut: 'half' },
  { cut: 'before' },
  { nonsense: true },
  { status: 503 },
  { die: true },
] as const

let end: () => Promise<void>
beforeAll(async () => {
  end = await openServices()
})
afterAll(() => end())

const known = v.object({
  notas: v.array(v.object({ idDps: v.string(), chNFSe: v.string() })),
  eventos: v.array(v.string()),
})

/** Waits are cut short, but not the time in which the system may still be at what it did not answer to. */
const hurry = () =>
  run(`update troca set "dhProxima" = date_trunc('second', now()), tentativas = 1
       where tipo in ('nfse.dps', 'nfse.evento') and status in ('na_fila', 'incerta', 'recebida') and alterado_em < now() - interval '1 second'`)

async function untilDone(): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const [row] = await run('select count(*)::int as n from nfse where status in (1, 4)')
    if (row?.n === 0) return
    if (Date.now() > until) throw new Error(`${row?.n} notes have no answer.`)
    await Bun.sleep(200)
    await hurry()
    await run(`select pg_notify('prumo_troca', kind) from unnest(array['nfse.dps', 'nfse.evento']) kind`)
  }
}

it(
  'kill -9 of the sender and of the system in the middle, with lines that break: one note an order, one event a cancellation, no number lost, both sides agree',
  { timeout: 1_200_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'prumo-nfse-'))
    let url = ''
    const theirs = new Side(() => [
      join(FIXTURES, 'simulators/nfse/main.ts'),
      '--port',
      url === '' ? '0' : new URL(url).port,
      '--state',
      join(folder, 'nfse'),
    ])
    url = await theirs.start()
    const ours = new Side(() => [join(FIXTURES, 'note-sender.ts'), server.url, 'http://127.0.0.1:9', url])
    const treat = (on: string, how: object) =>
      fetch(`${url}/controle`, { method: 'POST', body: JSON.stringify({ treat: [{ on, ...how }] }) }).catch(
        () => undefined,
      )
    try {
      await ours.start()
      for (let round = 0; round < ROUNDS; round++) {
        const trouble = TROUBLE[round % TROUBLE.length] ?? {}
        await treat(round % 4 === 3 ? 'evento' : 'dps', trouble)
        await Promise.all([billed(), billed()])
        // Of what is authorised already one is cancelled.
        const [old] = await run(`select id from nfse where status = 3 and id % 4 = 0 order by id limit 1`)
        if (old) await ok('POST', `/api/nfse/nfse/${Number(old.id)}/cancelar`, { xJust: 'Serviço não foi prestado' })
        await Bun.sleep(Math.random() * 300)
        if (round % 2 === 0) {
          ours.kill()
          // Nobody else waits for what a dead process had under way.
          await run(`update troca set "dhTentando" = now() where status = 'enviando'`)
        } else theirs.kill()
        await hurry()
      }
      await untilDone()
      const notes = await run('select ordem_servico_id, "nDPS", "idDps", "chNFSe", status from nfse order by "nDPS"')
      expect(notes.filter(({ status }) => status !== 3 && status !== 5)).toEqual([])
      expect(notes.map(({ nDPS }) => nDPS)).toEqual(Array.from({ length: 2 * ROUNDS }, (_, at) => at + 1))
      expect(new Set(notes.map(({ ordem_servico_id }) => ordem_servico_id)).size).toBe(2 * ROUNDS)
      const { notas, eventos } = v.parse(known, await (await fetch(`${url}/controle`)).json())
      const pair = ({ idDps, chNFSe }: Readonly<Record<string, unknown>>) => `${idDps} ${chNFSe}`
      expect(notas.map(pair).toSorted()).toEqual(notes.map(pair).toSorted())
      const cancelled = notes.filter(({ status }) => status === 5).map(({ chNFSe }) => `101101 ${String(chNFSe)}`)
      expect(eventos.toSorted()).toEqual(cancelled.toSorted())
      expect(await faults()).toEqual([])
      console.info(
        `notes of services: ${JSON.stringify({ notes: notes.length, cancelled: cancelled.length, deaths: { ours: ours.deaths, theirs: theirs.deaths } })}`,
      )
    } finally {
      await Promise.all([ours.end(), theirs.end()])
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
