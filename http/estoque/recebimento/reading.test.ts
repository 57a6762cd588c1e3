import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { receivingAt } from './receiving.fixture'

/** What is read at the door: which item it counts for, how many times, and what is asked or refused. */

let server: TestServer
let at: Awaited<ReturnType<typeof receivingAt>>
beforeAll(async () => {
  server = await testServer()
  at = await receivingAt(server)
})
afterAll(() => server.close())

const received = async (entrada: number) =>
  (await at.lines(entrada)).map(({ qRecebida }: { qRecebida: number }) => qRecebida)
const readings = (entrada: number) =>
  server.pool.transaction(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select l."qTrib"::float as q, l."nLote", l."dVal"::text as "dVal", l.armazenamento_id, l.codigo from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id
          where i.entrada_id = ${entrada} order by l.id`,
    ),
  )
const future = '2070-12-31'

describe('a reading', () => {
  it('counts for the item of its product: one, as many as are told, or what a box holds', async () => {
    const bolt = await at.product({ xProd: 'Parafuso M6', codigo: 'PAR-6', cEAN: '7891000315507' })
    await at.call('POST', `/api/mercadoria/${bolt}/addBarcode`, { txtBarcode: '17891000100100', qTrib: 12 })
    const { id, entrada_mercadorias } = await at.entry([{ mercadoria_id: bolt, qCom: 60, vUnCom: 2 }])
    const first = await at.read(id, '7891000315507', { chave: 'k-1' })
    expect(first, JSON.stringify(first.body)).toMatchObject({
      status: 200,
      body: {
        chave: 'k-1',
        xProd: 'Parafuso M6',
        mercadoria_id: bolt,
        entrada_mercadoria_id: entrada_mercadorias[0].id,
        solicitaQuantidade: false,
        solicitaLote: false,
        rastreio_list: [],
        qTrib: 1,
        unidade: 'UN',
        qRecebida: 1,
        qNota: 60,
      },
    })
    expect((await at.read(id, '7891000315507', { qVolumes: '3' })).body.qRecebida).toBe(4)
    expect((await at.read(id, '07891000315507')).body.qRecebida).toBe(5)
    expect((await at.read(id, '17891000100100')).body).toMatchObject({ qTrib: 12, qRecebida: 17 })
    expect((await at.read(id, '17891000100100', { qVolumes: 2 })).body).toMatchObject({ qTrib: 24, qRecebida: 41 })
    expect((await at.read(id, 'PAR-6', { qTrib: '7' })).body).toMatchObject({ qTrib: 7, qRecebida: 48 })
    const item = entrada_mercadorias[0].id
    const byHand = await at.call('POST', `/api/entrada_mercadoria/${item}/addQtdeVolume`, { qVolumes: 2, qTrib: 6 })
    expect(byHand.body).toMatchObject({ qTrib: 12, qRecebida: 60 })
    expect(await received(id)).toEqual([60])
    expect((await at.shown(id)).entrada_mercadorias[0]).toMatchObject({ qRecebida: 60 })
  })

  it('that is sent again under its key counts once, also at the same moment', async () => {
    const bolt = await at.product({ cEAN: '7891000315514' })
    const { id } = await at.entry([{ mercadoria_id: bolt, qCom: 10, vUnCom: 2 }])
    const sent = await Promise.all(Array.from({ length: 6 }, () => at.read(id, '7891000315514', { chave: 'once' })))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    expect(await received(id)).toEqual([1])
    const other = await at.entry([{ mercadoria_id: bolt, qCom: 10, vUnCom: 2 }])
    expect((await at.read(other.id, '7891000315514', { chave: 'once' })).status).toBe(409)
  })

  it('of two devices at once fills the lines of one product one after the other', async () => {
    const bolt = await at.product({ cEAN: '7891000315521' })
    const { id } = await at.entry([
      { mercadoria_id: bolt, qCom: 9, vUnCom: 2, nItem: 1 },
      { mercadoria_id: bolt, qCom: 7, vUnCom: 2, nItem: 2 },
    ])
    const other = await server.user({ permissions: ['edit entrada', 'show entrada'] })
    const device = async (as: TestServer['admin']) => {
      for (let n = 0; n < 8; n += 1) expect((await at.read(id, '7891000315521', {}, as)).status).toBe(200)
    }
    await Promise.all([device(at.call), device(other)])
    expect(await received(id)).toEqual([9, 7])
  })

  it('tells weight, lot and expiry by GS1-128, and is counted in the unit of the goods', async () => {
    const cheese = await at.product({
      xProd: 'Queijo',
      unidade_id: at.ids.kg,
      cEAN: '07898357410015',
      controla_lote: 1,
    })
    const { id } = await at.entry([{ mercadoria_id: cheese, qCom: 10, vUnCom: 30 }])
    const read = await at.read(id, `]C10107898357410015310300123410a7\u001d17701231`, { armazenamento_id: at.ids.back })
    expect(read.body).toMatchObject({ qTrib: 1.234, nLote: 'A7', dVal: future, qRecebida: 1.234 })
    expect(await readings(id)).toEqual([
      {
        q: 1.234,
        nLote: 'A7',
        dVal: future,
        armazenamento_id: at.ids.back,
        codigo: ']C10107898357410015310300123410a7 17701231',
      },
    ])
  })

  it('asks for the lot where the product does, offers those that were told, and counts nothing until then', async () => {
    const yogurt = await at.product({ cEAN: '7891000315538', controla_lote: 2 })
    const { id } = await at.entry([{ mercadoria_id: yogurt, qCom: 4, vUnCom: 2 }])
    const code = '7891000315538'
    expect((await at.read(id, code)).body).toMatchObject({ id: null, solicitaLote: true, rastreio_list: [] })
    expect((await at.read(id, code, { nLote: ' l1 ', dVal: future })).body).toMatchObject({ nLote: 'L1', qRecebida: 1 })
    expect((await at.read(id, code)).body.rastreio_list).toEqual([{ nLote: 'L1', dVal: future }])
    expect((await at.read(id, code, { nLote: 'L2' })).body).toMatchObject({ id: null, solicitaLote: true, nLote: 'L2' })
    expect(await at.read(id, code, { semLote: true })).toMatchObject({
      status: 400,
      body: { code: 'no_lot', message: 'Lote/Validade não informados' },
    })
    expect(await received(id)).toEqual([1])
    const asked = await at.product({ cEAN: '7891000315545', controla_lote: 1 })
    const loose = await at.entry([{ mercadoria_id: asked, qCom: 4, vUnCom: 2 }])
    expect((await at.read(loose.id, '7891000315545', { semLote: true })).body).toMatchObject({
      qRecebida: 1,
      nLote: null,
    })
  })

  it('past its expiry is counted by who manages entries alone', async () => {
    const milk = await at.product({ cEAN: '7891000315552', controla_lote: 2 })
    const { id } = await at.entry([{ mercadoria_id: milk, qCom: 4, vUnCom: 2 }])
    const clerk = await server.user({ permissions: ['edit entrada', 'show entrada'] })
    const old = { nLote: 'V', dVal: '2020-01-01' }
    expect(await at.read(id, '7891000315552', old, clerk)).toMatchObject({
      status: 422,
      body: { errors: { dVal: ['A validade já passou.'] } },
    })
    expect((await at.read(id, '7891000315552', old)).status).toBe(200)
  })

  it('of a code whose quantity varies asks for it', async () => {
    const rope = await at.product({ unidade_id: at.ids.kg })
    await at.call('POST', `/api/mercadoria/${rope}/addBarcode`, { txtBarcode: 'ROLO-1', solicitaQuantidade: 1 })
    const { id } = await at.entry([{ mercadoria_id: rope, qCom: 10, vUnCom: 1 }])
    expect((await at.read(id, 'ROLO-1')).body).toMatchObject({ id: null, solicitaQuantidade: true, qRecebida: 0 })
    expect((await at.read(id, 'ROLO-1', { qTrib: '2.5' })).body).toMatchObject({ qTrib: 2.5, qRecebida: 2.5 })
  })

  it('of a label that was read asks before it counts again, until it is taken off', async () => {
    const bolt = await at.product({ cEAN: '07898357410114' })
    const { id } = await at.entry([{ mercadoria_id: bolt, qCom: 96, vUnCom: 2 }])
    const pallet = ']C10017898357410000002902078983574101143724'
    expect((await at.read(id, pallet, { chave: 'p-1' })).body.qRecebida).toBe(24)
    const again = await at.read(id, pallet)
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'label_again', message: 'Etiqueta já foi escaneada. Deseja adicionar novamente?' },
    })
    expect((await at.read(id, pallet, { repete: true })).body.qRecebida).toBe(48)
    const both = await Promise.all([1, 2].map(() => at.read(id, '(00)178983574100000036(02)07898357410114(37)24')))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is taken off by a row of its own, once', async () => {
    const bolt = await at.product({ cEAN: '7891000315569' })
    const { id } = await at.entry([{ mercadoria_id: bolt, qCom: 10, vUnCom: 2 }])
    await at.read(id, '7891000315569', { chave: 'u-1', qVolumes: 3 })
    const off = await at.act(id, 'desfazLeitura', { leitura: 'u-1', chave: 'u-2' })
    expect(off.body).toMatchObject({ qTrib: -3, qRecebida: 0 })
    expect((await at.act(id, 'desfazLeitura', { leitura: 'u-1', chave: 'u-2' })).body.id).toBe(off.body.id)
    expect((await at.act(id, 'desfazLeitura', { leitura: 'u-1', chave: 'u-3' })).status).toBe(409)
    expect(await at.act(id, 'desfazLeitura', { leitura: 'u-2' })).toMatchObject({
      status: 400,
      body: { code: 'undoes' },
    })
    expect((await at.act(id, 'desfazLeitura', { leitura: 'nobody' })).status).toBe(404)
    expect((await readings(id)).map(({ q }) => q)).toEqual([3, -3])
  })
})

describe('the last readings', () => {
  it('are those that count, of all and of the caller, however many were taken off or are of others', async () => {
    const bolt = await at.product({ cEAN: '7891000315606' })
    const { id } = await at.entry([{ mercadoria_id: bolt, qCom: 90, vUnCom: 2 }])
    const colleague = await server.user({ permissions: ['edit entrada', 'show entrada'] })
    await at.read(id, '7891000315606', { chave: 'mine-1' })
    await at.read(id, '7891000315606', { chave: 'mine-2' })
    for (let n = 0; n < 21; n += 1) await at.read(id, '7891000315606', { chave: `theirs-${n}` }, colleague)
    for (let n = 0; n < 11; n += 1)
      await at.act(id, 'desfazLeitura', { leitura: `theirs-${n}`, chave: `theirs-${n}-` }, colleague)
    const keysFor = async (as: TestServer['admin']) => {
      const { leituras, minhas } = (await as('GET', `/api/entrada/${id}/conferencia`)).body
      return [leituras, minhas].map((all) => all.map(({ chave }: { chave: string }) => chave))
    }
    const theirs = Array.from({ length: 10 }, (_, n) => `theirs-${20 - n}`)
    expect(await keysFor(at.call)).toEqual([
      [...theirs, 'mine-2', 'mine-1'],
      ['mine-2', 'mine-1'],
    ])
    expect(await keysFor(colleague)).toEqual([[...theirs, 'mine-2', 'mine-1'], theirs])
  })
})

describe('refused', () => {
  it.each([
    ['a code that is none', '12 34', 400, 'invalid_code', 'Código de barras inválido.'],
    ['a wrong check digit', '7891000315508', 400, 'invalid_code', 'Código de barras inválido.'],
    ['GS1 that is broken', ']C101078983574100', 400, 'invalid_code', 'GS1-128 inválido ou corrompido'],
    ['GS1 without a product', ']C110L1', 400, 'invalid_code', 'GS1-128 não contém informação do produto'],
    ['a label of ours that is none', '000000000000000', 400, 'invalid_code', 'Etiqueta interna inválida'],
    ['a label of a shelf', '003000000000001', 400, 'shelf_label', 'Esta etiqueta é de um local'],
    ['a label that nothing has', '000000000000025', 404, 'unknown_label', 'A etiqueta 25 não é de nenhuma'],
    ['a code that nobody has', '7899999999999', 404, 'unknown_code', 'Nenhuma mercadoria tem o código 7899999999999.'],
  ])('%s', async (_, code, status, name, message) => {
    const { id } = await at.entry([{ mercadoria_id: await at.product({}), qCom: 1, vUnCom: 2 }])
    const answer = await at.read(id, code)
    expect([answer.status, answer.body.code]).toEqual([status, name])
    expect(answer.body.message).toContain(message)
  })

  it('goods of another entry, half a piece, nothing, a blocked shelf', async () => {
    const bolt = await at.product({ xProd: 'Porca', cEAN: '7891000315576' })
    const { id } = await at.entry([{ mercadoria_id: await at.product({ cEAN: '7891000315583' }), qCom: 1, vUnCom: 2 }])
    expect((await at.read(id, '7891000315576')).body).toMatchObject({
      code: 'not_in_entry',
      message: 'Porca não está nesta entrada.',
    })
    expect(bolt).toBeGreaterThan(0)
    expect((await at.read(id, '7891000315583', { qVolumes: '0.5' })).body.message).toContain('UN')
    expect((await at.read(id, '7891000315583', { qVolumes: '-1' })).status).toBe(422)
    expect((await at.read(id, '7891000315583', { qVolumes: '9999999999' })).status).toBe(422)
    const { id: closed } = await server.insert('armazenamento', {
      empresa_id: server.empresa_id,
      codigo: 'X',
      xArmazenamento: 'Interditado',
      bloqueado: true,
    })
    expect((await at.read(id, '7891000315583', { armazenamento_id: closed })).body.errors).toEqual({
      armazenamento_id: ['O local de estoque está bloqueado.'],
    })
    expect(await received(id)).toEqual([0])
  })

  it('who may not change entries, and an entry of another company', async () => {
    const { id } = await at.entry([{ mercadoria_id: await at.product({ cEAN: '7891000315590' }), qCom: 1, vUnCom: 2 }])
    const reader = await server.user({ permissions: ['show entrada'] })
    expect((await at.read(id, '7891000315590', {}, reader)).status).toBe(403)
    expect((await at.read(99_999_999, '7891000315590')).status).toBe(404)
  })
})

describe('a code that nobody knows', () => {
  it('is a product’s once somebody says whose, for this supplier, with what it stands for', async () => {
    const bolt = await at.product({ xProd: 'Arruela' })
    const { id } = await at.entry([{ mercadoria_id: bolt, qCom: 100, vUnCom: 2 }])
    const clerk = await server.user({ permissions: ['edit entrada', 'show entrada'] })
    const owner = { mercadoria_id: bolt, qCodigo: '10' }
    expect((await at.read(id, '7896000000019', owner, clerk)).status).toBe(403)
    expect((await at.read(id, '7896000000019', owner)).body).toMatchObject({ qTrib: 10, qRecebida: 10 })
    expect((await at.read(id, '7896000000019', {}, clerk)).body).toMatchObject({ qTrib: 10, qRecebida: 20 })
    const codes = (await at.call('GET', `/api/mercadoria/${bolt}`)).body.codigos_barras
    expect(codes).toMatchObject([{ codigo: '7896000000019', qTrib: 10, fornecedor_id: at.ids.supplier }])
    const told = ']C1240FORN-9\u001d3012'
    expect((await at.read(id, told)).body.code).toBe('unknown_code')
    expect((await at.read(id, told, { mercadoria_id: bolt })).body).toMatchObject({ qTrib: 12, qRecebida: 32 })
    expect((await at.read(id, told)).body).toMatchObject({ qRecebida: 44 })
    const other = await at.entry([{ mercadoria_id: bolt, qCom: 1, vUnCom: 2 }], {
      fornecedor_id: (await server.insert('fornecedor', { xNome: 'Outro' })).id,
    })
    expect((await at.read(other.id, told)).body.code).toBe('unknown_code')
  })
})
