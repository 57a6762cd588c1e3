import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Side } from '../../fixtures/side'
import { run, server } from './nota/issuing.fixture'

/** Rounds in which the sender and the authority die by turns (kill -9), while lines break: what is the same for every document. */

export const ROUNDS = Number(process.env.PRUMO_ROUNDS ?? 16)
const FIXTURES = join(import.meta.dirname, '../../fixtures')
const PATIENCE_MS = 120_000
/** Where nobody is. */
const NOBODY = 'http://127.0.0.1:9'
/** What goes wrong with the next call of the tax authority, beside processes that die. */
const TROUBLE = [
  { cut: 'after' },
  { cut: 'half' },
  { cut: 'before' },
  { forget: true },
  { fault: 'Receiver' },
  { die: true },
] as const

/** What the tax authority is told to go wrong with the next call of a service. */
export const troubleAt = (service: string) => (round: number) => ({
  treat: [{ service, ...TROUBLE[round % TROUBLE.length] }],
})

/** So many rounds, until nothing waits any more. */
interface Phase {
  /** What the simulator is told to go wrong in a round. */
  readonly trouble: (round: number) => object
  /** What is begun in a round. */
  readonly act: (round: number) => Promise<unknown>
}

interface Rounds {
  /** Who answers: the tax authorities, or the national system of services. */
  readonly by?: 'sefaz' | 'nfse'
  /** Before the first round, with both sides at work; waits, where it asks, until what is counted as `n` has its answer. */
  readonly begin?: (until: (open: string) => Promise<void>) => Promise<void>
  readonly phases: readonly Phase[]
  /** Kinds of exchange that are hurried: waits are cut short. */
  readonly kinds: readonly string[]
  /** Counts, as `n`, what has no answer yet. */
  readonly open: string
}

/** What is found when all is over. */
interface Over {
  /** What the simulator tells of itself. */
  readonly told: unknown
  readonly deaths: { readonly ours: number; readonly theirs: number }
}

/** Waits are cut short, but not the time in which the authority may still be at what it did not answer to. */
const hurry = (kinds: readonly string[]) =>
  run(`update troca set "dhProxima" = date_trunc('second', now()), tentativas = 1
       where tipo in (${kinds.map((kind) => `'${kind}'`).join(', ')}) and status in ('na_fila', 'incerta', 'recebida') and alterado_em < now() - interval '1 second'`)

async function untilDone(open: string, kinds: readonly string[]): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const [row] = await run(open)
    if (row?.n === 0) return
    if (Date.now() > until) throw new Error(`${String(row?.n)} have no answer.`)
    await Bun.sleep(200)
    await hurry(kinds)
    for (const kind of kinds) await run(`select pg_notify('prumo_troca', '${kind}')`)
  }
}

/** Does the rounds of each phase, and waits after each until everything has its answer. */
export async function crashRounds({ by = 'sefaz', begin, phases, kinds, open }: Rounds): Promise<Over> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-queda-'))
  let url = ''
  const port = (): string => (url === '' ? '0' : new URL(url).port)
  const state = join(folder, by)
  const theirs = new Side(() => [join(FIXTURES, `simulators/${by}/main.ts`), '--port', port(), '--state', state])
  url = await theirs.start()
  const sender = join(FIXTURES, 'note-sender.ts')
  const ours = new Side(() => [sender, server.url, ...(by === 'sefaz' ? [url] : [NOBODY, url])])
  try {
    await ours.start()
    await begin?.((what) => untilDone(what, kinds))
    for (const phase of phases) {
      for (let round = 0; round < ROUNDS; round++) {
        const body = JSON.stringify(phase.trouble(round))
        await fetch(`${url}/controle`, { method: 'POST', body }).catch(() => undefined)
        await phase.act(round)
        await Bun.sleep(Math.random() * 300)
        if (round % 2 === 0) {
          ours.kill()
          // Nobody else waits for what a dead process had under way.
          await run(`update troca set "dhTentando" = now() where status = 'enviando'`)
        } else theirs.kill()
        await hurry(kinds)
      }
      await untilDone(open, kinds)
    }
    const told: unknown = await (await fetch(`${url}/controle`)).json()
    return { told, deaths: { ours: ours.deaths, theirs: theirs.deaths } }
  } finally {
    await Promise.all([ours.end(), theirs.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}
