import * as v from 'valibot'
import { expect, it } from 'vitest'
import { crashRounds, ROUNDS } from '../crash-rounds.fixture'
import { call, faults, issuerTest, ok, run } from '../nota/issuing.fixture'
import { byHand, GUIDES } from './guides.fixture'

/** What goes wrong with the next lot, and with what is asked afterwards, beside processes that die. */
const TROUBLE = [
  [{ service: 'lot', cut: 'after' }],
  [{ service: 'lot', cut: 'half' }],
  [
    { service: 'lot', cut: 'after' },
    { service: 'queryResult', cut: 'half' },
  ],
  [{ service: 'lot', cut: 'before' }],
  [{ service: 'lot', cut: 'after', forget: true }],
  [{ service: 'lot', die: true }],
  [{ service: 'lotResult', cut: 'half' }],
  [{ service: 'lot', waits: 2 }],
] as const

issuerTest()

const known = v.object({ guias: v.array(v.string()) })

/** A guide on its way. */
async function sends(nDocOrigem: string): Promise<void> {
  const { id } = await byHand({ nDocOrigem })
  await ok('POST', `${GUIDES}/${id}/envia`)
}

it(
  'kill -9 of the sender and of the portal in the middle, with lines that break: one guide at the portal each, one payable each, both sides agree',
  { timeout: 1_200_000 },
  async () => {
    const { told, deaths } = await crashRounds({
      phases: [
        {
          trouble: (round) => ({ gnre: TROUBLE[round % TROUBLE.length] }),
          act: (round) => Promise.all([sends(String(2 * round + 1)), sends(String(2 * round + 2))]),
        },
      ],
      kinds: ['gnre.regras', 'gnre.lote', 'gnre.resultado'],
      open: 'select count(*)::int as n from gnre where status = 1',
    })
    const guides = await run('select id, status, "nossoNumero" from gnre order by id')
    expect(guides.map(({ status }) => status)).toEqual(Array.from({ length: 2 * ROUNDS }, () => 3))
    const { guias } = v.parse(known, told)
    expect(guias.map(Number).toSorted((a, b) => a - b)).toEqual(guides.map(({ id }) => id))
    expect(new Set(guides.map(({ nossoNumero }) => nossoNumero)).size).toBe(2 * ROUNDS)
    for (const { id } of guides)
      await Promise.all([1, 2].map(() => call('POST', `${GUIDES}/${Number(id)}/geraContasReceberLote`)))
    const [made] = await run(
      `select count(*)::int as n, count(distinct documento_id)::int as of from contas_pagar where documento = 'gnre'`,
    )
    expect(made).toEqual({ n: 2 * ROUNDS, of: 2 * ROUNDS })
    expect(await faults()).toEqual([])
    console.info(`guides: ${JSON.stringify({ guides: guides.length, deaths })}`)
  },
)
