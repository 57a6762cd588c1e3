import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'

/** The trail of all records, and a record as it stood on a day. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const call: TestServer['admin'] = (...args) => server.admin(...args)
const ok = async (method: string, path: string, body?: object) => {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const run = (statement: string) => asOwner(server.pool.url, (owner) => owner.unsafe(statement))
const TRAIL = '/api/sis/auditoria'
const today = () => server.services.clock?.today() ?? new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
const YEAR = new Date().getFullYear()
const THIS_YEAR = `ini=${YEAR}-01-01&fim=${YEAR}-12-31`
const asked = (more = '') => ok('GET', `${TRAIL}?${THIS_YEAR}${more}`)

it('says who did what to which record and when, newest first, by page and filter', async () => {
  const { id } = await ok('POST', '/api/cadastro/motorista', { xNome: 'Antes' })
  await ok('PUT', `/api/cadastro/motorista/${id}`, { xNome: 'Depois' })
  const { data } = await asked(`&recurso=motorista&registro_id=${id}`)
  expect(data).toMatchObject([
    {
      acao: 'update',
      recurso_texto: 'Motorista',
      campos: [{ rotulo: 'Nome', de_texto: 'Antes', para_texto: 'Depois' }],
    },
    { acao: 'create', user: { name: expect.any(String) } },
  ])
  expect((await asked(`&recurso=motorista&registro_id=${id}&acao=create`)).data).toHaveLength(1)
  expect((await asked(`&recurso=motorista&registro_id=${id}&antes=${data[0].id}`)).data).toHaveLength(1)
  for (let at = 0; at < 51; at++) await ok('POST', '/api/cadastro/motorista', { xNome: `Motorista ${at}` })
  const page = await asked('&recurso=motorista')
  expect([page.data.length, page.mais]).toEqual([50, true])
})

it('goes to a file whose cells run nothing', async () => {
  await ok('POST', '/api/cadastro/motorista', { xNome: '=cmd()' })
  const file = await server.app.request(`${TRAIL}/export?ini=${today()}&fim=${today()}&recurso=motorista`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  const text = await file.text()
  expect(text).toContain('Data e hora;Quem;O que fez;Cadastro;Registro;Campo;De;Para')
  expect(text).toContain("'=cmd()")
})

it('is for administrators, within their companies', async () => {
  const clerk = await server.user({ permissions: ['show motorista', 'manage motorista'] })
  expect((await clerk('GET', `${TRAIL}?${THIS_YEAR}`)).status).toBe(403)
  const { id: outra } = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
  const other = await server.user({ roles: ['admin'], empresas: [outra] })
  await ok('POST', '/api/estoque/armazem', { xNome: 'Depósito nosso' })
  expect((await asked('&recurso=armazem')).data).not.toEqual([])
  expect((await other('GET', `${TRAIL}?${THIS_YEAR}&recurso=armazem`)).body.data).toEqual([])
})

it.each([
  ['', ['ini', 'fim']],
  ['?ini=2026-01-01&fim=2025-01-01', ['fim']],
  ['?ini=2020-01-01&fim=2026-01-01', ['fim']],
  ['?ini=2026-01-01&fim=2026-02-30', ['fim']],
  ['?ini=2026-01-01&fim=2026-02-01&recurso=nada', ['recurso']],
  ['?ini=2026-01-01&fim=2026-02-01&acao=drop', ['acao']],
])('422 for %s', async (query, fields) => {
  const answer = await call('GET', `${TRAIL}${query}`)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields])
})

it('a record is shown as it stood at the end of a day, with its lines and its own fields', async () => {
  await ok('POST', '/api/sis/custom_field', { alias: 'cliente', key: 'rota', type: 'text', label: 'Rota' })
  const address = { xLgr: 'Rua A', nro: '1', xBairro: 'Centro', CEP: '80010000', UF: 'PR' }
  const { id } = await ok('POST', '/api/cliente', {
    xNome: 'Como era',
    extra: { rota: 'norte' },
    endereco_entrega_list: [address],
  })
  await run(
    `update auditoria set dh = '2026-03-10 12:00-03' where registro_id = ${id} and recurso = 'cliente' or pai = 'cliente' and pai_id = ${id}`,
  )
  const { endereco_entrega_list: lines } = await ok('GET', `/api/cliente/${id}`)
  await ok('PUT', `/api/cliente/${id}`, {
    xNome: 'Como é',
    extra: { rota: 'sul' },
    endereco_entrega_list: [
      { ...lines[0], xLgr: 'Rua B' },
      { ...address, xLgr: 'Rua C' },
    ],
  })
  const at = async (dia: string) => {
    const { existia, campos, linhas } = await ok('GET', `/api/cliente/${id}/em?dia=${dia}`)
    const of = (name: string) => campos.find(({ campo }: { campo: string }) => campo === name)?.texto
    const streets = linhas.flatMap(({ registros }: { registros: { campos: { campo: string; texto: string }[] }[] }) =>
      registros.map((one) => one.campos.find(({ campo }) => campo === 'xLgr')?.texto),
    )
    return [existia, of('xNome'), of('extra.rota'), streets]
  }
  expect(await at('2026-03-10')).toEqual([true, 'Como era', 'norte', ['Rua A']])
  expect(await at('2090-01-01')).toEqual([true, 'Como é', 'sul', ['Rua B', 'Rua C']])
  expect(await at('2026-03-09')).toEqual([false, undefined, undefined, []])
  expect((await call('GET', `/api/cliente/${id}/em?dia=ontem`)).status).toBe(422)
  expect((await call('GET', '/api/cliente/999999/em?dia=2026-03-10')).status).toBe(404)
})
