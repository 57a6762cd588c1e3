import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** Which rule a case gets, and what it makes of an item, asked through the simulator. */

let server: TestServer
const api: TestServer['admin'] = (...call) => server.admin(...call)
const create = async (path: string, body: object) => {
  const answer = await api('POST', `/api/${path}`, body)
  expect(answer.status, answer.body.message).toBe(201)
  return answer.body
}
const rule = (body: object) => create('nfe/tributacao', { descricao: 'Regra', ...body })
const simulate = async (body: object) => {
  const { status, body: told } = await api('POST', '/api/nfe/tributacao/simula', body)
  expect(status, told.message).toBe(200)
  return told
}
const taxes = (told: {
  tributos: readonly { imposto: string; base: string | null; aliquota: string | null; valor: string }[]
}) => Object.fromEntries(told.tributos.map(({ imposto, base, aliquota, valor }) => [imposto, [base, aliquota, valor]]))

let local: number
let far: number
let consumer: number
let sale: number

beforeAll(async () => {
  server = await testServer()
  await api('PUT', `/api/empresa/${server.empresa_id}`, { UF: 'PR', CRT: 3 })
  local = (await create('cliente', { xNome: 'Daqui', UF: 'PR', IE: '1234567850' })).id
  far = (await create('cliente', { xNome: 'Da Bahia', UF: 'BA', indIEDest: 1 })).id
  consumer = (await create('cliente', { xNome: 'Consumidor', UF: 'BA' })).id
  sale = (
    await create('tipo_entrada_saida', {
      descricao: 'Venda com nota',
      natOp: 'Venda de mercadoria',
      cfop_list: [
        { origem: 2, st: 0, destino: 1, CFOP: '5102' },
        { origem: 2, st: 1, destino: 1, CFOP: '5403' },
        { origem: 2, st: 0, destino: 2, CFOP: '6102' },
        { origem: 2, st: 0, destino: 2, contribuinte: 0, CFOP: '6108' },
        { origem: 2, st: 1, destino: 2, CFOP: '6403' },
      ],
    })
  ).id
})
afterAll(() => server.close())

const product = (body: object) => create('mercadoria', { xProd: 'Produto', ...body })

describe('the rule of a case', () => {
  it('is the most specific, unless the product has one that fits, unless the operation forces its own', async () => {
    const chapter = await rule({ descricao: 'Capítulo', NCM: '22', taxCode: '00', pICMS: 19.5 })
    const code = await rule({ descricao: 'Código', NCM: '22030000', taxCode: '00', pICMS: 25 })
    const own = await rule({
      descricao: 'Da mercadoria',
      NCM: '2203',
      taxCode: '40',
      UFDest: 'PR',
      dInicio: '2020-01-01',
    })
    const gift = await create('tipo_entrada_saida', { descricao: 'Bonificação', forca_tributacao: true })
    const forced = await rule({ descricao: 'Da bonificação', NCM: '22', tipo_entrada_saida_id: gift.id, taxCode: '41' })
    const { id } = await product({ NCM: '22030000' })
    const { id: other } = await product({ NCM: '22029900' })
    const { id: chosen } = await product({ NCM: '22030000', tributacao_id: own.id })
    const told = async (mercadoria_id: number, more: object = {}) => {
      const { regra } = await simulate({ mercadoria_id, cliente_id: local, ...more })
      return [regra?.id, regra?.por]
    }
    const specific = 'É a mais específica que serve ao caso.'
    expect(await told(id)).toEqual([code.id, specific])
    expect(await told(other)).toEqual([chapter.id, specific])
    expect(await told(chosen)).toEqual([own.id, 'É a regra da mercadoria.'])
    // Its own is for the own state alone.
    expect(await told(chosen, { cliente_id: far })).toEqual([code.id, specific])
    expect(await told(chosen, { tipo_entrada_saida_id: gift.id })).toEqual([
      forced.id,
      'A operação força as suas regras.',
    ])
  })

  it('is one of its day, its regime and its kind of customer', async () => {
    const { id } = await product({ NCM: '84713012' })
    const NCM = '84713012'
    await rule({ NCM, descricao: 'Antes', dFim: '2025-12-31' })
    await rule({ NCM, descricao: 'Simples', CRT: 1 })
    await rule({ NCM, descricao: 'Não contribuinte', contribuinte: 9 })
    const of = async (more: object) => (await simulate({ mercadoria_id: id, ...more })).regra?.descricao
    expect(await of({ cliente_id: local })).toBeUndefined()
    expect(await of({ cliente_id: local, data: '2025-12-31' })).toBe('Antes')
    expect(await of({ cliente_id: consumer })).toBe('Não contribuinte')
    // Who they are nobody knows: no rule for a kind of customer is theirs.
    expect(await of({})).toBeUndefined()
  })
})

