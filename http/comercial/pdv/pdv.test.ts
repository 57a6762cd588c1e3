import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { systemCtx } from '../../platform/app'
import { letGo, nextNumber } from '../../platform/series'

/** Points of sale, the series that they number by, and what a sale takes from its own. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let serie = 0
const newSeries = async (values: object = {}) => {
  const made = await server.admin('POST', '/api/nfe/serie_numero', {
    empresa_id: server.empresa_id,
    tpDoc: 3,
    serie: ++serie,
    ...values,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const newPdv = (values: object = {}) =>
  server.admin('POST', '/api/config/pdv', { empresa_id: server.empresa_id, descricao: `Caixa ${++serie}`, ...values })
const label = { digitBalanca: 2, posCodIni: 2, posCodEnd: 7, posValIni: 8, posValEnd: 12, qDecimal: 3 }

describe('a point of sale', () => {
  it('begins as the inventory says, keeps its labels and never tells its key', async () => {
    const { id: nfe_serie_id } = await newSeries()
    const made = await newPdv({ nfe_serie_id, apiKey: 'chave-do-agente', pdv_balancas: [label] })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({
      geraNFe: 3,
      seleciona_vendedor: 1,
      solicita_lote: 0,
      apiKey_definida: true,
      pdv_balancas: [{ ...label, tpIdentificacao: 0 }],
    })
    expect(JSON.stringify(made.body)).not.toContain('chave-do-agente')
    const [stored] = made.body.pdv_balancas
    const alone = await server.admin('POST', '/api/config/pdv_balanca', {
      ...label,
      empresa_id: server.empresa_id,
      pdv_id: made.body.id,
      digitBalanca: undefined,
      qDecimal: undefined,
    })
    expect(alone.body).toMatchObject({ digitBalanca: 2, qDecimal: 3 })
    expect(stored.id).not.toBe(alone.body.id)
  })

  it('422 labels whose positions overlap or run into the check digit, by name', async () => {
    const { id: nfe_serie_id } = await newSeries()
    const answer = await newPdv({ nfe_serie_id, pdv_balancas: [{ ...label, posValEnd: 13 }] })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { 'pdv_balancas.0.posValEnd': ['A posição 13 é do dígito verificador.'] } },
    })
  })

  it('422 NFC-e without a series of NFC-e of its company; what is not fiscal has none', async () => {
    expect((await newPdv()).body.errors).toEqual({ nfe_serie_id: ['Escolha a série da NFC-e.'] })
    const nfe = await newSeries({ tpDoc: 1 })
    expect((await newPdv({ nfe_serie_id: nfe.id })).status).toBe(422)
    const nfce = await newSeries()
    expect((await newPdv({ geraNFe: 4, nfe_serie_id: nfce.id })).status).toBe(422)
    expect((await newPdv({ geraNFe: 4 })).status).toBe(201)
  })

  it('is read by whoever sells, and written by those who may', async () => {
    const { body } = await newPdv({ geraNFe: 4 })
    const seller = await server.user({ permissions: ['store venda', 'show venda'] })
    expect((await seller('GET', `/api/config/pdv/${body.id}`)).status).toBe(200)
    expect((await seller('PUT', `/api/config/pdv/${body.id}`, { descricao: 'Minha' })).status).toBe(403)
  })
})

describe('a sale at a point of sale', () => {
  const sale = async (values: object) => {
    const [customer, operation] = await Promise.all([
      server.insert('cliente', { xNome: 'Consumidor' }),
      server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 }),
    ])
    return server.admin('POST', '/api/venda', {
      cliente_id: customer.id,
      tipo_entrada_saida_id: operation.id,
      ...values,
    })
  }

  it('takes document and series from it, and gives them up with it', async () => {
    const series = await newSeries()
    const { body: point } = await newPdv({ nfe_serie_id: series.id })
    const made = await sale({ pdv_id: point.id, geraNFe: 1, serie_numero_id: 999 })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({ geraNFe: 3, serie_numero_id: series.id })
    const moved = await server.admin('PUT', `/api/venda/${made.body.id}`, { pdv_id: null })
    expect(moved.body).toMatchObject({ pdv_id: null, serie_numero_id: null, geraNFe: 3 })
    expect((await sale({ geraNFe: 1 })).body).toMatchObject({ geraNFe: 1, serie_numero_id: null })
  })

  it('422 at one that is out of use, or of another company', async () => {
    const { body: off } = await newPdv({ geraNFe: 4, ativo: false })
    expect(await sale({ pdv_id: off.id })).toMatchObject({
      status: 422,
      body: { errors: { pdv_id: ['PDV não encontrado neste computador'] } },
    })
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })
    const away = await server.insert('pdv', { empresa_id: other.id, descricao: 'Longe', geraNFe: 4 })
    expect((await sale({ pdv_id: away.id })).status).toBe(422)
  })
})

describe('a series of documents', () => {
  const number = (values: { serie: number; tpDoc: number; tpAmb: number }) =>
    server.pool.transaction({ empresas: [server.empresa_id], timeZone: 'America/Sao_Paulo' }, (db) =>
      nextNumber(
        systemCtx(server.services, db, [server.empresa_id], server.empresa_id),
        { ...values, tpAmb: values.tpAmb === 1 ? 1 : 2, empresa_id: server.empresa_id },
        { recurso: 'venda', registro_id: 1 },
      ),
    )
  const shown = async (id: number) => (await server.admin('GET', `/api/nfe/serie_numero/${id}`)).body

  it('tells the next number, goes on from where another system stopped, and tells its gaps', async () => {
    const series = await newSeries()
    expect(series).toMatchObject({ proximo: 1, usados: 0, tpAmb: 1, tpDoc: 3 })
    const at = `/api/nfe/serie_numero/${series.id}`
    expect((await server.admin('POST', `${at}/proximoNumero`, { proximo: 501 })).body).toEqual({ proximo: 501 })
    expect(await number(series)).toBe(501)
    expect((await server.admin('POST', `${at}/proximoNumero`, { proximo: 505 })).status).toBe(200)
    expect(await number(series)).toBe(505)
    expect(await shown(series.id)).toMatchObject({ proximo: 506, usados: 2 })
    expect((await server.admin('GET', `${at}/lacunas`)).body).toEqual({ data: [{ de: 502, ate: 504 }] })
    const { empresa_id, serie, tpDoc } = series
    await server.pool.transaction({ empresas: [empresa_id], timeZone: 'America/Sao_Paulo' }, (db) =>
      letGo(systemCtx(server.services, db, [empresa_id], empresa_id), { empresa_id, serie, tpDoc, tpAmb: 1 }, 505),
    )
    expect((await server.admin('GET', `${at}/lacunas`)).body.data).toEqual([{ de: 502, ate: 505 }])
    expect((await server.admin('POST', `${at}/proximoNumero`, { proximo: 400 })).status).toBe(409)
    const trail = (await server.admin('GET', `${at}/auditoria`)).body.data
    expect(trail.map((one: { acao: string }) => one.acao)).toContain('proximoNumero')
  })

  it('400 changed or deleted once it has numbered; 409 twice the same', async () => {
    const series = await newSeries()
    const at = `/api/nfe/serie_numero/${series.id}`
    expect((await server.admin('PUT', at, { serie: 700 })).status).toBe(200)
    await number({ ...series, serie: 700 })
    expect(await server.admin('PUT', at, { serie: 701 })).toMatchObject({ status: 400, body: { code: 'series_used' } })
    expect(await server.admin('DELETE', at)).toMatchObject({ status: 400, body: { code: 'series_used' } })
    expect((await server.admin('PUT', at, { ativo: false, serie: 700 })).status).toBe(200)
    const twice = await server.admin('POST', '/api/nfe/serie_numero', { ...series, id: undefined, serie: 700 })
    expect(twice.status).toBe(409)
  })

  it('goes on by its register alone: who may see it only cannot move it', async () => {
    const series = await newSeries()
    const viewer = await server.user({ permissions: ['show serie_numero'] })
    const moved = await viewer('POST', `/api/nfe/serie_numero/${series.id}/proximoNumero`, { proximo: 9 })
    expect(moved.status).toBe(403)
  })
})
