import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { asOwner } from '../../../fixtures/as-owner'
import type { TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { call, entered, faults, ok, openStore, product, sale } from '../output.fixture'
import { stockOn } from './on-day'

/** Closings of the inventory: what there was on a day, whatever moved since, for good once it is finalised. */

let server: TestServer
beforeAll(async () => {
  ;({ server } = await openStore())
})
afterAll(() => server.close())

const PATH = '/api/estoque/mercadoria_fechamento'
const ITEM = '/api/estoque/mercadoria_fechamento_item'
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const day = (n: number): string => addDays(today, n)
/** What has moved so far did so some days before. */
const daysPass = (days: number) =>
  asOwner(
    server.url,
    (owner: Sql) => owner`update movimento_estoque set criado_em = criado_em - ${days} * interval '1 day'`,
  )
const open = (dFechamento: string, more: object = {}) => ok('POST', PATH, { dFechamento, ...more })
const lines = async (id: number, mercadoria_id: number) =>
  (await ok('GET', `${ITEM}?where=${JSON.stringify({ mercadoria_fechamento_id: id, mercadoria_id })}`)).data

describe('a closing', () => {
  it('lists what there was at the end of its day: what moved since is not of it', async () => {
    const id = await product()
    await entered(id, 10, [], 3)
    await daysPass(5)
    await ok('POST', `/api/venda/${await sale(id, 4)}/fecha`)
    const [then, now] = [await open(day(-1)), await open(day(0))]
    expect(await lines(then.id, id)).toMatchObject([{ quantidade: 10, vTotal: 30, vCustoMedio: 3 }])
    expect(await lines(now.id, id)).toMatchObject([{ quantidade: 6, vTotal: 18 }])
    expect(await lines((await open(day(-9))).id, id)).toEqual([])
  })

  it('is what days near it are told from, as the ledger has them; others are told from what there is now', async () => {
    const id = await product()
    for (const quantity of [10, 4, 7]) {
      await entered(id, quantity, [], 3)
      await daysPass(10)
    }
    await ok('POST', `${PATH}/${(await open(day(-27))).id}/finaliza`)
    await ok('POST', `/api/venda/${await sale(id, 6)}/fecha`)
    const told = (dia: string) =>
      server.pool.read(SYSTEM, async (db) => {
        const rows = await rowsOf(
          { db },
          sql`select * from (${stockOn(server.empresa_id, dia)}) x where mercadoria_id = ${id}`,
        )
        return rows.map(({ quantidade, vTotal }) => [Number(quantidade), Number(vTotal)])
      })
    const days = [-31, -30, -29, -27, -24, -21, -20, -19, -10, -1, 0]
    const all = await Promise.all(days.map((n) => told(day(n))))
    const ledger = [0, 10, 10, 10, 10, 10, 14, 14, 21, 21, 15]
    expect(all).toEqual(ledger.map((quantity) => [[quantity, quantity * 3]]))
    const tamper = (by: number) =>
      asOwner(server.url, (owner: Sql) => owner`update mercadoria_saldo set q_total = q_total + ${by}`)
    await tamper(1)
    expect([await told(day(-21)), await told(day(-1))]).toEqual([[[10, 30]], [[22, 63]]])
    await tamper(-1)
  })

  it('422 of a day to come, or one that is closed already; 403 finalising without its right', async () => {
    expect((await call('POST', PATH, { dFechamento: day(1) })).body.message).toBe(
      'Feche até hoje: o dia ainda não chegou.',
    )
    const doc = await open(day(-20))
    const clerk = await server.user({ permissions: ['show fechamento', 'edit fechamento'] })
    expect((await clerk('POST', `${PATH}/${doc.id}/finaliza`)).body.message).toBe(
      'Só quem gerencia fechamentos os finaliza.',
    )
    await ok('GET', `${PATH}/${doc.id}/finaliza`)
    expect((await call('POST', PATH, { dFechamento: day(-20) })).body.errors.dFechamento[0]).toMatch(
      /^O estoque já está fechado até \d\d\/\d\d\/\d{4}\.$/,
    )
    expect((await call('POST', `${PATH}/${doc.id}/finaliza`)).body.code).toBe('finalised')
    expect((await call('DELETE', `${PATH}/${doc.id}`)).status).toBe(400)
  })

  it('400 not_settled, naming what is below zero, counted or half received', async () => {
    const id = await product({ xProd: 'Ricota' })
    await entered(id, 1)
    const sold = await sale(id, 3)
    await ok('POST', `/api/venda/${sold}/fecha`, { confirmaSemEstoque: true })
    const count = await ok('POST', '/api/estoque/mercadoria_inventario', { mercadoria_id: id })
    const doc = await open(day(0))
    expect((await call('POST', `${PATH}/${doc.id}/finaliza`)).body).toMatchObject({
      code: 'not_settled',
      message: expect.stringMatching(
        new RegExp(
          `^O estoque não pode ser fechado em .*\\. Saldo negativo: Ricota\\. Em contagem: inventário nº ${count.id}\\.$`,
        ),
      ),
    })
    await ok('POST', `/api/estoque/mercadoria_inventario/${count.id}/cancela`, { xJustCancelamento: 'quinze letras .' })
    await ok('POST', `/api/venda/${sold}/cancela`, { xMotivoCancelamento: 'Cliente desistiu da compra' })
  })

  it('a told cost corrects what is there now and the register follows; its lines stay, whatever comes after', async () => {
    const id = await product({ custo: '1' })
    await entered(id, 10, [], 3)
    await daysPass(3)
    const doc = await open(day(-2), { atualiza_custo_medio: true })
    const [line] = await lines(doc.id, id)
    await ok('PUT', `${ITEM}/${line.id}`, { vCustoInformado: 3.5 })
    await ok('POST', `${PATH}/${doc.id}/finaliza`)
    expect((await ok('GET', `/api/mercadoria/${id}`)).custo).toBe(3.5)
    const [told] = (await ok('GET', `/api/mercadoria/${id}/auditoria`)).data
    expect(told).toMatchObject({ acao: 'atualizaCustoMedio', campos: [{ campo: 'custo', de: 1, para: 3.5 }] })
    const saldo = async () =>
      (await ok('GET', `/api/estoque/mercadoria_saldo?where=${JSON.stringify({ mercadoria_id: id })}`)).data[0]
    expect(await saldo()).toMatchObject({ q_total: 10, vTotal: 35 })
    await ok('POST', `/api/venda/${await sale(id, 10)}/fecha`)
    expect(await lines(doc.id, id)).toMatchObject([{ quantidade: 10, vTotal: 30, vCustoInformado: 3.5 }])
    expect((await call('PUT', `${ITEM}/${line.id}`, { vCustoInformado: 4 })).status).toBe(400)
    expect(await faults()).toEqual([])
  })

  it('a told cost is of what of the day is still there, and is told once: 400 closed for another of that day', async () => {
    const id = await product()
    await entered(id, 100, [], 4)
    await daysPass(2)
    const [doc, twin] = [await open(day(-1)), await open(day(-1))]
    for (const one of [doc, twin]) {
      const [line] = await lines(one.id, id)
      await ok('PUT', `${ITEM}/${line.id}`, { vCustoInformado: 5 })
    }
    await ok('POST', `/api/venda/${await sale(id, 75)}/fecha`)
    await ok('POST', `${PATH}/${doc.id}/finaliza`)
    expect(
      await ok('GET', `/api/estoque/mercadoria_saldo?where=${JSON.stringify({ mercadoria_id: id })}`),
    ).toMatchObject({
      data: [{ q_total: 25, vTotal: 125 }],
    })
    expect((await call('POST', `${PATH}/${twin.id}/finaliza`)).body.code).toBe('closed')
    expect(await faults()).toEqual([])
  })

  it('and sales at once: each is of the day or after it, and the books prove it', async () => {
    const id = await product()
    await entered(id, 20)
    const sales = await Promise.all(Array.from({ length: 8 }, () => sale(id, 1)))
    const doc = await open(day(0))
    await Promise.all([
      call('POST', `${PATH}/${doc.id}/finaliza`),
      ...sales.map((one) => call('POST', `/api/venda/${one}/fecha`)),
    ])
    expect(await faults()).toEqual([])
  })
})
