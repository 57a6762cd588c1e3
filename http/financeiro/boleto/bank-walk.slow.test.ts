import { afterAll, beforeAll, expect, it } from 'vitest'
import { numbers } from '../../../core/banking/cnab/retorno.fixture'
import { asOwner } from '../../../fixtures/as-owner'
import { CollectionBank } from '../../../fixtures/simulators/collection-bank'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  balance,
  boleto,
  call,
  collected,
  ids,
  linesOf,
  ok,
  openCollecting,
  sent,
  title,
  upload,
} from './collecting.fixture'

/**
 * A bank and a company that go their ways for a while: boletos are made, changed and cancelled, paid late, in part, twice, out of order; files come twice, in another order, cut, and are
 * settled by several at once, or reversed. In the end every cent that the bank took in is in cash, once, and titles and credits say where it is.
 */

let server: TestServer
beforeAll(async () => {
  server = await openCollecting()
})
afterAll(() => server.close())

const STEPS = 80

/** What the walk has made so far. */
interface World {
  readonly bank: CollectionBank
  readonly made: { readonly title: number; readonly id: number; readonly number: string; readonly valor: number }[]
  readonly files: Uint8Array[]
  readonly heads: Set<number>
}

interface Line {
  readonly lancamento_id: number | null
  readonly contas_receber_id: number | null
}

type Act = (world: World, next: (below: number) => number) => Promise<void>

const pick = <T>(list: readonly T[], next: (below: number) => number): T | undefined => list[next(list.length)]
const isKnown = ({ bank }: World, number: string): boolean => bank.titles.has(number.replace(/^0+/, ''))

const ACTS: readonly Act[] = [
  async (world, next) => {
    const valor = 50 + next(50_000) / 100
    const one = await collected(valor.toFixed(2))
    world.made.push({ title: one.title, id: one.boleto.id, number: one.boleto.nosso_numero, valor })
  },
  async ({ bank }) => {
    const answer = await call('POST', '/api/remessa', { banco_cnab_id: ids.setup })
    if (answer.status >= 300) return expect(answer.body.code).toBe('no_rows')
    const content = await call('GET', `/api/remessa/${answer.body.id}/conteudo`)
    return bank.receive(Buffer.from(content.body, 'latin1'))
  },
  async (world, next) => {
    const one = pick(world.made, next)
    if (!one || !isKnown(world, one.number)) return
    const share = [100, 100, 100, 40, 120][next(5)] ?? 100
    world.bank.pay(one.number, ((one.valor * share) / 100).toFixed(2))
  },
  async (world, next) => {
    world.files.push(world.bank.file((all) => (next(2) === 0 ? all : all.toReversed())))
  },
  async (world, next) => {
    const file = pick(world.files, next)
    if (!file) return
    const isCut = next(4) === 0
    const { body } = await upload([isCut ? file.slice(0, file.length - 402) : file])
    if (isCut) expect(['damaged_file', 'unsupported_file'], JSON.stringify(body)).toContain(body.code)
    else world.heads.add(body.id)
  },
  async (world, next) => {
    const head = pick([...world.heads], next)
    if (head === undefined) return
    const [line] = await linesOf(head)
    await Promise.all([
      call('POST', `/api/retorno/${head}/baixaRetorno`),
      call('POST', `/api/retorno/${head}/baixaRetorno`),
      line ? call('POST', `/api/retorno_boleto/${line.id}/baixaRetornoBoleto`) : undefined,
    ])
  },
  async (world, next) => {
    const head = pick([...world.heads], next)
    const lines: readonly Line[] = head === undefined ? [] : await linesOf(head)
    const line = pick(lines, next)
    if (!line?.lancamento_id || !line.contas_receber_id) return
    // A credit that was given may have been used; then it stays as it is.
    await call('POST', `/api/contas_receber/${line.contas_receber_id}/estorna`, { lancamento_id: line.lancamento_id })
  },
  async (world, next) => {
    const one = pick(world.made, next)
    if (one) await call('PUT', `/api/contas_receber/${one.title}`, { dVencimento: `2027-0${1 + next(9)}-15` })
  },
  async (world, next) => {
    const one = pick(world.made, next)
    if (one && next(3) === 0) await call('POST', `/api/boleto/${one.id}/cancela`)
  },
  async (world, next) => {
    const one = pick(world.made, next)
    if (one && next(3) === 0) await call('POST', `/api/contas_receber/${one.title}/cancela`, {})
  },
]

/** Everything that the bank has told comes in, the last first, and all of it is settled. */
async function settled(world: World): Promise<void> {
  world.files.push(world.bank.file())
  for (const file of world.files.toReversed()) {
    const { status, body } = await upload([file])
    if (status !== 200) throw new Error(JSON.stringify(body))
    world.heads.add(body.id)
  }
  for (const head of world.heads) await call('POST', `/api/retorno/${head}/baixaRetorno`)
}

it.each([1, 107, 151])(
  'nothing is lost and nothing counts twice, whatever the bank does (%i)',
  { timeout: 120_000 },
  async (seed) => {
    const next = numbers(seed)
    const world: World = {
      bank: new CollectionBank((await ok('GET', `/api/banco_cnab/${ids.setup}`)).sequencia),
      made: [],
      files: [],
      heads: new Set(),
    }
    const before = await balance()
    for (let step = 0; step < STEPS; step += 1) {
      // Half of the time something is made, sent, or paid.
      const act = ACTS[next(2) === 0 ? next(3) : next(ACTS.length)]
      await act?.(world, next)
    }
    await settled(world)
    const paid = [...world.bank.paid.values()].reduce((sum, one) => sum + one, 0)
    expect(Math.round((await balance()) * 100)).toBe(Math.round(before * 100) + paid - world.bank.fees)
    for (const head of world.heads)
      expect(await ok('GET', `/api/retorno/${head}`)).toMatchObject({ qBaixar: 0, qSemBoleto: 0, status: 4 })
    for (const one of world.made) {
      const got = world.bank.paid.get(one.number.replace(/^0+/, '')) ?? 0
      const { vSaldo, dhCancelamento } = await title(one.title)
      const owed = Math.round(one.valor * 100)
      expect(Math.round(vSaldo * 100), `${one.id}`).toBe(dhCancelamento === null ? Math.max(0, owed - got) : 0)
      if (got > 0) expect([4, 5]).toContain((await boleto(one.id)).situacao)
    }
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  },
)

it('a file of all that waits is made once by two who ask at once', async () => {
  await collected('12.00')
  const both = await Promise.allSettled([sent(), sent()])
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})
