import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SefazSimulator } from '../../../fixtures/simulators/sefaz/start'
import type { TestServer } from '../../../fixtures/test-server'
import { killedRounds, ROUNDS, untilDone } from '../killed-rounds.fixture'
import { faults, invoiced, ok, openIssuer, run } from '../nota/issuing.fixture'
import { type Carrying, carrying, underWay, vehicle } from './carrying.fixture'

let server: TestServer
let unused: SefazSimulator
let by: Carrying
beforeAll(async () => {
  ;({ server, sefaz: unused } = await openIssuer())
  by = await carrying()
}, 120_000)
afterAll(async () => {
  await unused.stop()
  await server.close()
})

const known = v.object({ manifestos: v.array(v.string()), encerrados: v.array(v.string()) })
const TIPOS = 'sefaz.%'
const WAITING = 'select count(*)::int as n from nfe where status = 1'

const routes: number[] = []
/** A route a round, each in a vehicle of its own, on its way with an authorised note. */
async function begin(): Promise<void> {
  const sales: number[] = []
  for (let round = 0; round < ROUNDS; round++) sales.push((await invoiced()).venda_id)
  await untilDone(TIPOS, WAITING)
  for (const [at, sale] of sales.entries()) {
    const veiculo_id = await vehicle(by.transportadora_id, `CRA1B${String(at).padStart(2, '0')}`)
    routes.push(await underWay({ ...by, veiculo_id }, [sale]))
  }
}

it(
  'kill -9 of the sender and of the authority in the middle, with lines that break: one manifest a route, closed once, no number lost, both sides agree',
  { timeout: 2_400_000 },
  async () => {
    const deaths = await killedRounds({
      tipos: TIPOS,
      begin,
      phases: [
        { service: 'manifest', each: (round) => ok('POST', `/api/expedicao/rota/${routes[round]}/geraMDFe`) },
        {
          service: 'manifestEvent',
          each: (round) => ok('POST', `/api/expedicao/rota/${routes[round]}/finaliza`, { encerra_mdfe: true }),
        },
      ],
      waiting: 'select count(*)::int as n from mdfe where status in (1, 8)',
      end: async (theirs) => {
        const manifests = await run('select rota_id, "nMDF", "chMDFe", status from mdfe order by "nMDF"')
        expect(manifests.map(({ nMDF }) => nMDF)).toEqual(Array.from({ length: ROUNDS }, (_, at) => at + 1))
        expect(manifests.map(({ status }) => status)).toEqual(manifests.map(() => 7))
        expect(new Set(manifests.map(({ rota_id }) => rota_id)).size).toBe(ROUNDS)
        const keys = manifests.map(({ chMDFe }) => String(chMDFe)).toSorted()
        const { manifestos, encerrados } = v.parse(known, theirs)
        expect(manifestos.toSorted()).toEqual(keys)
        expect(encerrados.toSorted()).toEqual(keys)
        expect(await faults()).toEqual([])
      },
    })
    console.info(`manifests: ${JSON.stringify({ manifests: ROUNDS, deaths })}`)
  },
)
