import * as v from 'valibot'
import { expect, it } from 'vitest'
import { crashRounds, ROUNDS, troubleAt } from '../crash-rounds.fixture'
import { faults, invoiced, issuerTest, run } from './issuing.fixture'

issuerTest()

const known = v.object({ notas: v.array(v.string()) })

it(
  'kill -9 of the sender and of the authority in the middle, with lines that break: one authorised note a sale, no number lost, both sides agree',
  { timeout: 1_200_000 },
  async () => {
    const { told, deaths } = await crashRounds({
      phases: [{ trouble: troubleAt('authorise'), act: () => Promise.all([invoiced(), invoiced()]) }],
      kinds: ['sefaz.nota'],
      open: 'select count(*)::int as n from nfe where status = 1',
    })
    const notes = await run('select venda_id, "nNF", "chNFe", status from nfe order by "nNF"')
    expect(notes.map(({ status }) => status)).toEqual(notes.map(() => 3))
    expect(notes.map(({ nNF }) => nNF)).toEqual(Array.from({ length: 2 * ROUNDS }, (_, at) => at + 1))
    expect(new Set(notes.map(({ venda_id }) => venda_id)).size).toBe(2 * ROUNDS)
    const { notas } = v.parse(known, told)
    expect(notas.toSorted()).toEqual(notes.map(({ chNFe }) => String(chNFe)).toSorted())
    expect(await faults()).toEqual([])
    console.info(`notes: ${JSON.stringify({ notes: notes.length, deaths })}`)
  },
)
