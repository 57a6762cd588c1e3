import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'

/** Codes that products are given by themselves, and prices that are looked at before they are changed. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const make = async (values: object = {}, call = server.admin) => {
  const { status, body } = await call('POST', '/api/mercadoria', { xProd: 'Parafuso', ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const upcoming = (body: object = {}, call = server.admin) => call('POST', '/api/mercadoria/numeracao', body)

describe('the code of a new product', () => {
  it('is the next of its company, unless one is given; its history holds it from the start', async () => {
    const [one, own, next] = [await make(), await make({ codigo: 'PAR-10' }), await make()]
    expect([one.codigo, own.codigo, next.codigo]).toEqual(['1', 'PAR-10', '2'])
    expect(one.versao).toBe(1)
    const { body } = await server.admin('GET', `/api/mercadoria/${one.id}/auditoria`)
    expect(JSON.stringify(body.data)).toContain('Código')
    expect(body.data).toHaveLength(1)
  })

  it('is never one that somebody wrote by hand: the series goes on after it', async () => {
    const { body } = await upcoming()
    await make({ codigo: String(body.proximo) })
    await make({ codigo: '7891000100103' })
    const made = await make()
    expect(Number(made.codigo)).toBe(body.proximo + 1)
  })

  it('of twenty that are made at once is another each', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make()))
    expect(new Set(made.map(({ codigo }) => codigo)).size).toBe(20)
  })

  it('goes on from where somebody says, and never back', async () => {
    expect((await upcoming({ proximo: 5000 })).body).toEqual({ proximo: 5000 })
    expect((await make()).codigo).toBe('5000')
    expect((await upcoming({ proximo: 10 })).status).toBe(409)
    for (const proximo of [0, -1, 'x', 1.5, 9_999_999_999]) expect((await upcoming({ proximo })).status).toBe(422)
  })

  it('stays as it is changed by hand, and is not taken when the product is refused', async () => {
    const { id, versao } = await make()
    const before = (await upcoming()).body.proximo
    await server.admin('PUT', `/api/mercadoria/${id}`, { codigo: 'MUDADO', versao })
    expect((await server.admin('POST', '/api/mercadoria', { xProd: '' })).status).toBe(422)
    expect((await server.admin('GET', `/api/mercadoria/${id}`)).body.codigo).toBe('MUDADO')
    expect((await upcoming()).body.proximo).toBe(before)
  })

  it("is of the company's own series; 403 without the right", async () => {
    const away = await server.insert('empresa', { CNPJ_CPF: testCnpj(5), xNome: 'Outra', UF: 'SP' })
    const other = await server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await upcoming({}, other)).body.proximo).toBe(1)
    const reader = await server.user({ permissions: ['show mercadoria'] })
    expect((await upcoming({}, reader)).status).toBe(403)
  })
})

describe('prices before they are changed', () => {
  it('are shown old and new, of those that would differ, and nothing is written; the change makes just these', async () => {
    const table = await server.insert('tabela_preco', { descricao: 'Varejo', pMarkup: '50' })
    const product = async (custo: string, price?: string) => {
      const { id } = await server.insert('mercadoria', {
        xProd: `De ${custo}`,
        codigo: `C${custo}`,
        custo,
        tpCalculo: 1,
      })
      if (price)
        await server.insert('mercadoria_preco', { mercadoria_id: id, tabela_preco_id: table.id, vUnTrib: price })
      return id
    }
    const [fresh, same, other] = [await product('10'), await product('20', '30'), await product('40', '55')]
    const free = await product('0')
    const body = { id_list: [fresh, same, other, free] }
    const ask = (verb: string) => server.admin('POST', `/api/tabela_preco/${table.id}/${verb}`, body)
    expect((await ask('previsaoPrecos')).body).toEqual({
      data: [
        { mercadoria_id: fresh, codigo: 'C10', xProd: 'De 10', de: null, para: 15 },
        { mercadoria_id: other, codigo: 'C40', xProd: 'De 40', de: 55, para: 60 },
      ],
      quantidade: 3,
      alteradas: 2,
      ignoradas: 1,
    })
    const prices = async () =>
      (
        await server.admin(
          'GET',
          `/api/mercadoria_preco?where=${encodeURIComponent(`{"tabela_preco_id":${table.id}}`)}`,
        )
      ).body
    expect((await prices()).total).toBe(2)
    await ask('precifica')
    expect((await ask('previsaoPrecos')).body).toMatchObject({ data: [], alteradas: 0 })
    expect((await prices()).total).toBe(3)
  })
})
