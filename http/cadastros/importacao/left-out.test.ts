import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** Rows that an import left out: given out as a file, mended, and taken in again. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const BASE = '/api/cadastros/importacao'
const upload = (content: string) => {
  const form = new FormData()
  form.set('tipo', 'clientes')
  form.set('file', new File([content], 'teste.csv'))
  return server.admin('POST', `${BASE}/upload`, form)
}
const commit = async (id: number) => {
  const { status, body } = await server.admin('POST', `${BASE}/${id}/importa`, { ignora_erros: true })
  expect(status, JSON.stringify(body)).toBe(200)
  await server.runJobs()
  return (await server.admin('GET', `${BASE}/${id}`)).body
}
const leftOut = (id: number, call = server.admin) => call('GET', `${BASE}/${id}/sobras`)

describe('rows that were left out', () => {
  it('are a file with the columns of the one they came in and the reason of each, and come in again once mended', async () => {
    const { body } = await upload(
      [
        'Razão Social;CPF/CNPJ;Limite;Coluna minha',
        'Ana;529.982.247-25;1.234,50;x',
        'Bia;111.444.777-00;10;"y; ""z"""',
        'Caio;39053344705;muito;=1+1',
        'Ana de novo;52998224725;;',
      ].join('\r\n'),
    )
    const done = await commit(body.id)
    expect(done).toMatchObject({ status: 'importada', novos: 1 })
    const { body: file } = await leftOut(body.id)
    const lines = String(file).replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines[0]).toBe('Razão Social;CPF/CNPJ;Limite;Coluna minha;Por que ficou de fora')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('CNPJ ou CPF inválido')
    expect(lines[2]).toContain('Limite:')
    const mended = String(file)
      .replace('111.444.777-00', '111.444.777-35')
      .replace('muito', '77,5')
      .replace('Ana de novo;52998224725', 'Dora;')
    const again = (await upload(mended)).body
    expect(again).toMatchObject({ total: 3, novos: 3, errados: 0, repetidos: 0 })
    await commit(again.id)
    const { body: found } = await server.admin('GET', '/api/cliente?search=caio')
    expect(found.data[0]).toMatchObject({ xNome: 'Caio', limite_credito: 77.5 })
    expect((await leftOut(again.id)).body).toMatchObject({ code: 'nothing_left' })
  })

  it('403 without the right on what they are', async () => {
    const { body } = await upload('Nome;Limite\r\nEva;nada\r\nFlora;1\r\n')
    await commit(body.id)
    const other = await server.user({ permissions: ['manage importacao'] })
    expect((await leftOut(body.id, other)).status).toBe(403)
  })
})
