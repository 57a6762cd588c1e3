import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
let unit: number
let box: number
beforeAll(async () => {
  server = await testServer()
  unit = (await server.insert('unidade', { un: 'PCT', decimal: 0 })).id
  box = (await server.insert('unidade', { un: 'CXA', decimal: 0 })).id
})
afterAll(() => server.close())

const make = async (values: object = {}) => {
  const { status, body } = await server.admin('POST', '/api/mercadoria', { xProd: 'Cola', unidade_id: unit, ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const post = (path: string, body: object = {}, call = server.admin) => call('POST', `/api/${path}`, body)
const list = async (resource: string, query: object) => {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]))
  return (await server.admin('GET', `/api/${resource}?${params}`)).body.data
}
const found = async (code: string) =>
  (await list('mercadoria', { custom: { codigo_barras: code } })).map(({ id }: { id: number }) => id)

describe('a code that a supplier prints', () => {
  it('is given to a product by a reading, with how many one is, and finds it', async () => {
    const { id } = await make()
    const supplier = await server.insert('fornecedor', { xNome: 'Colas Ltda' })
    const { status, body } = await post(`mercadoria/${id}/addBarcode`, {
      fornecedor_id: supplier.id,
      qTrib: 12,
      txtBarcode: ' 17891000100100 ',
      solicitaQuantidade: 1,
    })
    expect([status, body.codigo, body.qTrib, body.qtdVariavel, body.fornecedor.xNome]).toEqual([
      200,
      '17891000100100',
      12,
      true,
      'Colas Ltda',
    ])
    expect(await found('17891000100100')).toEqual([id])
    expect((await server.admin('GET', `/api/mercadoria/${id}`)).body.codigos_barras).toHaveLength(1)
    expect((await server.admin('GET', '/api/busca?q=17891000100100')).body.data[0]).toMatchObject({ id })
    const other = await post(`estoque/mercadoria_codigo/${body.id}/duplica`, { codigo: 'CX-0042' })
    expect([other.body.codigo, other.body.qTrib, other.body.mercadoria_id]).toEqual(['CX-0042', 12, id])
    expect(await found('CX-0042')).toEqual([id])
  })

  it.each([
    ['no code', { txtBarcode: '' }, 422, 'Preencha este campo.'],
    ['a wrong check digit', { txtBarcode: '17891000100101' }, 422, 'Código de barras inválido.'],
    ['a space within', { txtBarcode: 'CX 1' }, 422, 'Código de barras inválido.'],
    ['no quantity', { txtBarcode: 'Z-1', qTrib: 0 }, 422, 'O valor mínimo é 0,0001.'],
    ['half a piece', { txtBarcode: 'Z-3', qTrib: 0.5 }, 422, 'PCT'],
    ['an unknown supplier', { txtBarcode: 'Z-2', fornecedor_id: 99_999_999 }, 422, ''],
  ])('422 %s', async (_, input, status, message) => {
    const answer = await post(`mercadoria/${(await make()).id}/addBarcode`, input)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(answer.body.message).toContain(message)
  })

  it('409 of another product, and of the product itself; either way round', async () => {
    const one = await make({ cEAN: '7891000100103' })
    const two = await make()
    const given = (id: number, code: string) => post(`mercadoria/${id}/addBarcode`, { txtBarcode: code })
    expect((await given(two.id, '07891000100103')).body.message).toBe(
      `Este código de barras é da mercadoria ${one.id}, Cola.`,
    )
    expect((await given(one.id, '7891000100103')).body.message).toBe('Este código já é da própria mercadoria.')
    await given(two.id, '7894411000116')
    const named = await server.admin('PUT', `/api/mercadoria/${two.id}`, { cEAN: '7894411000116', versao: two.versao })
    expect([named.status, named.body.message]).toEqual([
      409,
      'Este código já está entre os códigos de barras dos fornecedores desta mercadoria.',
    ])
    expect((await make({ cEAN: null, eans_auxiliares: [] })).id).toBeGreaterThan(0)
    const third = await server.admin('POST', '/api/mercadoria', { xProd: 'Outra', cEAN: '7894411000116' })
    expect(third.status).toBe(409)
  })

  it('403 without the right to change products', async () => {
    const reader = await server.user({ permissions: ['show mercadoria'] })
    const answer = await post(`mercadoria/${(await make()).id}/addBarcode`, { txtBarcode: 'X-1' }, reader)
    expect(answer.status).toBe(403)
  })
})

describe('a supplier’s own code', () => {
  it('is moved to other goods, and let go', async () => {
    const [one, two] = [await make(), await make()]
    const supplier = await server.insert('fornecedor', { xNome: 'Tintas SA' })
    const made = await post('mercadoria_fornecedor', {
      mercadoria_id: one.id,
      fornecedor_id: supplier.id,
      codigo: 'T1',
    })
    expect(made.status).toBe(201)
    const moved = await post(`mercadoria_fornecedor/${made.body.id}/updateMercadoriaFornecedor`, {
      codigo: 'T2',
      mercadoria_id: two.id,
    })
    expect([moved.status, moved.body.codigo, moved.body.mercadoria_id]).toEqual([200, 'T2', two.id])
    await post('mercadoria_fornecedor', { mercadoria_id: one.id, fornecedor_id: supplier.id, codigo: 'T1' })
    const again = (body: object) => post(`mercadoria_fornecedor/${made.body.id}/updateMercadoriaFornecedor`, body)
    expect((await again({ codigo: 'T1' })).status).toBe(409)
    expect((await again({ codigo: '' })).status).toBe(422)
    expect((await again({ mercadoria_id: 99_999_999 })).status).toBe(400)
    const gone = await post(`mercadoria_fornecedor/${made.body.id}/limpaMercadoriaFornecedor`)
    expect([gone.status, gone.body.message]).toEqual([200, 'Registro excluido com sucesso.'])
    expect(await list('mercadoria_fornecedor', { where: { fornecedor_id: supplier.id } })).toMatchObject([
      { codigo: 'T1' },
    ])
  })
})

