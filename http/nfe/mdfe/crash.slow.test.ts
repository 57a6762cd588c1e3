import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { crashRounds, ROUNDS, troubleAt } from '../crash-rounds.fixture'
import { faults, invoiced, issuerTest, ok, run } from '../nota/issuing.fixture'
import { type Carrying, carrying, underWay, vehicle } from './carrying.fixture'

let by: Carrying
issuerTest()
beforeAll(async () => {
  by = await carrying()
}, 120_000)

const known = v.object({ manifestos: v.array(v.string()), encerrados: v.array(v.string()) })

const routes: number[] = []
/** A route a round, each in a vehicle of its own, on its way with an authorised note. */
async function begin(until: (open: string) => Promise<void>): Promise<void> {
  const sales: number[] = []
  for (let round = 0; round < ROUNDS; round++) sales.push((await invoiced()).venda_id)
  await until('select count(*)::int as n from nfe where status = 1')
  for (const [at, sale] of sales.entries()) {
    const veiculo_id = await vehicle(by.transportadora_id, `CRA1B${String(at).padStart(2, '0')}`)
    routes.push(await underWay({ ...by, veiculo_id }, [sale]))
  }
}

it(
  'kill -9 of the sender and of the authority in the middle, with lines that break: one manifest a route, closed once, no number lost, both sides agree',
  { timeout: 2_400_000 },
  async () => {
    const path = (round: number, verb: string) => `/api/expedicao/rota/${routes[round]}/${verb}`
    const { told, deaths } = await crashRounds({
      begin,
      phases: [
        { trouble: troubleAt('manifest'), act: (round) => ok('POST', path(round, 'geraMDFe')) },
        {
          trouble: troubleAt('manifestEvent'),
          act: (round) => ok('POST', path(round, 'finaliza'), { encerra_mdfe: true }),
        },
      ],
      kinds: ['sefaz.nota', 'sefaz.mdfe', 'sefaz.mdfe.evento'],
      open: 'select count(*)::int as n from mdfe where status in (1, 8)',
    })
    const manifests = await run('select rota_id, "nMDF", "chMDFe", status from mdfe order by "nMDF"')
    expect(manifests.map(({ nMDF }) => nMDF)).toEqual(Array.from({ length: ROUNDS }, (_, at) => at + 1))
    expect(manifests.map(({ status }) => status)).toEqual(manifests.map(() => 7))
    expect(new Set(manifests.map(({ rota_id }) => rota_id)).size).toBe(ROUNDS)
    const keys = manifests.map(({ chMDFe }) => String(chMDFe)).toSorted()
    const { manifestos, encerrados } = v.parse(known, told)
    expect(manifestos.toSorted()).toEqual(keys)
    expect(encerrados.toSorted()).toEqual(keys)
    expect(await faults()).toEqual([])
    console.info(`manifests: ${JSON.stringify({ manifests: ROUNDS, deaths })}`)
  },
)