describe('what a rule makes of an item', () => {
  it('within the state, to a contributor: ICMS, PIS and COFINS without it, IBS and CBS of 2026', async () => {
    const { id } = await product({ NCM: '39269090' })
    await rule({ NCM: '39269090', taxCode: '00', pICMS: 19.5, cstPIS: '01', pPIS: 1.65, cstCOFINS: '01', pCOFINS: 7.6 })
    const told = await simulate({
      mercadoria_id: id,
      cliente_id: local,
      tipo_entrada_saida_id: sale,
      qTrib: 10,
      vUnTrib: 100,
      data: '2026-11-26',
    })
    expect(told).toMatchObject({ CFOP: '5102', vProd: '1000.00', vItem: '1000.00', avisos: [] })
    expect(taxes(told)).toEqual({
      ICMS: ['1000.00', '19.50', '195.00'],
      PIS: ['805.00', '1.65', '13.28'],
      COFINS: ['805.00', '7.6', '61.18'],
      'IBS do estado': ['730.54', '0.1000', '0.73'],
      'IBS do município': ['730.54', '0.0000', '0.00'],
      CBS: ['730.54', '0.9000', '6.57'],
    })
    expect(told.tributos[0].passos.at(-1)).toMatchObject({ formula: 'vBC × pICMS', operands: { vBC: '1000.00' } })
  })

  it('to another state with ST by its own margin: the interstate rate of law, the margin adjusted, FCP-ST', async () => {
    const { id } = await product({ NCM: '40111000' })
    await rule({
      NCM: '40111000',
      taxCode: '10',
      pICMS: 19.5,
      pFCP: 2,
      mva_ajustada: true,
      pMVAST: 30,
      pICMSST: 19.5,
      mva_list: [{ UFDest: 'BA', pMVAST: 42, pICMSST: 20.5, pFCP: 2 }],
    })
    const sold = { mercadoria_id: id, tipo_entrada_saida_id: sale, vUnTrib: 1000 }
    const told = await simulate({ ...sold, cliente_id: far })
    expect(told.CFOP).toBe('6403')
    expect(taxes(told)).toMatchObject({
      ICMS: ['1000.00', '7.00', '70.00'],
      // (1 + 42 %) × (1 − 7 %) ÷ (1 − 20,5 %) − 1 = 66,11 %
      'ICMS-ST': ['1661.10', '20.50', '270.53'],
      'FCP-ST': ['1661.10', '2.00', '33.22'],
    })
    // Goods from abroad bear 4 %.
    const { id: imported } = await product({ NCM: '40111000', origem: 1 })
    expect(taxes(await simulate({ ...sold, mercadoria_id: imported, cliente_id: far })).ICMS).toEqual([
      '1000.00',
      '4.00',
      '40.00',
    ])
    const here = await simulate({ ...sold, cliente_id: local })
    expect(here.CFOP).toBe('5403')
    expect(taxes(here)).toMatchObject({
      ICMS: ['1000.00', '19.50', '195.00'],
      'ICMS-ST': ['1300.00', '19.50', '58.50'],
    })
  })

  it('to a consumer of another state: DIFAL of a sender of the normal regime, none of one of Simples', async () => {
    const { id } = await product({ NCM: '94036000' })
    await rule({ NCM: '94036000', taxCode: '00', CRT: 3, pICMS: 19.5, pICMSUFDest: 20.5, pFCPUFDest: 2 })
    const sold = { mercadoria_id: id, tipo_entrada_saida_id: sale, vUnTrib: 500 }
    const told = await simulate({ ...sold, cliente_id: consumer })
    expect(told.CFOP).toBe('6108')
    expect(taxes(told)).toMatchObject({
      DIFAL: ['500.00', '20.5', '67.50'],
      'FCP do destino': ['500.00', '2', '10.00'],
    })
    expect(taxes(await simulate({ ...sold, cliente_id: far })).DIFAL).toBeUndefined()
  })

  it('has IPI only with a code of taxed goods: the rule’s rate, else the product’s', async () => {
    const { id } = await product({ NCM: '33030010', pIPI: 12 })
    const { id: rate, versao } = await rule({ NCM: '33030010', taxCode: '00', pICMS: 18 })
    const ipi = async () => taxes(await simulate({ mercadoria_id: id, cliente_id: local, vUnTrib: 100 })).IPI
    expect(await ipi()).toBeUndefined()
    await api('PUT', `/api/nfe/tributacao/${rate}`, { cstIPI: '50', versao })
    expect(await ipi()).toEqual(['100.00', '12', '12.00'])
    await api('PUT', `/api/nfe/tributacao/${rate}`, { pIPI: 5 })
    expect(await ipi()).toEqual(['100.00', '5', '5.00'])
    await api('PUT', `/api/nfe/tributacao/${rate}`, { cstIPI: '53' })
    expect(await ipi()).toBeUndefined()
  })

  it('says what stands in the way: no rule, no line of CFOP, no NCM', async () => {
    const { id } = await product({ xProd: 'Sem NCM' })
    const service = await create('tipo_entrada_saida', { descricao: 'Sem tabela' })
    expect(await simulate({ mercadoria_id: id, cliente_id: local, tipo_entrada_saida_id: service.id })).toMatchObject({
      regra: null,
      tributos: [],
      avisos: [
        'Nenhuma regra de tributação serve a este caso.',
        'A mercadoria não tem NCM.',
        'A operação não tem linha de CFOP para este caso, nem a regra diz o CFOP.',
      ],
    })
  })

  it('404 for what is not there, 422 for amounts that are none, 403 without the right', async () => {
    const call = async (body: object) => (await api('POST', '/api/nfe/tributacao/simula', body)).status
    const { id: mercadoria_id } = await product({})
    expect(await call({ mercadoria_id: 999_999 })).toBe(404)
    expect(await call({ mercadoria_id, cliente_id: 999_999 })).toBe(404)
    expect(await call({ mercadoria_id, tipo_entrada_saida_id: 999_999 })).toBe(404)
    expect(await call({ mercadoria_id, empresa_id: 999_999 })).toBe(404)
    expect(await call({ mercadoria_id, vUnTrib: -1 })).toBe(422)
    expect(await call({ mercadoria_id, data: '2026-02-30' })).toBe(422)
    expect(await call({})).toBe(422)
    const nobody = await server.user({ permissions: ['show cliente'] })
    expect((await nobody('POST', '/api/nfe/tributacao/simula', { mercadoria_id })).status).toBe(403)
  })
})
