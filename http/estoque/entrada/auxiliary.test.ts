import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** Items of an entry that are counted in boxes too. */

let server: TestServer
let base: { fornecedor_id: number; tipo_entrada_saida_id: number }
let ids: { bolt: number; nut: number; box: number; pallet: number; ofNuts: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  const insert = async (...args: Parameters<TestServer['insert']>) => (await server.insert(...args)).id
  const place = { empresa_id: server.empresa_id, codigo: 'A1', xArmazenamento: 'Principal', padrao: true }
  await insert('armazenamento', place)
  base = {
    fornecedor_id: await insert('fornecedor', { xNome: 'Metais do Sul' }),
    tipo_entrada_saida_id: await insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
  }
  const unidade_id = await insert('unidade', { un: 'UN', decimal: 0 })
  const [cx, pt] = [
    await insert('unidade', { un: 'CX', decimal: 0 }),
    await insert('unidade', { un: 'PT', decimal: 0 }),
  ]
  const bolt = await insert('mercadoria', { xProd: 'Parafuso', unidade_id })
  const nut = await insert('mercadoria', { xProd: 'Porca', unidade_id })
  const unit = (mercadoria_id: number, of: number, fator_conversao: number) =>
    insert('unidade_auxiliar', { mercadoria_id, unidade_id: of, fator_conversao })
  ids = {
    bolt,
    nut,
    box: await unit(bolt, cx, 12),
    pallet: await unit(bolt, pt, 480),
    ofNuts: await unit(nut, cx, 50),
  }
})
afterAll(() => server.close())

const entry = (item: object) =>
  call('POST', '/api/entrada', { ...base, entrada_mercadorias: [{ mercadoria_id: ids.bolt, vUnCom: 2, ...item }] })
const first = async (item: object) => {
  const { status, body } = await entry(item)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.entrada_mercadorias[0]
}
const change = (id: number, values: object) => call('PUT', `/api/entrada_mercadoria/${id}`, values)

describe('an item that is counted in boxes too', () => {
  it('is in its product’s first unit, its quantity there following the invoice’s; in another or in none where that is said', async () => {
    const item = await first({ qCom: 127 })
    expect(item).toMatchObject({
      unidade_auxiliar_id: ids.box,
      unAuxiliar: 'CX',
      qAuxiliar: 10.5833,
      qTrib: 127,
      qBase: 127,
    })
    expect(item.entrada_mercadoria_id).toBe(item.id)
    expect(item.unidade_auxiliar).toMatchObject({ fator_conversao: 12 })
    expect(await first({ qCom: 0.24, fatorConversao: 1000, unidade_auxiliar_id: ids.pallet })).toMatchObject({
      unAuxiliar: 'PT',
      qAuxiliar: 0.5,
      qTrib: 240,
    })
    expect(await first({ qCom: 5, unidade_auxiliar_id: null })).toMatchObject({ qAuxiliar: null, unAuxiliar: null })
  })

  it('takes what is told in boxes alone, and the other way, also where its goods become others', async () => {
    const item = await first({ qCom: 12 })
    expect((await change(item.id, { qAuxiliar: 4 })).body).toMatchObject({
      qCom: 48,
      qTrib: 48,
      qAuxiliar: 4,
      vTotal: 96,
    })
    expect((await change(item.id, { qCom: 60, qAuxiliar: 4 })).body).toMatchObject({ qCom: 60, qAuxiliar: 5 })
    expect((await change(item.id, { mercadoria_id: ids.nut, unidade_auxiliar_id: ids.box })).body).toMatchObject({
      unidade_auxiliar_id: ids.ofNuts,
      qAuxiliar: 1.2,
    })
  })

  it('is in boxes what came of it, and what comes later is too', async () => {
    const { body } = await entry({ qCom: 120 })
    const [item] = body.entrada_mercadorias
    await server.insert('mercadoria_codigo', { mercadoria_id: ids.bolt, codigo: 'CX-PARAF', qTrib: 12 })
    const read = await call('POST', `/api/entrada/${body.id}/addVolume`, { code: 'CX-PARAF', qVolumes: 2 })
    expect(read.body).toMatchObject({ qTrib: 24, unidade: 'UN', qAuxiliar: 2, unAuxiliar: 'CX' })
    await call('POST', `/api/entrada_mercadoria/${item.id}/addQtdeVolume`, { qVolumes: 5, qTrib: 12 })
    expect((await call('GET', `/api/entrada/${body.id}/conferencia`)).body.itens).toMatchObject([
      { qRecebida: 84, unAuxiliar: 'CX', fatorAuxiliar: '12.0000000000' },
    ])
    const done = await call('POST', `/api/entrada/${body.id}/atualizaQuantidadesEntrada`, { falta: 'pendente' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const itemOf = async (id: number) => (await call('GET', `/api/entrada/${id}`)).body.entrada_mercadorias[0]
    expect(await itemOf(body.id)).toMatchObject({ qTrib: 84, qAuxiliar: 7 })
    expect(await itemOf(done.body.entrada_pendente_id)).toMatchObject({ qTrib: 36, qAuxiliar: 3, unAuxiliar: 'CX' })
  })

  it('tells where there is of its goods, and the place of each lot', async () => {
    const { body } = await entry({ qCom: 24 })
    expect((await call('POST', `/api/entrada/${body.id}/finaliza`)).status).toBe(200)
    const next = await first({ qCom: 12, rastreio_list: [{ nLote: 'L1', qTrib: 12 }] })
    expect(next.armazenamento_list).toMatchObject([{ codigo: 'A1', qDisp: 24 }])
    const [lot] = next.rastreio_list
    expect(lot).toMatchObject({ entrada_mercadoria_rastreio_id: lot.id })
    expect(lot.mercadoria_armazenamento_id).toEqual(expect.any(Number))
  })
})

describe('422', () => {
  it.each([
    ['boxes that are no whole pieces', { qAuxiliar: 1.3 }, 'qAuxiliar'],
    ['a unit of other goods', { unidade_auxiliar_id: () => ids.ofNuts }, 'unidade_auxiliar_id'],
    ['boxes that no quantity of the invoice comes to', { qAuxiliar: 2, fatorConversao: 7 }, 'qAuxiliar'],
  ])('%s', async (_, values, field) => {
    const item = await first({ qCom: 12 })
    const sent = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
    )
    const { status, body } = await change(item.id, sent)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })
})
