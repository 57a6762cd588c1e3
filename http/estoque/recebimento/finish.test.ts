import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { receivingAt } from './receiving.fixture'

/** How receiving ends: compared with the invoice, with what is missing decided, and then into stock. */

let server: TestServer
let at: Awaited<ReturnType<typeof receivingAt>>
let clerk: TestServer['admin']
beforeAll(async () => {
  server = await testServer()
  at = await receivingAt(server)
  clerk = await server.user({ permissions: ['edit entrada', 'show entrada'] })
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

const query = (text: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, text))
const stock = async (id: number) =>
  (
    await query(sql`select q_total::float as q, "vTotal"::float as v from mercadoria_saldo where mercadoria_id = ${id}`)
  )[0]
const shelves = async (id: number) =>
  Object.fromEntries(
    (
      await query(
        sql`select armazenamento_id as id, "qDisp"::float as q from mercadoria_armazenamento where mercadoria_id = ${id}`,
      )
    ).map((row) => [Number(row.id), row.q]),
  )
let code = 10
/** An entry of 100 pieces for 2,000.00, of which some were read. */
async function hundred(read: number, product: object = {}) {
  code += 1
  const bolt = await at.product({ xProd: `Parafuso ${code}`, codigo: `P-${code}`, ...product })
  const { id, entrada_mercadorias } = await at.entry([{ mercadoria_id: bolt, qCom: 100, vUnCom: 20 }])
  if (read > 0) expect((await at.read(id, `P-${code}`, { qVolumes: read })).status).toBe(200)
  return { id, bolt, code: `P-${code}`, item: Number(entrada_mercadorias[0].id) }
}
const done = async (id: number, action: string, body: object = {}) => {
  const answer = await at.act(id, action, body)
  expect(answer.status, `${action}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}

describe('receiving that is whole', () => {
  it('ends, is opened again, and its goods come in where they were read', async () => {
    const { id, bolt, code } = await hundred(40)
    await at.read(id, code, { qVolumes: 60, armazenamento_id: at.ids.back })
    expect(await at.act(id, 'finaliza')).toMatchObject({ status: 400, body: { code: 'receiving_open' } })
    expect(await done(id, 'finalizaRecebimento')).toMatchObject({ status: 3 })
    expect((await at.read(id, code)).body).toMatchObject({ code: 'received' })
    expect((await at.act(id, 'finalizaRecebimento')).body.code).toBe('received')
    await done(id, 'reabreRecebimento')
    expect(await at.act(id, 'reabreRecebimento')).toMatchObject({ status: 400, body: { code: 'not_received' } })
    await at.read(id, code, { chave: `off-${id}` })
    await done(id, 'desfazLeitura', { leitura: `off-${id}` })
    await done(id, 'finalizaRecebimento')
    await done(id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 100, v: 2000 })
    expect(await shelves(bolt)).toEqual({ [at.ids.shelf]: 40, [at.ids.back]: 60 })
    expect((await at.read(id, code)).body.code).toBe('finalised')
    expect((await at.act(id, 'reabreRecebimento')).status).toBe(400)
  })

  it('makes the lots that were read the items’, each where it was put', async () => {
    const { id, bolt, code } = await hundred(0, { controla_lote: 2 })
    const lot = (nLote: string, qVolumes: number, armazenamento_id: number) =>
      at.read(id, code, { nLote, dVal: '2070-01-31', qVolumes, armazenamento_id })
    await lot('A', 30, at.ids.shelf)
    await lot('A', 20, at.ids.back)
    await lot('B', 50, at.ids.back)
    await done(id, 'finalizaRecebimento')
    const [item] = (await at.shown(id)).entrada_mercadorias
    expect(item.rastreio_list).toMatchObject([
      { nLote: 'A', dVal: '2070-01-31', qTrib: 30, armazenamento_id: at.ids.shelf },
      { nLote: 'A', qTrib: 20, armazenamento_id: at.ids.back },
      { nLote: 'B', qTrib: 50, armazenamento_id: at.ids.back },
    ])
    await done(id, 'finaliza')
    expect(await shelves(bolt)).toEqual({ [at.ids.shelf]: 30, [at.ids.back]: 70 })
  })

  it('of less than the one lot of its invoice makes it what came; 400 where nobody says which of several came', async () => {
    const bolt = await at.product({ xProd: 'Cola', codigo: 'COLA' })
    const lots = (...all: readonly [string, number][]) => all.map(([nLote, qTrib]) => ({ nLote, qTrib }))
    const { id } = await at.entry([
      { mercadoria_id: bolt, qCom: 100, vUnCom: 20, rastreio_list: lots(['A', 100]) },
      { mercadoria_id: await at.product({}), qCom: 5, vUnCom: 1, rastreio_list: lots(['X', 2], ['Y', 3]) },
    ])
    const told = async () =>
      (await at.shown(id)).entrada_mercadorias.map((item: { rastreio_list: { nLote: string; qTrib: number }[] }) =>
        item.rastreio_list.map(({ nLote, qTrib }) => [nLote, qTrib]),
      )
    await at.read(id, 'COLA', { qVolumes: 60 })
    await done(id, 'atualizaQuantidadesEntrada')
    await done(id, 'finalizaRecebimento')
    expect(await told()).toEqual([[['A', 60]], []])
    await done(id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 60, v: 1200 })

    const two = await at.entry([
      { mercadoria_id: bolt, qCom: 100, vUnCom: 20, rastreio_list: lots(['A', 50], ['B', 50]) },
    ])
    await at.read(two.id, 'COLA', { qVolumes: 60 })
    await done(two.id, 'atualizaQuantidadesEntrada')
    expect(await at.act(two.id, 'finalizaRecebimento')).toMatchObject({
      status: 400,
      body: { code: 'which_lots', message: 'Informe que lotes chegaram: Cola (lotes 100, chegou 60).' },
    })
    const [item] = (await at.shown(two.id)).entrada_mercadorias
    await at.call('DELETE', `/api/entrada_mercadoria_rastreio/${item.rastreio_list[1].id}`)
    await done(two.id, 'finalizaRecebimento')
    await done(two.id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 120, v: 2400 })
  })

  it('is not ended while a scan is under way, which counts', async () => {
    const { id, code } = await hundred(99)
    const [read, ended] = await Promise.all([at.read(id, code), at.act(id, 'finalizaRecebimento')])
    const [{ qRecebida }] = await at.lines(id)
    // Whichever came first: what was answered is what stands.
    expect(qRecebida).toBe(read.status === 200 ? 100 : 99)
    expect([200, 400]).toContain(ended.status)
    expect((await at.shown(id)).status).toBe(ended.status === 200 ? 3 : 0)
  })

  it('an item that was read stays, until its readings are taken off', async () => {
    const { id, item } = await hundred(1)
    expect(await at.call('DELETE', `/api/entrada_mercadoria/${item}`)).toMatchObject({
      status: 400,
      body: { code: 'in_use' },
    })
    expect((await at.call('DELETE', `/api/entrada/${id}`)).status).toBe(200)
  })
})

describe('less came than was invoiced', () => {
  it('is told item by item, and what is missing comes later in an entry of its own: 60 of 100, then 40', async () => {
    const { id, bolt, code, item } = await hundred(60)
    expect(await at.act(id, 'finalizaRecebimento')).toMatchObject({
      status: 400,
      body: {
        code: 'received_less',
        message: `Quantidade recebida inferior à da nota: Parafuso ${code.slice(2)} (60 de 100).`,
      },
    })
    const { entrada_pendente_id: rest } = await done(id, 'atualizaQuantidadesEntrada')
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({
      qTrib: 60,
      vTotal: 1200,
      qComNota: 100,
      vTotalNota: 2000,
      falta: 1,
    })
    expect(await at.shown(rest)).toMatchObject({
      nNF: 123,
      vTotal: 800,
      entrada_origem_id: id,
      entrada_mercadorias: [{ qTrib: 40, vTotal: 800, mercadoria_id: bolt }],
    })
    expect(await at.lines(id)).toMatchObject([
      { id: item, qNota: 100, qTrib: 60, qRecebida: 60, qDiferenca: -40, falta: 1 },
    ])
    expect(await at.call('DELETE', `/api/entrada/${id}`)).toMatchObject({
      status: 400,
      body: { code: 'pending_alive', message: `Cancele antes a entrada nº ${rest}, com o resto desta nota.` },
    })
    // What comes in the meantime is told again, from what the invoice said.
    await at.read(id, code, { qVolumes: 3 })
    expect((await at.act(id, 'finalizaRecebimento')).status).toBe(400)
    const again = await done(id, 'atualizaQuantidadesEntrada', { itens: [{ id: item, falta: 'pendente' }] })
    expect((await at.call('GET', `/api/entrada/${rest}`)).status).toBe(404)
    await done(id, 'finalizaRecebimento')
    await done(id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 63, v: 1260 })
    expect(await at.act(id, 'cancela', { xJust: 'Lançada por engano no teste' })).toMatchObject({
      body: { code: 'pending_alive' },
    })
    await done(again.entrada_pendente_id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 100, v: 2000 })
  })

  it('is lost: what came bears the whole cost; nothing that came bears none', async () => {
    const { id, bolt } = await hundred(60)
    await done(id, 'atualizaQuantidadesEntrada', { falta: 'perda' })
    await done(id, 'finalizaRecebimento')
    await done(id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 60, v: 2000 })
    const none = await hundred(0)
    const lost = await at.act(none.id, 'atualizaQuantidadesEntrada', { falta: 'perda' })
    expect(lost).toMatchObject({ status: 400, body: { code: 'nothing_came' } })
    const { entrada_pendente_id: rest } = await done(none.id, 'atualizaQuantidadesEntrada')
    expect(await at.shown(rest)).toMatchObject({ vTotal: 2000, entrada_mercadorias: [{ qTrib: 100 }] })
  })

  it('is a discount: its share of the cost does not come in, and all that comes in the end is as it was', async () => {
    const { id, bolt, code, item } = await hundred(33)
    await done(id, 'atualizaQuantidadesEntrada', { falta: 'desconto' })
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({ qTrib: 33, vTotal: 660, falta: 2 })
    await at.read(id, code, { qVolumes: 67 })
    await done(id, 'atualizaQuantidadesEntrada')
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({
      id: item,
      qCom: 100,
      qTrib: 100,
      vTotal: 2000,
      qComNota: null,
      vTotalNota: null,
      nota: null,
      falta: 0,
    })
    await done(id, 'finalizaRecebimento')
    await done(id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 100, v: 2000 })
  })

  it('that is a discount is not owed: instalments bear it by their shares, and are whole again once all came', async () => {
    const { id, code } = await hundred(60)
    const dues = (parts: readonly number[]) =>
      parts.map((vDup, at) => ({ n: at + 1, vDup, dVencimento: `2070-0${at + 1}-10` }))
    const { versao } = await at.shown(id)
    const owed = async () => (await at.shown(id)).entrada_duplicatas.map(({ vDup }: { vDup: number }) => vDup)
    await at.call('PUT', `/api/entrada/${id}`, { versao, entrada_duplicatas: dues([1000, 999.99, 0.01]) })
    await done(id, 'atualizaQuantidadesEntrada', { falta: 'desconto' })
    expect(await owed()).toEqual([600, 599.99, 0.01])
    await done(id, 'atualizaQuantidadesEntrada', { falta: 'desconto' })
    expect(await owed()).toEqual([600, 599.99, 0.01])
    await done(id, 'atualizaQuantidadesEntrada', { falta: 'pendente' })
    expect(await owed()).toEqual([1000, 999.99, 0.01])
    await at.read(id, code, { qVolumes: 40 })
    await done(id, 'atualizaQuantidadesEntrada')
    expect((await at.shown(id)).entrada_duplicatas).toMatchObject([{ vDup: 1000, vDupNota: null }, {}, {}])
    const none = await hundred(0)
    const head = await at.shown(none.id)
    await at.call('PUT', `/api/entrada/${none.id}`, { versao: head.versao, entrada_duplicatas: dues([2000]) })
    expect(await at.act(none.id, 'atualizaQuantidadesEntrada', { falta: 'desconto' })).toMatchObject({
      status: 400,
      body: { code: 'nothing_owed' },
    })
  })

  it('instalments that are told after a discount tell what it left: it is not taken off them twice', async () => {
    const { id, code } = await hundred(90)
    const discount = () => done(id, 'atualizaQuantidadesEntrada', { falta: 'desconto' })
    const dues = async () =>
      (await at.shown(id)).entrada_duplicatas.map((due: { vDup: number; vDupNota: number | null }) => [
        due.vDup,
        due.vDupNota,
      ])
    const { id: pagamento_id } = await server.insert('pagamento', { descricao: 'Boleto' })
    await discount()
    await at.call('POST', '/api/entrada_duplicata/addString', { entrada_id: id, string: '30/60/90', pagamento_id })
    expect(await dues()).toEqual([
      [600, null],
      [600, null],
      [600, null],
    ])
    await discount()
    expect(await dues()).toEqual([
      [600, 666.67],
      [600, 666.67],
      [600, 666.66],
    ])
    // One that is written anew bears what the others do not.
    const [{ id: first }] = (await at.shown(id)).entrada_duplicatas
    await at.call('PUT', `/api/entrada_duplicata/${first}`, { vDup: 600.01 })
    expect((await dues())[0]).toEqual([600.01, null])
    await at.read(id, code, { qVolumes: 10 })
    await discount()
    expect(await dues()).toEqual([
      [666.68, null],
      [666.67, null],
      [666.66, null],
    ])
  })

  it('of boxes is kept in our units, to the piece and to the cent', async () => {
    const bolt = await at.product({ codigo: 'CX-144' })
    const { id } = await at.entry([
      { mercadoria_id: bolt, qCom: 12, fatorConversao: 12, vUnCom: 8.33, vFrete: 7.77, pIPI: 10, vDesc: 1.01 },
    ])
    const [{ vTotal }] = (await at.shown(id)).entrada_mercadorias
    await at.read(id, 'CX-144', { qVolumes: 127 })
    const { entrada_pendente_id: rest } = await done(id, 'atualizaQuantidadesEntrada')
    const [came, left] = [await at.shown(id), await at.shown(rest)]
    expect([came.entrada_mercadorias[0].qTrib, left.entrada_mercadorias[0].qTrib]).toEqual([127, 17])
    expect(came.vTotal + left.vTotal).toBeCloseTo(vTotal, 6)
    await done(id, 'finalizaRecebimento')
    await done(id, 'finaliza')
    await done(rest, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 144, v: vTotal })
  })
})

describe('more came than was invoiced', () => {
  it('is told, and taken by who manages entries alone, at the same cost', async () => {
    const { id, bolt } = await hundred(101)
    expect((await at.act(id, 'finalizaRecebimento')).body).toMatchObject({
      code: 'received_more',
      message: expect.stringContaining('Quantidade recebida superior à da nota'),
    })
    expect((await at.act(id, 'atualizaQuantidadesEntrada', {}, clerk)).status).toBe(403)
    await done(id, 'atualizaQuantidadesEntrada')
    await done(id, 'finalizaRecebimento')
    await done(id, 'finaliza')
    expect(await stock(bolt)).toEqual({ q: 101, v: 2000 })
  })

  it('and less of other goods are told together', async () => {
    const [one, two] = [
      await at.product({ xProd: 'Um', codigo: 'UM' }),
      await at.product({ xProd: 'Dois', codigo: 'DOIS' }),
    ]
    const { id } = await at.entry([
      { mercadoria_id: one, qCom: 2, vUnCom: 1 },
      { mercadoria_id: two, qCom: 2, vUnCom: 1 },
    ])
    await at.read(id, 'UM', { qVolumes: 3 })
    expect((await at.act(id, 'finalizaRecebimento')).body).toMatchObject({
      code: 'received_less',
      message:
        'Quantidade recebida inferior à da nota: Dois (0 de 2). Quantidade recebida superior à da nota: Um (3 de 2).',
    })
    expect((await at.act(id, 'atualizaQuantidadesEntrada', { itens: [{ id: 1, falta: 'perda' }] })).status).toBe(422)
    expect((await at.act(id, 'atualizaQuantidadesEntrada', { falta: 'sumiu' })).status).toBe(422)
  })
})

it('a rest that somebody has begun to receive stays', async () => {
  const { id, code } = await hundred(60)
  const { entrada_pendente_id: rest } = await done(id, 'atualizaQuantidadesEntrada')
  await at.read(rest, code)
  const again = await at.act(id, 'atualizaQuantidadesEntrada')
  expect([again.status, again.body.message]).toEqual([
    409,
    `O resto desta nota já está sendo recebido na entrada nº ${rest}.`,
  ])
})
