import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { asWork } from '../../db/work'
import { rowsOf } from '../context'
import { tellMeasures } from './store'

/** What calls cost, by resource and verb: for Prometheus, and of all servers together. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const query = (statement: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, statement))
const metrics = async (): Promise<string> => (await server.app.request('/metrics')).text()
/** The value of one line, 0 where there is none yet. */
const valueOf = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  )

it('counts a call by its resource and verb, whatever path it came by, with time and statements of the database', async () => {
  const { id } = (await server.admin('POST', '/api/cadastro/motorista', { xNome: 'Contado' })).body
  const before = await metrics()
  await server.admin('GET', `/api/cadastro/motorista/${id}`)
  await server.admin('GET', `/api/motorista/${id}`)
  await server.admin('GET', '/api/motorista/999999')
  const after = await metrics()
  const grew = (line: string) => valueOf(after, line) - valueOf(before, line)
  const show = 'resource="motorista",verb="show"'
  expect(grew(`prumo_calls_total{${show},status="2xx"}`)).toBe(2)
  expect(grew(`prumo_calls_total{${show},status="4xx"}`)).toBe(1)
  expect(grew(`prumo_call_duration_seconds_bucket{${show},le="+Inf"}`)).toBe(3)
  expect(grew(`prumo_call_statements_total{${show}}`)).toBeGreaterThanOrEqual(3)
  expect(grew(`prumo_call_database_seconds_total{${show}}`)).toBeGreaterThan(0)
})

it('no address makes a name of its own: what nobody serves is counted as one', async () => {
  await server.admin('GET', '/api/inventado/12345678909')
  await server.app.request('/api/outro-inventado/1')
  const told = await metrics()
  expect(told).toContain('resource="outras",verb="outras"')
  expect(told).not.toMatch(/inventado|12345678909/)
})

it('adds what each server counted to what all have', async () => {
  const counted = async () => {
    const [row] = await query(
      sql`select coalesce(sum(chamadas), 0)::int as chamadas, coalesce(sum(f), 0)::int as faixas from medida_chamada m, lateral (select sum(f) as f from unnest(m.faixas) f) x
          where recurso = 'motorista' and verbo = 'list'`,
    )
    return [row?.chamadas, row?.faixas]
  }
  await tellMeasures(server.services)
  const [before] = await counted()
  for (const times of [2, 3]) {
    for (let at = 0; at < times; at++) await server.admin('GET', '/api/motorista')
    await tellMeasures(server.services)
  }
  const [chamadas, faixas] = await counted()
  expect([Number(chamadas) - Number(before), faixas]).toEqual([5, chamadas])
})

it('a statement beyond the bound that is set is kept with what asked it, by its text and without the values that it was asked with', async () => {
  const set = async (value: string) => {
    await query(sql`update configuracao set value = ${value} where name = 'CONSULTA_LENTA_MS'`)
    await tellMeasures(server.services)
  }
  await set('0')
  await query(sql`delete from consulta_lenta`)
  await server.admin('GET', '/api/motorista?search=Ninguem')
  await set('1')
  await asWork({ kind: 'call', name: () => ({ recurso: 'motorista', verbo: 'list' }) }, () =>
    query(sql`select pg_sleep(0.05), ${'Maria da Silva'}::text`),
  )
  await set('0')
  const kept = await query(
    sql`select recurso, verbo, ms, texto from consulta_lenta where texto like 'select pg_sleep%'`,
  )
  expect(kept).toEqual([
    { recurso: 'motorista', verbo: 'list', ms: expect.any(Number), texto: 'select pg_sleep(0.05), $1::text' },
  ])
  expect(await query(sql`select 1 from consulta_lenta where texto like '%Maria%' or texto like '%Ninguem%'`)).toEqual(
    [],
  )
})

it('422 for a bound that is none', async () => {
  const [{ id }] = (await server.admin('GET', '/api/configuracao?where={"name":"CONSULTA_LENTA_MS"}')).body.data
  for (const value of ['-1', '600001', '0,5']) {
    const { status, body } = await server.admin('PUT', `/api/configuracao/${id}`, { value })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['value']])
  }
  expect((await server.admin('PUT', `/api/configuracao/${id}`, { value: '250' })).status).toBe(200)
})
