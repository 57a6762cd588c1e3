import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** Composition of products, their planning data, and the production orders that draw on both. */

let server: TestServer
const call: TestServer['admin'] = (...args) => server.admin(...args)
let table = 0
let leg = 0
let screw = 0

const product = async (xProd: string) => (await server.insert('mercadoria', { xProd, codigo: xProd.slice(0, 3) })).id

beforeAll(async () => {
  server = await testServer()
  ;[table, leg, screw] = [await product('Mesa'), await product('Perna'), await product('Parafuso')]
})
afterAll(() => server.close())

describe('composition', () => {
  it('is saved with its product, each component once', async () => {
    const saved = await call('PUT', `/api/mercadoria/${table}`, {
      mercadoria_insumos: [
        { mercadoria_insumo_id: leg, quantidade: 4, pPerda: 20 },
        { mercadoria_insumo_id: screw, quantidade: 8.5, categoria: 1 },
      ],
    })
    expect(saved.body.mercadoria_insumos).toMatchObject([
      { mercadoria_insumo: { xProd: 'Perna' }, quantidade: 4, categoria: 1, pPerda: 20 },
      { quantidade: 8.5 },
    ])
    expect(
      await call('POST', '/api/estoque/mercadoria_insumo', {
        mercadoria_id: table,
        mercadoria_insumo_id: leg,
        quantidade: 1,
      }),
    ).toMatchObject({ status: 409 })
  })

  it('has versions by date: one component twice, each in its own days; days that meet are refused', async () => {
    const [made, old] = [await product('Prateleira'), await product('Tinta')]
    const version = (quantidade: number, days: object) => ({ mercadoria_insumo_id: old, quantidade, ...days })
    const save = (...mercadoria_insumos: object[]) => call('PUT', `/api/mercadoria/${made}`, { mercadoria_insumos })
    expect((await save(version(1, { dFim: '2027-01-10' }), version(2, { dInicio: '2027-01-10' }))).status).toBe(422)
    expect((await save(version(1, { dInicio: '2027-01-11', dFim: '2027-01-10' }))).status).toBe(422)
    expect((await save(version(1, { dFim: '2027-01-10' }), version(2, { dInicio: '2027-01-11' }))).status).toBe(200)
    const twin = { mercadoria_id: made, ...version(3, { dInicio: '2027-02-01' }) }
    expect((await call('POST', '/api/estoque/mercadoria_insumo', twin)).status).toBe(409)
    const drawn = async (dInicioPrevisto: string) => {
      const order = await call('POST', '/api/producao/ordem_producao', {
        dInicioPrevisto,
        ordem_producao_mercadoria_list: [{ mercadoria_id: made, qTrib: 10 }],
      })
      const [line] = order.body.ordem_producao_mercadoria_list
      const { insumos } = (await call('GET', `/api/producao/ordem_producao_mercadoria/${line.id}`)).body
      return insumos.map((one: { qPlanejada: number }) => one.qPlanejada)
    }
    expect([await drawn('2027-01-10'), await drawn('2027-01-11')]).toEqual([[10], [20]])
    const at = async (dia: string) => (await call('GET', `/api/mercadoria/${made}/estrutura?dia=${dia}`)).body.itens
    expect([await at('2027-01-10'), await at('2027-01-11')]).toMatchObject([[{ qTrib: 1 }], [{ qTrib: 2 }]])
    expect((await call('GET', `/api/mercadoria/${old}/estrutura?dia=2027-01-11`)).body.usado).toMatchObject([
      { mercadoria_id: made, qTrib: 2 },
    ])
  })

  it('400 a cycle, which is named, and nothing is saved', async () => {
    const answer = await call('POST', '/api/estoque/mercadoria_insumo', {
      mercadoria_id: screw,
      mercadoria_insumo_id: table,
      quantidade: 1,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'bom_cycle' } })
    expect(answer.body.message).toBe('A estrutura tem um ciclo: Mes Mesa → Par Parafuso → Mes Mesa.')
    expect((await call('GET', `/api/mercadoria/${screw}`)).body.mercadoria_insumos).toEqual([])
    expect(
      (
        await call('POST', '/api/estoque/mercadoria_insumo', {
          mercadoria_id: leg,
          mercadoria_insumo_id: leg,
          quantidade: 1,
        })
      ).body.code,
    ).toBe('bom_cycle')
  })

  it('400 for one of two that would close a cycle at the same moment', async () => {
    const [a, b] = [await product('Aro'), await product('Bola')]
    const link = (mercadoria_id: number, mercadoria_insumo_id: number) =>
      call('POST', '/api/estoque/mercadoria_insumo', { mercadoria_id, mercadoria_insumo_id, quantidade: 1 })
    const answers = await Promise.all([link(a, b), link(b, a)])
    expect(answers.map((one) => one.status).sort()).toEqual([201, 400])
  })

  it.each([
    ['no quantity', { quantidade: 0 }],
    ['a quantity that is no number', { quantidade: 'NaN' }],
    ['all of it lost', { quantidade: 1, pPerda: 100 }],
    ['a negative delay', { quantidade: 1, qDefasagem: -1 }],
  ])('422 %s', async (_, values) => {
    const answer = await call('POST', '/api/estoque/mercadoria_insumo', {
      mercadoria_id: leg,
      mercadoria_insumo_id: screw,
      ...values,
    })
    expect(answer.status).toBe(422)
  })
})

