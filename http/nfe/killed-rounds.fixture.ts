import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Side } from '../../fixtures/side'
import { run, server } from './nota/issuing.fixture'

/** Rounds in which the sender and the authority die by turns (kill -9), while lines break: what is the same for every document. */

export const ROUNDS = Number(process.env.PRUMO_ROUNDS ?? 16)
const FIXTURES = join(import.meta.dirname, '../../fixtures')
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

/** So many rounds, until nothing waits any more. */
interface Phase {
  /** The service that the trouble comes to. */
  readonly service: string
  /** What is asked for in a round. */
  readonly each: (round: number) => Promise<unknown>
}

interface Killed {
  /** Of exchanges, as SQL sees their kinds: `sefaz.nota`. */
  readonly tipos: string
  /** Before the first round, with both sides at work. */
  readonly begin?: () => Promise<void>
  readonly phases: readonly Phase[]
  /** Documents that still wait for an answer: SQL that counts them as `n`. */
  readonly waiting: string
  /** After the last round, when nothing waits: `theirs` is what the authority tells of itself. */
  readonly end: (theirs: unknown) => Promise<void>
}

/** Waits are cut short, but not the time in which the authority may still be at what it did not answer to. */
const hurry = (tipos: string) =>
  run(`update troca set "dhProxima" = date_trunc('second', now()), tentativas = 1
       where tipo like '${tipos}' and status in ('na_fila', 'incerta', 'recebida') and alterado_em < now() - interval '1 second'`)

/** Waits until nothing waits any more. Throws where that takes too long. */
export async function untilDone(tipos: string, waiting: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const [row] = await run(waiting)
    if (row?.n === 0) return
    if (Date.now() > until) throw new Error(`${row?.n} documents have no answer.`)
    await Bun.sleep(200)
    await hurry(tipos)
    for (const { tipo } of await run(`select distinct tipo from troca where tipo like '${tipos}'`))
      await run(`select pg_notify('prumo_troca', '${tipo}')`)
  }
}

/** Does the rounds, and tells how often each side died. Trouble that forgets comes to documents alone: what an event is of stays. */
export async function killedRounds({ tipos, begin, phases, waiting, end }: Killed) {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-mortes-'))
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
    await begin?.()
    for (const { service, each } of phases) {
      for (let round = 0; round < ROUNDS; round++) {
        await fetch(`${url}/controle`, {
          method: 'POST',
          body: JSON.stringify({ treat: [{ service, ...TROUBLE[round % TROUBLE.length] }] }),
        }).catch(() => undefined)
        await each(round)
        await Bun.sleep(Math.random() * 300)
        if (round % 2 === 0) {
          ours.kill()
          // Nobody else waits for what a dead process had under way.
          await run(`update troca set "dhTentando" = now() where status = 'enviando'`)
        } else theirs.kill()
        await hurry(tipos)
      }
      await untilDone(tipos, waiting)
    }
    await end(await (await fetch(`${url}/controle`)).json())
    return { ours: ours.deaths, theirs: theirs.deaths }
  } finally {
    await Promise.all([ours.end(), theirs.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}
