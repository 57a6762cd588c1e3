import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A price table that has run out, or has not begun, gives no price: documents of its customers are held against the usual one. */

const DAY = 86_400_000
let server: TestServer
let now = Date.parse('2026-11-15T15:00:00Z')
let ids: { customer: number; product: number; sells: number; summer: number; retail: number; wholesale: number }
const admin: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  const at = () => new Date(now).toISOString()
  server = await testServer({ clock: { now: at, today: () => at().slice(0, 10) } })
  const tables = []
  for (const values of [
    { descricao: 'Verão', dInicio: '2026-11-10', dFim: '2026-11-20' },
    { descricao: 'Atacado' },
    { descricao: 'Varejo', padrao: true },
  ])
    tables.push((await server.insert('tabela_preco', values)).id)
  const [summer = 0, wholesale = 0, retail = 0] = tables
  const product = (await server.insert('mercadoria', { xProd: 'Ventilador', custo: '10' })).id
  for (const [tabela_preco_id, vUnTrib] of [
    [summer, '50'],
    [retail, '100'],
    [wholesale, '80'],
  ])
    await server.insert('mercadoria_preco', { mercadoria_id: product, tabela_preco_id, vUnTrib })
  const customer = (await server.insert('cliente', { xNome: 'Maria Exemplo', tabela_preco_id: summer })).id
  const sells = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id
  ids = { customer, product, sells, summer, retail, wholesale }
})
afterAll(() => server.close())

const quote = async (vUnTrib: number) => {
  const { status, body } = await admin('POST', '/api/orcamento', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    orcamento_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orcamento_mercadorias[0]
}
const on = (day: string) => (now = Date.parse(`${day}T15:00:00Z`))

describe('a table from the 10th to the 20th', () => {
  it('gives its price on its first and on its last day', async () => {
    for (const day of ['2026-11-10', '2026-11-20']) {
      on(day)
      expect(await quote(50)).toMatchObject({ origemPreco: 0, xAvisoPreco: null })
    }
  })

  it('gives none before and after: its price is a typed one, and what is of another table is told against the usual one', async () => {
    for (const day of ['2026-11-09', '2026-11-21']) {
      on(day)
      expect(await quote(50)).toMatchObject({ origemPreco: 1, xAvisoPreco: 'outra tabela (Atacado)' })
      expect(await quote(100)).toMatchObject({ origemPreco: 0, xAvisoPreco: null })
    }
  })

  it('is the normal price that a promotion is measured by only while it holds', async () => {
    on('2026-11-15')
    const { body } = await admin('POST', '/api/comercial/promocao', {
      xNome: 'Semana',
      promocao_mercadoria_list: [{ mercadoria_id: ids.product, pDesc: 10 }],
    })
    expect(body.id).toBeGreaterThan(0)
    expect(await quote(45)).toMatchObject({ origemPreco: 2, xPromocao: 'Semana' })
    on(new Date(Date.parse('2026-11-20') + DAY).toISOString().slice(0, 10))
    expect(await quote(90)).toMatchObject({ origemPreco: 2, xPromocao: 'Semana' })
    expect(await quote(45)).toMatchObject({ origemPreco: 1 })
    await admin('DELETE', `/api/comercial/promocao/${body.id}`)
  })

  it('is told apart by the filter of those that hold today, and where it is referred to its days are told', async () => {
    on('2026-11-21')
    const named = async (vigente: boolean) => {
      const custom = encodeURIComponent(JSON.stringify({ vigente }))
      const { body } = await admin('GET', `/api/comercial/tabela_preco?custom=${custom}&orderBy=id&sortedBy=asc`)
      return body.data.map((one: { descricao: string }) => one.descricao)
    }
    expect([await named(true), await named(false)]).toEqual([['Atacado', 'Varejo'], ['Verão']])
    expect((await admin('GET', `/api/cliente/${ids.customer}`)).body.tabela_preco).toMatchObject({
      descricao: 'Verão',
      dFim: '2026-11-20',
    })
  })
})