describe('planning data', () => {
  const save = (values: object) => call('POST', '/api/estoque/mercadoria_planejamento', values)
  it('starts with seven calendar days, lot for lot, everything good', async () => {
    expect((await save({ mercadoria_id: table })).body).toMatchObject({
      acao: 'automatica',
      prazo: 7,
      tpPrazo: 'corridos',
      tpLote: 'L4L',
      pRendimento: 100,
    })
    expect(await save({ mercadoria_id: table })).toMatchObject({ status: 409 })
  })
  it.each([
    ['a negative lead time', { prazo: -1 }, 'prazo'],
    ['a fixed lot without its size', { tpLote: 'FOQ' }, 'tpLote'],
    ['a minimum above the maximum', { tpLote: 'L4L', qLoteMin: 10, qLoteMax: 5 }, 'tpLote'],
    ['nothing good', { pRendimento: 0 }, 'pRendimento'],
  ])('422 %s', async (_, values, field) => {
    const answer = await save({ mercadoria_id: screw, ...values })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})

describe('production orders', () => {
  const make = async (lines: object[]) =>
    (await call('POST', '/api/producao/ordem_producao', { ordem_producao_mercadoria_list: lines })).body

  it('draw the composition, with its loss, and follow the quantity made', async () => {
    const made = await make([{ mercadoria_id: table, qTrib: 10 }])
    expect(made).toMatchObject({ status: 0, tpBaixa: 0 })
    const [line] = made.ordem_producao_mercadoria_list
    const goods = await call('GET', `/api/producao/ordem_producao_mercadoria/${line.id}`)
    expect(goods.body.insumos).toMatchObject([
      { mercadoria_id: leg, quantidade: 5, qPlanejada: 50, qSolicitada: 0 },
      { mercadoria_id: screw, quantidade: 8.5, qPlanejada: 85 },
    ])
    await call('PUT', `/api/producao/ordem_producao/${made.id}`, {
      ordem_producao_mercadoria_list: [{ id: line.id, mercadoria_id: table, qTrib: 2 }],
    })
    const again = await call('GET', `/api/producao/ordem_producao_mercadoria/${line.id}`)
    expect(again.body.insumos.map((one: { qPlanejada: number }) => one.qPlanejada)).toEqual([10, 17])
  })

  it('draw whole pieces, rounded up, of what is counted without decimals', async () => {
    const made = await make([{ mercadoria_id: table, qTrib: 1 }])
    const [line] = made.ordem_producao_mercadoria_list
    const path = `/api/producao/ordem_producao_mercadoria/${line.id}`
    const counted = async (un: string, decimal: number) => {
      const unit = await server.insert('unidade', { un, decimal })
      return (await server.insert('mercadoria', { xProd: `Em ${un}`, unidade_id: unit.id })).id
    }
    const [pieces, kilos] = [await counted('PC', 0), await counted('KG', 3)]
    await call('PUT', path, {
      insumos: [
        { mercadoria_id: pieces, quantidade: 8.5 },
        { mercadoria_id: pieces, quantidade: 1.666667 },
      ],
    })
    const add = (values: object) =>
      call('POST', '/api/producao/ordem_producao_mercadoria_insumo', {
        ordem_producao_mercadoria_id: line.id,
        quantidade: 1.666667,
        ...values,
      })
    await add({ mercadoria_id: pieces })
    await add({ mercadoria_id: kilos })
    await add({ mercadoria_id: pieces, qPlanejada: 7 })
    const planned = async () =>
      (await call('GET', path)).body.insumos.map((one: { qPlanejada: number }) => one.qPlanejada)
    expect(await planned()).toEqual([9, 2, 2, 1.6667, 7])
    await call('PUT', `/api/producao/ordem_producao/${made.id}`, {
      ordem_producao_mercadoria_list: [{ id: line.id, mercadoria_id: table, qTrib: 3 }],
    })
    // Three times 1.666667, which is five thirds to its last decimal, is five.
    expect(await planned()).toEqual([26, 5, 5, 5, 5])
  })

  it('are cancelled with a reason of more than 15 characters, once', async () => {
    const made = await make([{ mercadoria_id: table, qTrib: 1 }])
    const cancel = (xJustCancelamento: string) =>
      call('POST', `/api/producao/ordem_producao/${made.id}/cancela`, { xJustCancelamento })
    expect((await cancel('quinze letras!!')).body.message).toBe(
      'O motivo do cancelamento precisa ter mais de 15 caracteres',
    )
    expect((await cancel('Cliente desistiu da mesa')).body).toMatchObject({ status: 5 })
    expect((await cancel('Cliente desistiu da mesa')).body.code).toBe('cancelled')
  })

  it('are printed with the bars of their number, what they draw and its place', async () => {
    const made = await make([{ mercadoria_id: table, qTrib: 2 }])
    const page = await call('GET', `/reporting/html/ordem_producao?id=${made.id}`)
    expect(page.body).toContain(String(made.id).padStart(12, '0'))
    expect(page.body).toContain('<td>Perna</td>')
    expect((await call('GET', `/reporting/pdf/ordem_producao?id=${made.id}`)).body).toContain('%PDF')
  })

  it('422 dates reversed', async () => {
    const answer = await call('POST', '/api/producao/ordem_producao', {
      dInicioPrevisto: '2026-12-10',
      dFimPrevisto: '2026-12-01',
    })
    expect(answer.body.errors).toEqual({ dFimPrevisto: ['O fim previsto é anterior ao início.'] })
  })

  it('404 for another company', async () => {
    const made = await make([{ mercadoria_id: table, qTrib: 1 }])
    const other = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra' })
    const stranger = await server.user({ roles: ['admin'], empresas: [other.id] })
    expect((await stranger('GET', `/api/producao/ordem_producao/${made.id}`)).status).toBe(404)
  })
})
