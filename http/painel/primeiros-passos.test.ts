import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { install } from '../../cli/setup/install'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { type Caller, callerOf, testCnpj } from '../../fixtures/test-server'
import { testServices } from '../../fixtures/test-services'
import { invoiceXml } from '../../fixtures/nfe/invoice'
import { buildApp } from '../server'

/** The first day of a company without the demo, by the API. The steps follow one another. */

let database: TestDatabase
let api: Caller
beforeAll(async () => {
  database = await testDatabase()
  const services = testServices(database.pool)
  await install(services, { adminEmail: undefined, adminPassword: undefined }, { demo: false, tables: false })
  api = callerOf(buildApp(services), (await services.sessions.open(1)).token)
})
afterAll(() => database.close())

const lacks = async (goal: 'vender' | 'comprar' | 'faturar') =>
  (await api('GET', '/api/primeiros_passos')).body[goal].map(({ texto }: { texto: string }) => texto)
const done = async () =>
  (await api('GET', '/api/primeiros_passos')).body.passos.flatMap((one: { nome: string; feito: boolean }) =>
    one.feito ? [one.nome] : [],
  )
const company = async () => (await api('GET', '/api/empresa')).body.data[0]

describe('a company that was just installed', () => {
  it('lacks its CNPJ, products and customers, and is told so on the dashboard', async () => {
    expect((await company()).CNPJ_CPF).toBeNull()
    expect(await done()).toEqual(['local', 'pagamentos'])
    expect(await lacks('vender')).toEqual(['produto', 'preço de um produto', 'cliente'])
    expect(await lacks('comprar')).toEqual(['CNPJ da empresa'])
    expect(await lacks('faturar')).toEqual([
      'CNPJ da empresa',
      'inscrição estadual',
      'endereço com município',
      'certificado digital (em Empresas, aba Fiscal)',
    ])
    expect((await api('GET', '/api/painel')).body.primeiros_passos.faltas).toContain('CNPJ da empresa')
  })

  it('422 what needs the CNPJ, with where to write it', async () => {
    const items = [{ cProd: 'P-1', xProd: 'Trena', qCom: '1.0000', vUnCom: '2.00', vProd: '2.00' }]
    const form = new FormData()
    form.append('file', new File([invoiceXml({ number: 7, recipient: testCnpj(9), items, vNF: '2.00' })], 'n.xml'))
    const { status, body } = await api('POST', '/api/compras/nfe_compra/uploadXML', form)
    expect([status, body.code]).toEqual([422, 'company_without_cnpj'])
    expect(body.message).toContain('Informe-o em Primeiros passos ou em Cadastros › Empresas')
  })

  it('is ready to sell with a priced product and a customer, to buy with its CNPJ', async () => {
    const { id, versao } = await company()
    const named = { xNome: 'Ferragens Ltda', CNPJ_CPF: testCnpj(9), UF: 'PR', IE: 'ISENTO', versao }
    expect((await api('PUT', `/api/empresa/${id}`, named)).status).toBe(200)
    expect(await lacks('comprar')).toEqual([])
    const [table] = (await api('GET', '/api/comercial/tabela_preco')).body.data
    const mercadoria_precos = [{ tabela_preco_id: table.id, vUnTrib: 12.5 }]
    expect((await api('POST', '/api/mercadoria', { xProd: 'Trena', mercadoria_precos })).status).toBe(201)
    expect(await lacks('vender')).toEqual(['cliente'])
    await api('POST', '/api/cliente', { xNome: 'Maria' })
    expect(await lacks('vender')).toEqual([])
    expect(await done()).toEqual(['local', 'pagamentos', 'produtos', 'clientes'])
    expect(await lacks('faturar')).toContain('NCM em todos os produtos')
  })

  it('tells who may do which step, and nothing of it to who may not', async () => {
    const made = await api('POST', '/api/user', {
      name: 'Ana',
      email: 'ana@exemplo.com.br',
      password: 'uma senha longa',
      password_cp: 'uma senha longa',
      empresa_id: (await company()).id,
    })
    const services = testServices(database.pool)
    const ana = callerOf(buildApp(services), (await services.sessions.open(made.body.id)).token)
    const steps = (await ana('GET', '/api/primeiros_passos')).body.passos
    expect(steps.every(({ pode }: { pode: boolean }) => !pode)).toBe(true)
    expect((await ana('GET', '/api/painel')).body.primeiros_passos).toBeUndefined()
  })
})
