import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** `POST mercadoria_preco/export`: the file that it answers is read back by the import of prices as it is. */

let server: TestServer
let table: number
const admin: TestServer['admin'] = (...args) => server.admin(...args)
const IMPORT = '/api/cadastros/importacao'

beforeAll(async () => {
  server = await testServer()
  table = (await server.insert('tabela_preco', { descricao: 'Varejo; "especial"' })).id
  const other = (await server.insert('tabela_preco', { descricao: 'Atacado' })).id
  for (const [codigo, cEAN, custo, vUnTrib] of [
    ['A-1', '7891234567895', '10', '12.5'],
    ['0002', null, '0', '1234.5678'],
    ['C3', null, '3', '0.99'],
  ]) {
    const { id } = await server.insert('mercadoria', { xProd: `=Produto ${codigo}`, codigo, cEAN, custo })
    for (const tabela_preco_id of [table, other])
      await admin('POST', `/api/tabela_preco/${tabela_preco_id}/salvaPrecos`, {
        precos: [{ mercadoria_id: id, vUnTrib }],
      })
  }
})
afterAll(() => server.close())

async function exported(body: object, token: string): Promise<Response> {
  return server.app.request('/api/mercadoria_preco/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function readBack(file: Blob, name: string) {
  const form = new FormData()
  form.set('tipo', 'precos')
  form.set('file', new File([file], name))
  const { status, body } = await admin('POST', `${IMPORT}/upload`, form)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const prices = async () => {
  const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: table }))
  const { body } = await admin('GET', `/api/mercadoria_preco?where=${where}&orderBy=mercadoria_id&sortedBy=asc`)
  return body.data.map((one: { vUnTrib: number }) => one.vUnTrib)
}

it.each(['csv', 'xlsx'])(
  'a %s is read back: nothing is new, nothing is wrong, and the prices are as they were',
  async (format) => {
    const token = await server.token()
    const answer = await exported({ format, where: { tabela_preco_id: table }, orderBy: 'mercadoria_id' }, token)
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringContaining(format)])
    const before = await prices()
    const batch = await readBack(await answer.blob(), `precos.${format}`)
    expect(batch).toMatchObject({ total: 3, iguais: 3, novos: 0, errados: 0, repetidos: 0 })
    await admin('POST', `${IMPORT}/${batch.id}/importa`)
    await server.runJobs()
    expect(await prices()).toEqual(before)
  },
)

it('in an empty table of that name every price is new, found by the code of the goods and the name of the table', async () => {
  const token = await server.token()
  const columns = [
    { field: 'mercadoria.codigo', label: 'Código do produto' },
    { field: 'mercadoria.xProd', label: 'Mercadoria' },
    { field: 'tabela_preco.descricao', label: 'Tabela de preço' },
    { field: 'vUnTrib', label: 'Preço' },
  ]
  const asked = { where: { tabela_preco_id: table }, custom: { das_mercadorias: { search: 'Produto' } }, columns }
  const file = await (await exported({ format: 'csv', ...asked }, token)).blob()
  await admin('PUT', `/api/tabela_preco/${table}`, { descricao: 'Antiga' })
  const empty = (await server.insert('tabela_preco', { descricao: 'Varejo; "especial"' })).id
  const batch = await readBack(file, 'precos.csv')
  expect(batch).toMatchObject({ novos: 3, errados: 0 })
  await admin('POST', `${IMPORT}/${batch.id}/importa`)
  await server.runJobs()
  const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: empty }))
  const { body } = await admin('GET', `/api/mercadoria_preco?where=${where}&orderBy=mercadoria_id&sortedBy=asc`)
  expect(body.data.map((one: { vUnTrib: number }) => one.vUnTrib)).toEqual([12.5, 1234.5678, 0.99])
})

it('403 without the right to goods, 422 for what is no list of columns, 400 for no JSON', async () => {
  let stranger = ''
  await server.user({ permissions: ['edit venda'] }, (token) => (stranger = token))
  expect((await exported({}, stranger)).status).toBe(403)
  const token = await server.token()
  expect((await exported({ columns: 'x' }, token)).status).toBe(422)
  expect((await exported([], token)).status).toBe(422)
})
