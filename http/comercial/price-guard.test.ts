import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** A price that is none, too low or of another table: marked on its line and, without the right, blocking the sale, by whatever way it came in. */

let server: TestServer
let seller: TestServer['admin']
let ids: { customer: number; product: number; free: number; sells: number; retail: number; wholesale: number }
const admin: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  seller = await server.user({
    permissions: [
      'store venda',
      'show venda',
      'edit venda',
      'store venda_orcamento',
      'show venda_orcamento',
      'edit venda_orcamento',
    ],
  })
  const retail = (await server.insert('tabela_preco', { descricao: 'Varejo', padrao: true })).id
  const wholesale = (await server.insert('tabela_preco', { descricao: 'Atacado' })).id
  const product = (await server.insert('mercadoria', { xProd: 'Furadeira', custo: '60', vPrecoMinimo: '70' })).id
  const free = (await server.insert('mercadoria', { xProd: 'Arruela', custo: '2' })).id
  for (const [tabela_preco_id, vUnTrib] of [
    [retail, '100'],
    [wholesale, '80'],
  ])
    await server.insert('mercadoria_preco', { mercadoria_id: product, tabela_preco_id, vUnTrib })
  ids = {
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo', tabela_preco_id: retail })).id,
    product,
    free,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
    retail,
    wholesale,
  }
})
afterAll(() => server.close())

interface Written {
  readonly by?: TestServer['admin']
  readonly kind?: 'venda' | 'orcamento'
}

