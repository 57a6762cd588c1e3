import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineWord } from '../../../fixtures/machine-words'
import { type Caller, testServer, type TestServer } from '../../../fixtures/test-server'

/** The life of a customer, a supplier and a product: what is open, what was last, prices and stock, of what its reader may see. */

let server: TestServer
let made: { cliente: number; fornecedor: number; mercadoria: number; venda: number }

const own = () => ({ empresa_id: server.empresa_id })

beforeAll(async () => {
  server = await testServer({})
  const operation = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
  const unit = await server.insert('unidade', { un: 'UN', descricao: 'Unidade', decimal: 0 })
  const product = await server.insert('mercadoria', {
    xProd: 'Cimento',
    unidade_id: unit.id,
    codigo: 'C1',
    custo: '7.5',
  })
  const person = { CNPJ_CPF: '11222333000181', fone: '41999990000', UF: 'PR' }
  const customer = await server.insert('cliente', { xNome: 'Padaria', ...person, limite_credito: '1000' })
  const supplier = await server.insert('fornecedor', { xNome: 'Distribuidora', ...person })
  const sale = await server.insert('venda', {
    ...own(),
    cliente_id: customer.id,
    tipo_entrada_saida_id: operation.id,
    dhAbertura: '2026-11-20 10:00:00',
    vTotal: '42.5',
  })
  await server.insert('venda_mercadoria', {
    ...own(),
    venda_id: sale.id,
    mercadoria_id: product.id,
    xProd: 'Cimento',
    qTrib: '2',
    vUnTrib: '21.25',
    vUnLiquido: '21.25',
  })
  const title = {
    ...own(),
    dEmissao: '2020-01-01',
    dVencimento: '2020-02-01',
    vDup: '42.5',
    vSaldo: '40',
    numero: '1/1',
  }
  await server.insert('contas_receber', { ...title, cliente_id: customer.id })
  await server.insert('contas_pagar', { ...title, fornecedor_id: supplier.id })
  const place = await server.insert('armazenamento', { ...own(), codigo: 'D1', xArmazenamento: 'Depósito' })
  await server.insert('mercadoria_armazenamento', {
    ...own(),
    mercadoria_id: product.id,
    armazenamento_id: place.id,
    qDisp: '5',
  })
  await server.insert('mercadoria_saldo', { ...own(), mercadoria_id: product.id, q_total: '5', vTotal: '37.5' })
  made = { cliente: customer.id, fornecedor: supplier.id, mercadoria: product.id, venda: sale.id }
})
afterAll(() => server.close())

interface Told {
  readonly titulo: string
  readonly fatos: readonly { readonly rotulo: string; readonly texto: string }[]
  readonly secoes: readonly {
    readonly titulo: string
    readonly linhas: readonly { readonly textos: readonly string[]; readonly caminho: string | null }[]
  }[]
}

async function ficha(call: Caller, name: 'cliente' | 'fornecedor' | 'mercadoria') {
  const { status, body } = await call('GET', `/api/${name}/${made[name]}/ficha`)
  expect(status, JSON.stringify(body)).toBe(200)
  const told: Told = body
  return {
    titulo: told.titulo,
    fatos: Object.fromEntries(told.fatos.map(({ rotulo, texto }) => [rotulo, texto])),
    secoes: Object.fromEntries(told.secoes.map(({ titulo, linhas }) => [titulo, linhas])),
    texts: [
      ...told.fatos.flatMap(({ rotulo, texto }) => [rotulo, texto]),
      ...told.secoes.flatMap(({ titulo, linhas }) => [titulo, ...linhas.flatMap(({ textos }) => textos)]),
    ],
  }
}

describe('the life of a register', () => {
  it('of a customer: what is open, the last documents, the prices that were paid', async () => {
    const { titulo, fatos, secoes, texts } = await ficha(server.admin, 'cliente')
    expect(titulo).toBe('Cliente Padaria')
    expect(fatos).toMatchObject({
      'Limite de crédito': 'R$ 1.000,00',
      'Em aberto': 'R$ 40,00',
      'Limite disponível': 'R$ 960,00',
      Vencido: 'R$ 40,00',
      'Última compra': '20/11/2026',
      Telefone: '(41) 99999-0000',
    })
    expect(secoes['Títulos em aberto']).toEqual([
      { textos: ['1/1', '01/02/2020', 'R$ 42,50', 'R$ 40,00'], caminho: null },
    ])
    const path = `/ui/comercial/venda/edit/${made.venda}`
    expect(secoes['Últimas vendas']).toEqual([
      { textos: [String(made.venda), '20/11/2026', 'Aberta', 'R$ 42,50'], caminho: path },
    ])
    expect(secoes['Preços pagos']).toEqual([{ textos: ['Cimento', '20/11/2026', '2', 'R$ 21,25'], caminho: path }])
    expect(texts.flatMap((text) => machineWord(text) ?? [])).toEqual([])
  })

  it('of a product: stock by place, prices, who buys and who sells it', async () => {
    const { fatos, secoes } = await ficha(server.admin, 'mercadoria')
    expect(fatos).toMatchObject({ Estoque: '5', Custo: 'R$ 7,50', 'Custo médio': 'R$ 7,50' })
    expect(secoes['Estoque por local']).toEqual([{ textos: ['Depósito', '5'], caminho: null }])
    expect(secoes['Últimas vendas']).toHaveLength(1)
    expect((await ficha(server.admin, 'fornecedor')).fatos).toMatchObject({ 'Em aberto': 'R$ 40,00' })
  })

  it('is without what its reader may not see: titles, documents, costs', async () => {
    const look = await server.user({ permissions: ['show cliente', 'show mercadoria'] })
    const customer = await ficha(look, 'cliente')
    expect([customer.fatos['Em aberto'], Object.keys(customer.secoes)]).toEqual([undefined, []])
    const product = await ficha(look, 'mercadoria')
    expect([product.fatos.Custo, product.fatos['Custo médio'], product.secoes['Últimas entradas']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect((await look('GET', `/api/fornecedor/${made.fornecedor}/ficha`)).status).toBe(403)
    const away = await server.insert('empresa', { CNPJ_CPF: '11444777000161', xNome: 'Outra', UF: 'SP' })
    const stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await ficha(stranger, 'cliente')).secoes['Últimas vendas']).toEqual([])
  })
})
