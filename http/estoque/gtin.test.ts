import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const product = (values: object) => server.admin('POST', '/api/mercadoria', { xProd: 'Cola', ...values })
const scan = async (code: string) => {
  const query = new URLSearchParams({ custom: JSON.stringify({ codigo_barras: code }) })
  return (await server.admin('GET', `/api/mercadoria?${query}`)).body.data.map((one: { id: number }) => one.id)
}
const upload = (lines: readonly string[]) => {
  const form = new FormData()
  form.set('tipo', 'produtos')
  form.set('file', new File([lines.join('\n')], 'teste.csv'))
  return server.admin('POST', '/api/cadastros/importacao/upload', form)
}

describe('a bar code', () => {
  it('finds its product with and without the zeros before it, main and auxiliary', async () => {
    const { body: made } = await product({ cEAN: '7894411000116', eans_auxiliares: [{ cEAN: '17894411000113' }] })
    for (const code of ['7894411000116', '07894411000116', '17894411000113'])
      expect(await scan(code)).toEqual([made.id])
    const { body: upc } = await product({ cEAN: '00042100005264' })
    for (const code of ['04252614', '042100005264', '0042100005264']) expect(await scan(code)).toEqual([upc.id])
    expect((await server.admin('GET', '/api/busca?q=07894411000116')).body.data[0]).toMatchObject({ id: made.id })
  })

  it('409 belongs to one product, as main code or as auxiliary one', async () => {
    const { body: first } = await product({ cEAN: '7894411000208', eans_auxiliares: [{ cEAN: '7894411000215' }] })
    for (const values of [
      { cEAN: '7894411000208' },
      { cEAN: '07894411000208' },
      { cEAN: '7894411000215' },
      { eans_auxiliares: [{ cEAN: '07894411000208' }] },
      { eans_auxiliares: [{ cEAN: '07894411000215' }] },
    ]) {
      const { status, body } = await product(values)
      expect([status, body.message], JSON.stringify(values)).toEqual([
        409,
        `Este código de barras é da mercadoria ${first.id}, Cola.`,
      ])
    }
    const { body: other } = await product({})
    expect((await server.admin('PUT', `/api/mercadoria/${other.id}`, { cEAN: '07894411000208' })).status).toBe(409)
    const own = await server.admin('PUT', `/api/mercadoria/${first.id}`, { cEAN: '07894411000208', xProd: 'Cola' })
    expect(own.status).toBe(200)
  })

  it('is given to one of two that ask for it at the same time', async () => {
    const answers = await Promise.all(
      ['7894411000307', '07894411000307', '7894411000307'].map((cEAN) => product({ cEAN })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it('names its product in a sheet, and is the same in two rows of it', async () => {
    const { body: made } = await product({ cEAN: '7894411000406' })
    expect((await upload(['Descrição;EAN', 'Cola;07894411000406'])).body).toMatchObject({ novos: 0, errados: 0 })
    expect((await upload(['Descrição;EAN', 'Um;7894411000505', 'Outro;07894411000505'])).body).toMatchObject({
      novos: 1,
      repetidos: 1,
    })
    expect(await scan('7894411000406')).toEqual([made.id])
  })
})
