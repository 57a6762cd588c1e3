import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { Flow, type FlowEvent } from './flow.fixture'

/** Whatever happens to titles and cash, in whatever order, and is taken back: both ledgers stay proved, and taking all back leaves what there was. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((value) => (value / 100).toFixed(2))
const title = fc.constantFrom('a', 'b', 'c')

/** An event on one of three titles of one person; most are refused now and then, which is part of it. */
const event: fc.Arbitrary<FlowEvent> = fc.oneof(
  fc.record({
    ev: fc.constant('baixa'),
    titulo: title,
    vPago: cents(12_000),
    vJuros: cents(300),
    vDesc: cents(300),
    vTarifa: cents(200),
    banco: fc.constantFrom('x', 'y'),
    excedente: fc.constantFrom('credito', undefined),
  }),
  fc.record({ ev: fc.constant('perda'), titulo: title }),
  fc.record({ ev: fc.constant('ajusta'), titulo: title, vConta: cents(12_000) }),
  fc.record({ ev: fc.constant('compensa'), titulo: title, contra: fc.constantFrom('k', 'p'), vComp: cents(6000) }),
  fc.record({ ev: fc.constant('transfere'), de: fc.constant('x'), para: fc.constant('y'), valor: cents(5000) }),
  fc.record({ ev: fc.constant('consolida'), titulos: fc.constant(['a', 'b']), novo: fc.constant('n') }),
  fc.record({ ev: fc.constant('estorna'), fato: fc.integer({ min: 6, max: 16 }) }),
)

const OPENINGS: readonly FlowEvent[] = [
  { ev: 'abre', titulo: 'a', vConta: '100.00' },
  { ev: 'abre', titulo: 'b', vConta: '55.55' },
  { ev: 'abre', titulo: 'c', vConta: '0.01' },
  { ev: 'abre', titulo: 'k', vConta: '-40.00', tpConta: 11 },
  { ev: 'abre', titulo: 'p', kind: 'pagar', vConta: '70.00' },
]

async function played(events: readonly FlowEvent[]): Promise<Flow> {
  const flow = new Flow(server)
  await flow.account('x', '1000.00')
  await flow.account('y', '0.00')
  for (const one of [...OPENINGS, ...events]) await flow.play(one)
  return flow
}

it('any sequence of facts and reversals leaves the books proved; all of it reversed leaves the accounts as they began', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 10 }), async (events) => {
      const flow = await played(events)
      expect(await asOwner(server.url, bookFaults)).toEqual([])
      const facts = [...flow.facts].filter(([n]) => n > OPENINGS.length).map(([, fact]) => fact)
      for (const fact of new Set(facts.toReversed())) await flow.lancamento(fact, {})
      expect((await flow.state()).contas).toEqual({ x: '1000.00', y: '0.00' })
      expect(await asOwner(server.url, bookFaults)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
