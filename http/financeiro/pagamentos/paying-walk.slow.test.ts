import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { PayingBank, type Told } from '../../../fixtures/simulators/paying-bank'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { balance, ok, openPaying, owes, REMITTANCE, ITEM_PATH, sent, taken, title } from './paying.fixture'

/** A bank that answers as it likes: late, twice, out of order, paid twice, given back; a person who reverses and tries again. What is in cash is what the bank paid less what it gave back. */

let server: TestServer
const bank = new PayingBank()
beforeAll(async () => {
  server = await openPaying()
})
afterAll(() => server.close())

/** The same numbers on every run. */
function seeded(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

it('pays and settles nothing twice, whatever a bank answers (40 steps)', { timeout: 120_000 }, async () => {
  const next = seeded(20_261_127)
  const payables: number[] = []
  const numbers: string[] = []
  const paid: Told[] = []
  const kept: Uint8Array[] = []
  const day = () => `2026-12-${10 + next(8)}`
  const pick = <T>(list: readonly T[]): T | undefined => list[next(list.length)]
  const reverse = (all: readonly Told[]) => (next(2) === 0 ? all : all.toReversed())
  const steps: Readonly<Record<string, () => Promise<void> | void>> = {
    sends: async () => {
      const kind = (['ted', 'pix', 'slip'] as const)[next(3)]
      payables.push((await owes(`${10 + next(90)}.${10 + next(90)}`, kind)).id)
      const made = await sent(payables.slice(-1))
      for (const file of made.files) bank.receive(file)
      numbers.push(...made.items.map(String))
    },
    accepts: () => bank.tell({ numero: pick(numbers) ?? '', codigo: 'BD' }),
    refuses: () => {
      const free = numbers.filter((one) => bank.payments.get(one)?.times === 0)
      const numero = pick(free)
      if (numero !== undefined) bank.tell({ numero, codigo: 'AN' })
    },
    pays: () => {
      const open = numbers.filter((one) => (bank.payments.get(one)?.times ?? 0) < 2)
      const numero = pick(open)
      if (numero !== undefined) paid.push(bank.pay(numero, day()))
    },
    repeats: () => {
      const told = pick(paid)
      if (told) bank.tell(told)
    },
    // A slip that was paid is not given back.
    givesBack: () => {
      const at = next(Math.max(paid.length, 1))
      const told = paid[at]
      if (!told || bank.payments.get(told.numero)?.pagamento.tipo === 'boleto') return
      paid.splice(at, 1)
      bank.giveBack(told, '2026-12-20')
    },
    again: async () => {
      const bytes = pick(kept)
      if (bytes) await taken([bytes])
    },
  }
  await steps.sends?.()
  const names = ['sends', 'pays', 'pays', 'accepts', 'refuses', 'repeats', 'givesBack', 'again']
  for (let n = 0; n < 40; n += 1) {
    await steps[pick(names) ?? '']?.()
    const files = bank.files(reverse).toSorted(() => next(3) - 1)
    await taken(files)
    kept.push(...files)
    expect(Math.round((await balance()) * 100) + bank.net, `step ${n}`).toBe(0)
    expect(await asOwner(server.url, bookFaults), `step ${n}`).toEqual([])
  }
  for (const id of payables) expect((await title(id)).vSaldo).toBeGreaterThanOrEqual(0)
  // Every payment of the bank is one settlement that stands, or came back.
  const { data } = await ok('GET', `${ITEM_PATH}?perPage=200`)
  for (const item of data) {
    const held = bank.payments.get(String(item.id))
    if (held) expect(item.situacao === 4).toBe(held.out > held.back)
  }
  expect((await ok('GET', REMITTANCE)).total).toBe(payables.length)
})
