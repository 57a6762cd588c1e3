import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SefazSimulator } from '../../../fixtures/simulators/sefaz/start'
import type { TestServer } from '../../../fixtures/test-server'
import { killedRounds, ROUNDS } from '../killed-rounds.fixture'
import { faults, invoiced, openIssuer, run } from './issuing.fixture'

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

it(
  'kill -9 of the sender and of the authority in the middle, with lines that break: one authorised note a sale, no number lost, both sides agree',
  { timeout: 1_200_000 },
  async () => {
    const deaths = await killedRounds({
      tipos: 'sefaz.nota',
      phases: [{ service: 'authorise', each: () => Promise.all([invoiced(), invoiced()]) }],
      waiting: 'select count(*)::int as n from nfe where status = 1',
      end: async (theirs) => {
        const notes = await run('select venda_id, "nNF", "chNFe", status from nfe order by "nNF"')
        expect(notes.map(({ status }) => status)).toEqual(notes.map(() => 3))
        expect(notes.map(({ nNF }) => nNF)).toEqual(Array.from({ length: 2 * ROUNDS }, (_, at) => at + 1))
        expect(new Set(notes.map(({ venda_id }) => venda_id)).size).toBe(2 * ROUNDS)
        const { notas } = v.parse(known, theirs)
        expect(notas.toSorted()).toEqual(notes.map(({ chNFe }) => String(chNFe)).toSorted())
        expect(await faults()).toEqual([])
      },
    })
    console.info(`notes: ${JSON.stringify({ notes: 2 * ROUNDS, deaths })}`)
  },
)