const make = async (lines: readonly object[], { by = seller, kind = 'venda' }: Written = {}) => {
  const made = await by('POST', `/api/${kind}`, {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    [`${kind}_mercadorias`]: lines.map((line) => ({ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 100, ...line })),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const read = async (id: number) => (await admin('GET', `/api/venda/${id}`)).body
const verb = (id: number, name: string, body: object = {}, by = seller, kind = 'venda') =>
  by('POST', `/api/${kind}/${id}/${name}`, body)
interface Line {
  readonly id: number
  readonly xAvisoPreco: string | null
}
const lineOf = (record: {
  readonly venda_mercadorias?: readonly Line[]
  readonly orcamento_mercadorias?: readonly Line[]
}): Line => {
  const [line] = record.venda_mercadorias ?? record.orcamento_mercadorias ?? []
  if (!line) throw new Error('The document has no line.')
  return line
}

describe('a sale that changes its customer alone', () => {
  it('has the prices of its lines judged again, and is blocked by them for whoever may not release', async () => {
    const { id: dealer } = await server.insert('cliente', { xNome: 'Revenda', tabela_preco_id: ids.wholesale })
    const { body: made } = await seller('POST', '/api/venda', {
      cliente_id: dealer,
      tipo_entrada_saida_id: ids.sells,
      venda_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 80 }],
    })
    expect(lineOf(made).xAvisoPreco).toBeNull()
    const { status } = await seller('PUT', `/api/venda/${made.id}`, {
      versao: made.versao,
      cliente_id: ids.customer,
    })
    expect(status).toBe(200)
    const now = await read(made.id)
    expect(lineOf(now)).toMatchObject({ id: lineOf(made).id, xAvisoPreco: 'outra tabela (Atacado)' })
    expect(now.dhBloqueio).not.toBeNull()
  })
})

describe('what is wrong with a price', () => {
  it.each([
    ['at the customer’s table', { vUnTrib: 100 }, null, 0],
    ['above it', { vUnTrib: 120 }, null, 1],
    ['none', { vUnTrib: 0 }, 'sem preço', 1],
    ['under the minimum', { vUnTrib: 69 }, 'abaixo do mínimo, outra tabela (Atacado)', 1],
    ['under the cost', { vUnTrib: 59 }, 'abaixo do mínimo, outra tabela (Atacado)', 1],
    ['of another table', { vUnTrib: 80 }, 'outra tabela (Atacado)', 0],
    ['of another table by its discounts', { vUnTrib: 100, vDesc: 0.1, vDesc2: 0.1 }, 'outra tabela (Atacado)', 0],
    [
      'under the minimum by money off',
      { tp_desconto: 1, vDescValor: 31 },
      'abaixo do mínimo, outra tabela (Atacado)',
      0,
    ],
  ])('%s', async (_what, line, xAvisoPreco, origemPreco) => {
    const made = await make([line])
    expect(lineOf(made)).toMatchObject({ xAvisoPreco, origemPreco, xMotivoBloqueio: xAvisoPreco })
    expect(made).toMatchObject({
      status: xAvisoPreco === null ? 0 : 1,
      xMotivoBloqueio: xAvisoPreco === null ? null : `Furadeira: ${xAvisoPreco}`,
    })
  })

  it('of goods without a minimum tells nobody that it was the cost', async () => {
    const made = await make([{ mercadoria_id: ids.free, vUnTrib: 1.99 }])
    expect(JSON.stringify(made)).not.toMatch(/custo/i)
    expect(made).toMatchObject({ status: 1, xMotivoBloqueio: 'Arruela: abaixo do mínimo' })
  })
})

describe('403 by its block', () => {
  it('the dispatch of a sale whose seller wrote a low price, until somebody with the right releases it', async () => {
    const { id } = await make([{ vUnTrib: 60 }])
    expect((await verb(id, 'fecha')).body.message).toBe('Este pedido foi bloqueado.')
    expect((await verb(id, 'libera', { xJust: 'Autorizado pela diretoria' })).status).toBe(403)
    expect((await verb(id, 'libera', { xJust: 'Autorizado pela diretoria' }, admin)).body.status).toBe(0)
    expect((await seller('PUT', `/api/venda/${id}`, { obs: 'Portaria 2' })).body.status).toBe(0)
  })

  it('not of one that somebody with the right wrote; the mark stays, and repeating it is no new price', async () => {
    const made = await make([{ vUnTrib: 60 }], { by: admin })
    expect(made).toMatchObject({ status: 0, xMotivoBloqueio: null })
    const { id: item, xAvisoPreco } = lineOf(made)
    expect(xAvisoPreco).toBe('abaixo do mínimo, outra tabela (Atacado)')
    const put = async (vUnTrib: number) => {
      const line = { id: item, mercadoria_id: ids.product, qTrib: 1, vUnTrib }
      return (await seller('PUT', `/api/venda/${made.id}`, { venda_mercadorias: [line] })).body.status
    }
    expect([await put(60), await put(65), await put(64)]).toEqual([0, 0, 1])
  })
})

describe('by every way a price comes in', () => {
  it('a line of its own, changed or added', async () => {
    const made = await make([{}])
    expect(made.status).toBe(0)
    await seller('PUT', `/api/venda_mercadoria/${lineOf(made).id}`, { vUnTrib: 50 })
    expect(await read(made.id)).toMatchObject({ status: 1 })
    const other = await make([{}])
    const line = { venda_id: other.id, mercadoria_id: ids.product, qTrib: 1, vUnTrib: 0 }
    expect((await seller('POST', '/api/venda_mercadoria', line)).status).toBe(201)
    expect(await read(other.id)).toMatchObject({ status: 1, xMotivoBloqueio: 'Furadeira: sem preço' })
  })

  it('a discount on chosen lines', async () => {
    const made = await make([{}])
    const id_list = [lineOf(made).id]
    await verb(made.id, 'aplicaDescontoItens', { vDesc: 35, tp_desconto: 1, id_list })
    expect(await read(made.id)).toMatchObject({ status: 1 })
  })

  it('a copy, and sales made one: of what somebody with the right sold', async () => {
    const made = [await make([{ vUnTrib: 60 }], { by: admin }), await make([{}], { by: admin })]
    const copy = (await verb(Number(made[0]?.id), 'duplica')).body.venda
    expect(await read(copy.id)).toMatchObject({ status: 1 })
    const { venda } = (await seller('POST', '/api/venda/agrupa', { keys: made.map((one) => one.id) })).body
    expect(await read(venda.id)).toMatchObject({ status: 1 })
  })

  it('a quote: marked there, blocked as the sale that its seller makes of it', async () => {
    const quote = await make([{ vUnTrib: 60 }], { kind: 'orcamento' })
    expect(lineOf(quote).xAvisoPreco).toBe('abaixo do mínimo, outra tabela (Atacado)')
    const { venda_id } = (await verb(quote.id, 'fecha', {}, seller, 'orcamento')).body
    expect(await read(venda_id)).toMatchObject({ status: 1 })
    const other = await make([{ vUnTrib: 60 }], { kind: 'orcamento' })
    const made = (await verb(other.id, 'fecha', {}, admin, 'orcamento')).body
    expect(await read(made.venda_id)).toMatchObject({ status: 0 })
  })
})

describe('a sale of another customer', () => {
  it('is held against that customer’s table', async () => {
    const cliente_id = (await server.insert('cliente', { xNome: 'José Exemplo', tabela_preco_id: ids.wholesale })).id
    const body = { cliente_id, tipo_entrada_saida_id: ids.sells }
    const lines = [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 80 }]
    expect((await seller('POST', '/api/venda', { ...body, venda_mercadorias: lines })).body.status).toBe(0)
  })
})
