import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { allResources } from '../platform/resource'

/** Quantities of goods that are counted by the piece: whole wherever a person types them. */

let server: TestServer
let ids: Record<'piece' | 'weight' | 'customer' | 'supplier' | 'sells' | 'buys' | 'units' | 'kilos', number>

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
  const units = (await server.insert('unidade', { un: 'PC', descricao: 'Peça', decimal: 0 })).id
  const kilos = (await server.insert('unidade', { un: 'KG', descricao: 'Quilo', decimal: 3 })).id
  ids = {
    units,
    kilos,
    piece: (await server.insert('mercadoria', { xProd: 'Parafuso', unidade_id: units })).id,
    weight: (await server.insert('mercadoria', { xProd: 'Areia', unidade_id: kilos })).id,
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    supplier: (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id,
    buys: (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
})
afterAll(() => server.close())

const call: TestServer['admin'] = (...args) => server.admin(...args)
const head = () => ({ cliente_id: ids.customer, tipo_entrada_saida_id: ids.sells })

/** By what it is: the record with a quantity of a product. */
const TYPED: Readonly<Record<string, (mercadoria_id: number, q: number) => readonly [path: string, body: object]>> = {
  'a sale': (mercadoria_id, qTrib) => [
    'venda',
    { ...head(), venda_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 1 }] },
  ],
  'a quote': (mercadoria_id, qTrib) => [
    'orcamento',
    { ...head(), orcamento_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 1 }] },
  ],
  'a purchase order': (mercadoria_id, qTrib) => [
    'compras/pedido_compra',
    { fornecedor_id: ids.supplier, pedido_compra_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 1 }] },
  ],
  'a purchase request': (mercadoria_id, quantidade) => [
    'compras/solicitacao',
    { solicitacao_mercadorias: [{ mercadoria_id, quantidade }] },
  ],
  'an entry': (mercadoria_id, qCom) => [
    'entrada',
    {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id, qCom, vUnCom: 1 }],
    },
  ],
  'a production order': (mercadoria_id, qTrib) => [
    'producao/ordem_producao',
    { ordem_producao_mercadoria_list: [{ mercadoria_id, qTrib }] },
  ],
  'a replenishment': (mercadoria_id, q_seguranca) => [
    'estoque/mercadoria_planejamento',
    { mercadoria_id, q_seguranca },
  ],
}

describe.each(Object.entries(TYPED))('%s', (_, of) => {
  it('422 for half a piece, and none for half a kilo', async () => {
    const [path, half] = of(ids.piece, 2.5)
    const refused = await call('POST', `/api/${path}`, half)
    expect(refused.status, JSON.stringify(refused.body)).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('A unidade PC não tem decimais')
    const [, kilos] = of(ids.weight, 2.5)
    const taken = await call('POST', `/api/${path}`, kilos)
    expect(taken.status, JSON.stringify(taken.body)).toBe(201)
  })
})

it('422 for a minimum of half a piece, and for items that are added to a request', async () => {
  expect((await call('PUT', `/api/mercadoria/${ids.piece}`, { q_minimo: 1.5 })).status).toBe(422)
  expect((await call('PUT', `/api/mercadoria/${ids.weight}`, { q_minimo: 1.5 })).status).toBe(200)
  const { body } = await call('POST', '/api/compras/solicitacao', {})
  const added = await call('POST', `/api/compras/solicitacao/${body.id}/addItens`, {
    itens: [{ mercadoria_id: ids.piece, quantidade: '0.5' }],
  })
  expect(added.status, JSON.stringify(added.body)).toBe(422)
})

it('422 where a line becomes one of pieces; a fraction that stands already does not hold up the rest', async () => {
  const [path, body] = TYPED['a sale']?.(ids.weight, 2.5) ?? ['', {}]
  const { body: sale } = await call('POST', `/api/${path}`, body)
  const [line] = sale.venda_mercadorias
  const change = (more: object) =>
    call('PUT', `/api/venda/${sale.id}`, { venda_mercadorias: [{ id: line.id, ...more }] })
  expect((await change({ mercadoria_id: ids.piece })).status).toBe(422)
  const { id } = await server.insert('unidade', { un: 'SC', descricao: 'Saco', decimal: 2 })
  expect((await call('PUT', `/api/mercadoria/${ids.weight}`, { unidade_id: id })).status).toBe(200)
  expect((await call('PUT', `/api/unidade/${id}`, { decimal: 0 })).status).toBe(200)
  expect((await change({ vUnTrib: 3 })).status).toBe(200)
  expect((await change({ qTrib: 3.5 })).status).toBe(422)
  await call('PUT', `/api/mercadoria/${ids.weight}`, { unidade_id: ids.kilos })
})

describe('a conversion factor', () => {
  const entry = (qCom: number, fatorConversao: unknown) =>
    call('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id: ids.piece, qCom, vUnCom: 1, fatorConversao }],
    })

  it.each([
    [110, '5/110', 5, 0.0454545455],
    [1200, '1/12', 100, 0.0833333333],
    [90_000_000, '1/9', 10_000_000, 0.1111111111],
    [4, ' 2.5 / 2 ', 5, 1.25],
  ])('of %d by %s gives %d', async (qCom, factor, qTrib, fatorConversao) => {
    const { status, body } = await entry(qCom, factor)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.entrada_mercadorias).toMatchObject([{ qTrib, fatorConversao }])
  })

  it.each([
    [300, '0.3333', 'qCom'],
    [7, '1/2', 'qCom'],
    [7, '1/0', 'fatorConversao'],
    [7, '1/x', 'fatorConversao'],
    [7, '1/2/3', 'fatorConversao'],
  ])('422 of %d by %s', async (qCom, factor, field) => {
    const { status, body } = await entry(qCom, factor)
    expect([status, Object.keys(body.errors ?? {}).join()]).toEqual([422, `entrada_mercadorias.0.${field}`])
  })
})

it('every quantity of a product says in whose unit it is', () => {
  const silent = allResources().flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(
        ([field, { meta }]) => /^(?:qTrib|quantidade)$/.test(field) && !meta.computed && meta.unitOf === undefined,
      )
      .map(([field]) => `${name}.${field}`),
  )
  // What goods are made of is told for one of them; the ledger takes what documents say; an entry's lots and readings ask their item, a count its product; hours and visits are no product.
  expect(silent).toEqual([
    'movimento_estoque.qTrib',
    'mercadoria_caracteristica_insumo.quantidade',
    'entrada_mercadoria_rastreio.qTrib',
    'separacao_leitura.qTrib',
    'entrada_leitura.qTrib',
    'inventario_contagem.quantidade',
    'mercadoria_insumo.quantidade',
    'orcamento_mercadoria_crt_insumo.quantidade',
    'venda_mercadoria_crt_insumo.quantidade',
    'ordem_producao_mercadoria_insumo.quantidade',
    'op_mercadoria_etiqueta.quantidade',
    'contrato_servico_servico.qTrib',
    'ordem_servico_servico.qTrib',
  ])
})
