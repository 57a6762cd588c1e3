import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, entered, faults, ok, stockOf } from '../../estoque/output.fixture'
import { openWorkshop, order, ORDERS, part, type Workshop } from './service.fixture'

/** Orders that want the same parts, written, finished, invoiced, paid, and taken back in any order, two of them at once now and then: books hold after every act. */

let shop: Workshop
let banco: number
beforeAll(async () => {
  shop = await openWorkshop()
  banco = (await ok('POST', '/api/banco', { descricao: 'Gaveta' })).id
  const centre = await shop.server.insert('centro_custo', { descricao: 'Garantia' })
  await ok('PUT', `/api/empresa/${shop.server.empresa_id}`, { centro_custo_garantia_id: centre.id })
})
afterAll(() => shop.server.close())

const VERBS = {
  finish: 'finalizarOrdemServico',
  invoice: 'faturarOrdemServico',
  back: 'desfazFaturamento',
  cancel: 'cancelarOrdemServico',
} as const
const act = fc.record({
  kind: fc.constantFrom(
    'order',
    'line',
    'plan',
    'finish',
    'finish',
    'invoice',
    'invoice',
    'back',
    'cancel',
    'pay',
    'unpay',
  ),
  which: fc.nat({ max: 5 }),
  other: fc.nat({ max: 5 }),
  /** In hundredths of a unit. */
  q: fc.integer({ min: 1, max: 400 }),
  warranty: fc.boolean(),
  twice: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface Walk {
  readonly goods: number
  readonly orders: number[]
}

const REASON = { xJust: 'Desistiu do conserto de vez' }
const some = (all: readonly number[], n: number): number => all[n % Math.max(1, all.length)] ?? 0

async function titleOf(id: number): Promise<number | undefined> {
  const { ordem_servico_duplicatas: dues } = await ok('GET', `${ORDERS}/${id}`)
  return dues
    .map((one: { conta_receber_id: number | null }) => one.conta_receber_id)
    .find((one: unknown) => one !== null)
}

async function newOrder({ goods, orders }: Walk, { q, warranty }: Act): Promise<void> {
  orders.push(await order(shop, [{ mercadoria_id: goods, qTrib: q / 100, garantia: warranty }]))
}

/** Writes in an order: a line more, its instalments, what is paid of them. What is refused is refused with a reason, and changes nothing. */
async function write({ goods, orders }: Walk, { kind, which, q, warranty }: Act): Promise<number> {
  const id = some(orders, which)
  if (kind === 'line') {
    const line = { ordem_servico_id: id, mercadoria_id: goods, qTrib: q / 100, vUnTrib: 3.33, garantia: warranty }
    return (await call('POST', '/api/srv/ordem_servico_mercadoria', line)).status
  }
  if (kind === 'plan') {
    const plan = { ordem_servico_id: id, string: '30/60/90', pagamento_id: shop.cash }
    return (await call('POST', '/api/srv/ordem_servico_duplicata/addString', plan)).status
  }
  const title = await titleOf(id)
  if (title === undefined) return 200
  const [verb, body] = kind === 'pay' ? ['baixa', { banco_id: banco, vPago: '0.01' }] : ['estorna', {}]
  return (await call('POST', `/api/contas_receber/${title}/${verb}`, body)).status
}

const isVerb = (kind: string): kind is keyof typeof VERBS => Object.hasOwn(VERBS, kind)

async function does(walk: Walk, one: Act): Promise<readonly number[]> {
  const { kind, which, other, twice } = one
  if (kind === 'order' || walk.orders.length === 0) return newOrder(walk, one).then(() => [200])
  if (!isVerb(kind)) return [await write(walk, one)]
  const ids = [some(walk.orders, which), ...(twice ? [some(walk.orders, other)] : [])]
  const answers = await Promise.all(ids.map((id) => call('POST', `${ORDERS}/${id}/${VERBS[kind]}`, REASON)))
  return answers.map(({ status }) => status)
}

it('books hold after whatever is done, and what left is what finished orders say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (acts) => {
      const walk: Walk = { goods: await part(9, entered), orders: [] }
      for (const one of acts) {
        for (const status of await does(walk, one)) expect([200, 201, 400, 422]).toContain(status)
        expect(await faults(), JSON.stringify(one)).toEqual([])
      }
      const orders = await Promise.all(walk.orders.map((id) => ok('GET', `${ORDERS}/${id}`)))
      const left = orders
        .filter(({ status }) => status === 2 || status === 4)
        .flatMap((each) => each.ordem_servico_mercadorias)
        .reduce((all: number, line: { qTrib: number }) => all + Math.round(line.qTrib * 10_000), 0)
      const [there] = await stockOf(walk.goods)
      expect(Math.round(there * 10_000)).toBe(90_000 - left)
    }),
    { numRuns: 12 },
  )
}, 300_000)
