import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

const HEAD = {
  descricao: 'Verão',
  dPrevisaoIni: '2026-12-01',
  dPrevisaoFim: '2027-02-28',
  dHistoricoIni: '2025-12-01',
  dHistoricoFim: '2026-11-30',
}
const PATH = '/api/mrp/previsao'

describe('forecasts', () => {
  let server: TestServer
  let units = 0
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  const product = async (decimal = 0) => {
    const un = await server.insert('unidade', { un: `U${(units += 1)}`, decimal })
    return Number((await server.insert('mercadoria', { xProd: `Produto ${units}`, unidade_id: un.id })).id)
  }
  const make = async (head: object = {}) => (await server.admin('POST', PATH, { ...HEAD, ...head })).body
  const get = async (path: string) => (await server.admin('GET', `/api/mrp/${path}`)).body

  it('start with the default view and growth, and hold a cell a period for each product', async () => {
    const mercadoria_id = await product()
    const made = await make({ previsoes: [{ mercadoria_id }] })
    expect(made).toMatchObject({ periodo: 'month', growth_factor: '1.0', dhGeracao: null })
    expect(made.previsoes).toMatchObject([{ mercadoria_id, qTotal: 0, qTotalOriginal: 0 }])
    expect(made.previsoes[0]).not.toHaveProperty('previsao')
    const item = await get(`previsao_item/${made.previsoes[0].id}`)
    expect(item.previsao.map((cell: { dPrevisao: string }) => cell.dPrevisao)).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
    ])
  })

  describe('422', () => {
    const missing = 'As datas de horizonte e histórico devem ser preenchidas'
    it.each([
      ['no horizon', { dPrevisaoIni: null }, 'dPrevisaoIni', missing],
      ['no history', { dHistoricoFim: '' }, 'dHistoricoFim', missing],
      [
        'a history under a month',
        { dHistoricoIni: '2026-11-02' },
        'dHistoricoIni',
        'O intervalo de histórico deve ser de pelo menos 1 mes',
      ],
      ['a reversed horizon', { dPrevisaoFim: '2026-11-01' }, 'dPrevisaoFim', 'A data final é anterior à inicial.'],
      [
        'a horizon of more than 400 periods',
        { periodo: 'day', dPrevisaoFim: '2028-12-01' },
        'dPrevisaoFim',
        'O horizonte vai até 400 períodos: encurte-o ou escolha uma visão maior.',
      ],
      ['an unknown view', { periodo: 'year' }, 'periodo', 'Opção inválida: use month (Mês), week (Semana), day (Dia).'],
      ['a growth below zero', { growth_factor: '-1' }, 'growth_factor', 'O fator de crescimento vai de 0 a 1000.'],
    ])('%s', async (_, change, field, message) => {
      const refused = await server.admin('POST', PATH, { ...HEAD, ...change })
      expect([refused.status, refused.body.message, Object.keys(refused.body.errors)]).toEqual([422, message, [field]])
    })
  })

  it('keep what is written over a cell, show the original, and give it back', async () => {
    const made = await make({ previsoes: [{ mercadoria_id: await product() }] })
    const [{ id, versao }] = made.previsoes
    const put = (body: object) => server.admin('PUT', `/api/mrp/previsao_item/${id}`, body)
    const changed = await put({ versao, previsao: [{ dPrevisao: '2027-01-01', qPrevista: 40 }] })
    expect(changed.body).toMatchObject({ qTotal: 40, qTotalOriginal: 0 })
    expect(changed.body.previsao[1]).toMatchObject({ qPrevista: 40, qOriginal: 0, changed: true })
    const stale = await put({ versao, previsao: [{ dPrevisao: '2027-01-01', qPrevista: 50 }] })
    expect([stale.status, stale.body.message]).toEqual([409, 'Este registro foi alterado por outro usuário.'])
    const back = await put({ previsao: [{ dPrevisao: '2027-01-01', qPrevista: null }] })
    expect(back.body.previsao[1]).toMatchObject({ qPrevista: 0, changed: false })
    for (const wrong of [
      { dPrevisao: '2027-01-02', qPrevista: 1 },
      { dPrevisao: '2027-01-01', qPrevista: 1.5 },
    ])
      expect((await put({ previsao: [wrong] })).status).toBe(422)
  })

  it('lose their quantities with the view or the horizon, once that is confirmed', async () => {
    const made = await make({ previsoes: [{ mercadoria_id: await product() }] })
    const item = made.previsoes[0]
    const put = (body: object) => server.admin('PUT', `${PATH}/${made.id}`, body)
    expect((await put({ periodo: 'week' })).status).toBe(200)
    expect((await put({ periodo: 'month' })).status).toBe(200)
    await put({ celulas: [{ id: item.id, previsao: [{ dPrevisao: '2026-12-01', qPrevista: 7 }] }] })
    for (const change of [{ periodo: 'week' }, { dPrevisaoFim: '2027-03-31' }]) {
      const asked = await put(change)
      expect([asked.status, asked.body.code]).toEqual([400, 'confirmation_required'])
      expect(await get(`previsao/${made.id}`)).toMatchObject({ periodo: 'month', dPrevisaoFim: '2027-02-28' })
    }
    const wiped = await put({ periodo: 'week', confirma_limpeza: true })
    expect(wiped.body).toMatchObject({ periodo: 'week', previsoes: [{ qTotal: 0 }] })
    expect((await get(`previsao_item/${item.id}`)).previsao).toHaveLength(13)
  })
})
