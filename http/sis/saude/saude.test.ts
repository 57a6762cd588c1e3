import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { tellMeasures } from '../../platform/measures/store'
import { untold } from '../../platform/measures/tally'
import { queueJob } from '../../platform/jobs/queue'

/** The page of administrators: how the server is. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const PATH = '/api/sis/saude'
const run = (statement: string) => asOwner(server.pool.url, (owner) => owner.unsafe(statement))

it('tells who is on, what calls took, and how large tables are and by how much they grew', async () => {
  untold.take()
  for (let at = 0; at < 3; at++) await server.admin('GET', '/api/motorista')
  await tellMeasures(server.services)
  await queue('sis.tamanhos')
  await server.runJobs()
  const [largest] = await run(`select tabela, bytes from medida_tabela order by bytes desc, tabela limit 1`)
  await run(`update medida_tabela set dia = dia - 8, bytes = bytes - 4096 where tabela = '${largest?.tabela}'`)
  const { body } = await server.admin('GET', PATH)
  expect(body.sessoes).toMatchObject([{ user: { name: 'u1@teste.example' }, empresas: 'Teste', atual: true }])
  const call = body.chamadas.find((one: { recurso: string }) => one.recurso === 'motorista')
  expect(call).toMatchObject({ recurso_texto: 'Motorista', verbo: 'list', verbo_texto: 'Lista', falhas: 0 })
  expect(call.p95_ms).toBeGreaterThanOrEqual(call.p50_ms)
  expect(body.tabelas[0]).toMatchObject({ tabela: largest?.tabela, cresceu_7: 4096, cresceu_30: null })
})

it('is for administrators, who see and end sessions of people of their own companies alone', async () => {
  const { id: outra } = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
  const clerk = await server.user({ permissions: ['show empresa'] })
  const other = await server.user({ roles: ['admin'], empresas: [Number(outra)] })
  expect((await clerk('GET', PATH)).status).toBe(403)
  const ids = async (call: TestServer['admin']) =>
    (await call('GET', PATH)).body.sessoes.map((one: { id: number }) => one.id)
  const [mine, theirs] = [await ids(server.admin), await ids(other)]
  expect([mine.length, theirs.length]).toEqual([2, 1])
  expect(mine).not.toContain(theirs[0])
  expect((await server.admin('DELETE', `${PATH}/sessoes/${theirs[0]}`)).status).toBe(404)
  expect((await clerk('DELETE', `${PATH}/sessoes/${mine[0]}`)).status).toBe(403)
  const ofClerk = mine.find((id: number) => id !== Math.min(...mine))
  expect((await server.admin('DELETE', `${PATH}/sessoes/${ofClerk}`)).status).toBe(200)
  expect((await clerk('GET', '/api/sessao')).status).toBe(401)
})

it('counts what waits for outside services, and what was given up, of the own companies', async () => {
  await server.insert('troca', troca('a', { status: 'respondida', dhFim: '2026-01-02 10:00:00' }))
  await server.insert('troca', troca('b', { status: 'na_fila', tentativas: 3, erro: 'Sem resposta' }))
  const { servicos } = (await server.admin('GET', PATH)).body
  expect(servicos).toEqual([
    { tipo: 'webhook', titulo: 'Webhook', dhResposta: '2026-01-02 10:00:00', faltas: 3, esperam: 1, desistidas: 0 },
  ])
})

it('tries work of the program again that was given up, and nothing else', async () => {
  await queue('sis.tamanhos')
  await run(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'de teste'`)
  expect((await server.admin('POST', `${PATH}/trabalhos`, { nome: 'nada' })).status).toBe(400)
  expect((await server.admin('POST', `${PATH}/trabalhos`, { nome: 'sis.tamanhos' })).status).toBe(200)
  expect((await server.admin('POST', `${PATH}/trabalhos`, { nome: 'sis.tamanhos' })).status).toBe(400)
  await run(`delete from medida_tabela`)
  await server.runJobs()
  const [row] = await run(`select count(*)::int as n from medida_tabela`)
  expect(row?.n).toBeGreaterThan(50)
})

const queue = (name: string) => server.pool.transaction(SYSTEM, (db) => queueJob(db, name, {}, { key: 'de teste' }))

const troca = (chave: string, more: object) => ({
  empresa_id: server.empresa_id,
  tipo: 'webhook',
  assunto: 'Aviso',
  chave,
  fila: chave,
  corpo: '{}',
  ...more,
})
