import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crashRounds, ROUNDS } from '../crash-rounds.fixture'
import { faults, ok, run } from '../nota/issuing.fixture'
import { billed, openServices } from './services.fixture'

/** What goes wrong with the next call, beside processes that die. */
const TROUBLE = [
  { cut: 'after' },
  { cut: 'half' },
  { cut: 'before' },
  { nonsense: true },
  { status: 503 },
  { die: true },
] as const

/** What the system is told to go wrong with the next call of a kind. */
const troubleOf = (on: string) => (round: number) => ({ treat: [{ on, ...TROUBLE[round % TROUBLE.length] }] })

/** Of what is authorised the first is cancelled. */
async function cancelOne(): Promise<void> {
  const [note] = await run('select id from nfse where status = 3 order by id limit 1')
  await ok('POST', `/api/nfse/nfse/${Number(note?.id)}/cancelar`, { xJust: 'Serviço não foi prestado' })
}

let end: () => Promise<void>
beforeAll(async () => {
  end = await openServices()
})
afterAll(() => end())

const known = v.object({
  notas: v.array(v.object({ idDps: v.string(), chNFSe: v.string() })),
  eventos: v.array(v.string()),
})

it(
  'kill -9 of the sender and of the system in the middle, with lines that break: one note an order, one event a cancellation, no number lost, both sides agree',
  { timeout: 1_200_000 },
  async () => {
    const { told, deaths } = await crashRounds({
      by: 'nfse',
      phases: [
        { trouble: troubleOf('dps'), act: () => Promise.all([billed(), billed()]) },
        { trouble: troubleOf('evento'), act: cancelOne },
      ],
      kinds: ['nfse.dps', 'nfse.evento'],
      open: 'select count(*)::int as n from nfse where status in (1, 4)',
    })
    const notes = await run('select ordem_servico_id, "nDPS", "idDps", "chNFSe", status from nfse order by "nDPS"')
    expect(notes.filter(({ status }) => status !== 3 && status !== 5)).toEqual([])
    expect(notes.map(({ nDPS }) => nDPS)).toEqual(Array.from({ length: 2 * ROUNDS }, (_, at) => at + 1))
    expect(new Set(notes.map(({ ordem_servico_id }) => ordem_servico_id)).size).toBe(2 * ROUNDS)
    const { notas, eventos } = v.parse(known, told)
    const pair = ({ idDps, chNFSe }: Readonly<Record<string, unknown>>) => `${idDps} ${chNFSe}`
    expect(notas.map(pair).toSorted()).toEqual(notes.map(pair).toSorted())
    const cancelled = notes.filter(({ status }) => status === 5).map(({ chNFSe }) => `101101 ${String(chNFSe)}`)
    expect(cancelled).toHaveLength(ROUNDS)
    expect(eventos.toSorted()).toEqual(cancelled.toSorted())
    expect(await faults()).toEqual([])
    console.info(`notes of services: ${JSON.stringify({ notes: notes.length, cancelled: cancelled.length, deaths })}`)
  },
)