describe('a product', () => {
  it('is found by what others call it, and told in its other unit', async () => {
    const { id } = await make({
      referencias: [{ referencia: 'Ab-123/é', tipo: 1 }],
      unidades_auxiliares: [{ unidade_id: box, fator_conversao: 12 }],
    })
    expect(await list('mercadoria', { custom: { referencia: 'ab 123 E' } })).toEqual([])
    expect(await list('mercadoria', { custom: { referencia: 'AB-123/E' } })).toMatchObject([{ id }])
    await server.insert('mercadoria_saldo', { empresa_id: server.empresa_id, mercadoria_id: id, q_total: '127' })
    const { body } = await server.admin('GET', `/api/mercadoria/${id}`)
    expect(body.unidade_auxiliar).toMatchObject({ un: 'CXA', fator_conversao: 12, estoque: 10.5833 })
    expect(body.unidades_auxiliares).toMatchObject([{ un: 'CXA', fator_conversao: 12, estoque: 10.5833 }])
    const same = await post('unidade_auxiliar', { mercadoria_id: id, unidade_id: unit, fator_conversao: 2 })
    expect([same.status, same.body.errors]).toEqual([422, { unidade_id: ['Esta já é a unidade da mercadoria.'] }])
    for (const fator_conversao of [0, -1, null])
      expect((await post('unidade_auxiliar', { mercadoria_id: id, unidade_id: box, fator_conversao })).status).toBe(422)
  })

  it('is copied with prices, composition, characteristics and units; codes and pictures are its own', async () => {
    const table = await server.insert('tabela_preco', { descricao: 'Varejo' })
    const group = await server.insert('mercadoria_caracteristica_grupo', { descricao: 'Cor' })
    const [glue, cap] = [await make({ xProd: 'Base' }), await make({ xProd: 'Tampa' })]
    const one = await make({
      xProd: 'C'.repeat(120),
      codigo: 'C-1',
      cEAN: '7896000000019',
      mercadoria_precos: [{ tabela_preco_id: table.id, vUnTrib: 19.9 }],
      mercadoria_insumos: [{ mercadoria_insumo_id: glue.id, quantidade: 2 }],
      unidades_auxiliares: [{ unidade_id: box, fator_conversao: 6 }],
      referencias: [{ referencia: 'R1' }],
    })
    expect(one.preco).toBe(19.9)
    await post('estoque/mercadoria_caracteristica', {
      mercadoria_id: one.id,
      caracteristica_grupo_id: group.id,
      descricao: 'Azul',
      insumos: [{ mercadoria_id: cap.id, quantidade: 1 }],
    })
    const answer = await post(`mercadoria/${one.id}/duplica`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { body } = await server.admin('GET', `/api/mercadoria/${answer.body.mercadoria.id}`)
    expect(body).toMatchObject({ cEAN: null, preco: 19.9, referencias: [], codigos_barras: [], imagem: null })
    expect(body.codigo).toMatch(/^\d+$/)
    expect(body.xProd).toBe(`${'C'.repeat(112)} (cópia)`)
    expect(body.mercadoria_insumos).toMatchObject([{ mercadoria_insumo_id: glue.id, quantidade: 2 }])
    expect(body.unidades_auxiliares).toMatchObject([{ fator_conversao: 6 }])
    const [blue] = await list('estoque/mercadoria_caracteristica', { where: { mercadoria_id: body.id } })
    const { body: whole } = await server.admin('GET', `/api/estoque/mercadoria_caracteristica/${blue.id}`)
    expect(whole).toMatchObject({ descricao: 'Azul', insumos: [{ mercadoria_id: cap.id, quantidade: 1 }] })
  })

  it('keeps what its price is formed from, hidden from who may not know costs; 422 for shares of a whole price', async () => {
    const one = await make({ formacao_preco: { vCusto: 80, pIPI: 10, pMargem: 20, pComissoes: '5', lixo: 1 } })
    expect(one.formacao_preco).toMatchObject({ vCusto: 80, tCustosAquisicao: 88, vPrecoSujerido: 117.33, pMargem: 20 })
    expect(one.formacao_preco).not.toHaveProperty('lixo')
    const put = (formacao_preco: unknown) => server.admin('PUT', `/api/mercadoria/${one.id}`, { formacao_preco })
    expect((await put({ vCusto: 1, pMargem: 100 })).status).toBe(422)
    expect((await put({ vCusto: 'x' })).status).toBe(422)
    expect((await put([])).status).toBeLessThan(500)
    const blind = await server.user({ permissions: ['show mercadoria'] })
    expect((await blind('GET', `/api/mercadoria/${one.id}`)).body).not.toHaveProperty('formacao_preco')
  })
})
