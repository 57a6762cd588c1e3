import fc from 'fast-check'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testClock } from '../../../fixtures/test-clock'
import type { Answer, TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, ok, product } from '../../estoque/output.fixture'
import { kit, openWorkshop, order, PATH, REASON, SUPPLY_PATH } from '../orders.fixture'

/** Orders that want the same supplies, worked at, finished, undone and cancelled in any order, beside others who use what lies there: books hold after every act. */

const MINUTE_MS = 60_000
const clock = testClock('2026-11-10T12:00:00Z')
const later = (minutes: number) =>
  clock.set(new Date(new Date(clock.now()).getTime() + minutes * MINUTE_MS).toISOString())

let server: TestServer
let ids: Record<'centre' | 'kilos' | 'pieces', number>
beforeAll(async () => {
  ;({ server } = await openWorkshop({ clock }))
  const unit = async (un: string, decimal: number) => (await server.insert('unidade', { un, decimal })).id
  ids = {
    centre: (await server.insert('centro_trabalho', { descricao: 'Bancada', vHora: '35' })).id,
    kilos: await unit('KG', 2),
    pieces: await unit('PC', 0),
  }
})
afterAll(() => server.close())

const often = <K extends string>(kind: K, weight: number) => ({ arbitrary: fc.constant(kind), weight })
const act = fc.record({
  kind: fc.oneof(
    often('part', 5),
    often('use', 4),
    often('undo', 3),
    often('work', 3),
    often('cancelEntry', 2),
    often('putBack', 2),
    often('ends', 2),
    often('rest', 1),
    often('order', 1),
    often('begin', 1),
    often('add', 1),
    often('cancel', 1),
  ),
  /** Which of the orders, of the entries, of what others used. */
  which: fc.nat({ max: 5 }),
  many: fc.integer({ min: 0, max: 8 }),
  few: fc.nat({ max: 3 }),
  /** In hundredths. */
  odd: fc.nat({ max: 99 }),
  startsOut: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
/** An act of which only this is said. */
const PLAIN = { which: 0, many: 7, few: 0, odd: 0 }

/** What there is in a walk: products, orders that were made, and what others took. */
interface Shop {
  readonly table: number
  readonly wood: number
  readonly glue: number
  readonly chips: number
  readonly sand: number
  readonly orders: number[]
  readonly entries: number[]
  readonly used: number[]
}

async function openShop(): Promise<Shop> {
  const { table, wood, glue } = await kit(75, { op_flexivel: true, unidade_id: ids.kilos })
  await ok('PUT', `/api/mercadoria/${table}`, {
    mercadoria_etapas_producao: [{ n_ordem: 10, descricao: 'Montar', centro_trabalho_id: ids.centre }],
  })
  const [chips, sand] = [
    await product({ xProd: 'Cavaco', unidade_id: ids.pieces }),
    await product({ xProd: 'Lixa', unidade_id: ids.pieces }),
  ]
  await entered(sand, 30, [], 1.37)
  return { table, wood, glue, chips, sand, orders: [], entries: [], used: [] }
}

const amount = (whole: number, hundredths: number): number => (whole * 100 + hundredths) / 100
const some = (all: readonly number[], { which }: Pick<Act, 'which'>): number | undefined =>
  all[which % Math.max(1, all.length)]
/** By product: how much lies there, how much of it is held, and what it is worth. */
const lies = (products: readonly number[]) =>
  asOwner(
    server.url,
    (owner: Sql) =>
      owner`select mercadoria_id, q_total::text as there, q_reservado::text as held, "vTotal"::text as worth from mercadoria_saldo
            where mercadoria_id = any (${[...products]}) and (q_total <> 0 or q_reservado <> 0 or "vTotal" <> 0) order by 1`,
  )
const goodsOf = async (id: number | undefined) => {
  const [line] = (await ok('GET', `${PATH}/${id}`)).ordem_producao_mercadoria_list
  return ok('GET', `/api/producao/ordem_producao_mercadoria/${line.id}`)
}

async function newOrder(shop: Shop, { many, startsOut }: Act) {
  const id = await order(shop.table, many + 1, { tpBaixa: startsOut ? 1 : 0 })
  shop.orders.push(id)
  const line = { ordem_producao_mercadoria_id: (await goodsOf(id)).id, mercadoria_id: shop.chips, tpItem: 1 }
  await ok('POST', SUPPLY_PATH, { ...line, quantidade: 1.5, ...(startsOut ? { pCusto: 7.5 } : { vCusto: 0.83 }) })
  return call('POST', `${PATH}/${id}/inicia`)
}

/** A part of so many and a fraction, with scrap, of which some supply is said: drawn otherwise, or given back. */
async function part(shop: Shop, { which, many, few, odd, startsOut }: Act, encerra: boolean) {
  const id = some(shop.orders, { which })
  const { id: goods, insumos } = await goodsOf(id)
  const supply = insumos[odd % 2].id
  const said = [{ id: supply, qTrib: amount(few, odd) }]
  const saying = odd % 3 === 0 ? { consumo: said } : odd % 3 === 1 ? { devolve: said } : {}
  const qBoa = startsOut ? amount(many, odd) : many
  const scrap = { qRefugo: few === 1 ? 0.5 : 0, qRefugoAnormal: few === 2 ? 0.25 : 0 }
  return call('POST', `${PATH}/${id}/finaliza`, { mercadorias: [{ id: goods, qBoa, encerra, ...scrap, ...saying }] })
}

/** An hour's work or less: begun, or ended where it runs. */
async function work(shop: Shop, one: Act) {
  const [step] = (await goodsOf(some(shop.orders, one))).etapas
  if (!step) return { status: 400 }
  const path = `/api/producao/ordem_producao_mercadoria_etapa/${step.id}`
  const { situacao } = await ok('GET', path)
  const verb = { fazer: 'iniciar', andamento: 'concluir', concluida: 'reabrir', pausada: 'retomar' }[String(situacao)]
  later(one.odd)
  return call('POST', `${path}/${verb}`, situacao === 'andamento' ? { qBoa: one.few } : {})
}

async function add(shop: Shop, one: Act) {
  const line = { ordem_producao_mercadoria_id: (await goodsOf(some(shop.orders, one))).id, mercadoria_id: shop.sand }
  return call('POST', SUPPLY_PATH, { ...line, quantidade: 1 })
}

async function use({ used, ...shop }: Shop, { which, many, odd }: Act) {
  const mercadoria_id = [shop.table, shop.wood, shop.glue][which % 3]
  const made = await ok('POST', '/api/estoque/consumo', {
    consumo_mercadoria_list: [{ mercadoria_id, qTrib: amount(many * 2, odd + 1) }],
  })
  const answer = await call('POST', `/api/estoque/consumo/${made.id}/finalizar`)
  if (answer.status === 200) used.push(made.id)
  return answer
}

const ACTS: Readonly<Record<Act['kind'], (shop: Shop, one: Act) => Promise<Pick<Answer, 'status'> & Partial<Answer>>>> =
  {
    order: newOrder,
    begin: (shop, one) => call('POST', `${PATH}/${some(shop.orders, one)}/inicia`),
    part: (shop, one) => part(shop, one, false),
    rest: (shop, one) => call('POST', `${PATH}/${some(shop.orders, one)}/finaliza`, {}),
    ends: (shop, one) => part(shop, one, true),
    undo: (shop, one) => call('POST', `${PATH}/${some(shop.orders, one)}/desfazParte`),
    cancelEntry: (shop, one) => call('POST', `/api/entrada/${some(shop.entries, one)}/cancela`, REASON),
    work,
    add,
    cancel: (shop, one) => call('POST', `${PATH}/${some(shop.orders, one)}/cancela`, REASON),
    use,
    putBack: (shop, one) => call('POST', `/api/estoque/consumo/${some(shop.used, one)}/cancelar`, REASON),
  }

it('books hold after every act, nobody holds what is not there, and all undone is as it was', async () => {
  const done = new Set<string>()
  const walk = fc.array(act, { minLength: 30, maxLength: 40, size: 'max' })
  await fc.assert(
    fc.asyncProperty(walk, async (acts) => {
      const shop = await openShop()
      const all = [shop.table, shop.wood, shop.glue, shop.chips, shop.sand]
      const before = await lies(all)
      for (const startsOut of [true, false]) await newOrder(shop, { ...PLAIN, kind: 'order', startsOut })
      for (const one of acts) {
        const answer = await ACTS[one.kind](shop, one)
        const told = `${JSON.stringify(one)}: ${JSON.stringify(answer)}`
        expect(answer.status, told).toBeLessThan(500)
        if (answer.status < 300) done.add(one.kind)
        if (answer.body?.entrada_id) shop.entries.push(answer.body.entrada_id)
        expect(await faults(), told).toEqual([])
        for (const { there, held } of await lies(all)) expect(Number(held), told).toBeLessThanOrEqual(Number(there))
      }
      for (const id of shop.used) await call('POST', `/api/estoque/consumo/${id}/cancelar`, REASON)
      for (const id of shop.orders.toReversed()) await call('POST', `${PATH}/${id}/cancela`, REASON)
      expect(await faults()).toEqual([])
      expect(await lies(all)).toEqual(before)
    }),
    { numRuns: 2, endOnFailure: true },
  )
  expect([...done]).toEqual(expect.arrayContaining(['part', 'undo', 'cancelEntry', 'work', 'use']))
}, 120_000)
