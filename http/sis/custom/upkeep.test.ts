import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customers } from '../../comercial/publico/customers.fixture'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { queueJob } from '../../platform/jobs/queue'
import { indexName, upkeep } from './index-job'

/** What companies' own fields go through after they were made: lines that have them, their order, what hangs on them, and documents that are made of others. */

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
const FIELDS = '/api/sis/custom_field'
const define = (alias: string, key: string, type: string, more: object = {}) =>
  ok('POST', FIELDS, { alias, key, type, label: `Campo ${key}`, ...more })

it('what a line brings of its own fields is judged as on its own form, and told at its place', async () => {
  await define('veiculo', 'renovacao', 'date')
  const carrier = (veiculos: object[], id?: number) =>
    call(id === undefined ? 'POST' : 'PUT', `/api/transportadora${id === undefined ? '' : `/${id}`}`, {
      xNome: 'Frota própria',
      veiculos,
    })
  const vehicle = { placa: 'ABC1D24', UF: 'PR' }
  const refused = await carrier([vehicle, { placa: 'ABC1D25', UF: 'PR', extra: { renovacao: 'ontem', '99': 1 } }])
  expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([
    422,
    ['veiculos.1.extra.99', 'veiculos.1.extra.renovacao'],
  ])
  const made = await carrier([{ ...vehicle, extra: { renovacao: '2027-01-31' } }])
  const [line] = made.body.veiculos
  const changed = await carrier([{ id: line.id, extra: { renovacao: '2028-01-31' } }], made.body.id)
  expect(changed.status).toBe(200)
  expect((await ok('GET', `/api/transportadora_veiculo/${line.id}`)).extra).toEqual({ renovacao: '2028-01-31' })
})

it('the order of fields changes for all or for none', async () => {
  const ids: number[] = []
  for (const key of ['um', 'dois', 'tres']) ids.push((await define('motorista', key, 'text')).id)
  const ordered = async () => (await ok('GET', `${FIELDS}?where={"alias":"motorista"}&orderBy=order`)).data
  const wanted = ids.toReversed()
  await ok('POST', `${FIELDS}/ordena`, { alias: 'motorista', ids: wanted })
  expect((await ordered()).map((one: { id: number }) => one.id)).toEqual(wanted)
  for (const wrong of [
    [...ids, 999_999],
    [ids[0], ids[0], ids[1]],
  ])
    expect((await call('POST', `${FIELDS}/ordena`, { alias: 'motorista', ids: wrong })).status).toBe(422)
  expect((await call('POST', `${FIELDS}/ordena`, { alias: 'cliente', ids })).status).toBe(422)
  expect((await ordered()).map((one: { id: number }) => one.id)).toEqual(wanted)
})

it('the index of a field is made again where it is gone, as in a restored database, and goes with the field', async () => {
  const { id } = await define('motorista', 'cracha', 'text', { indexado: true })
  const indexes = () =>
    server.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select 1 from pg_indexes where indexname = ${indexName(id)}`))
  await server.runJobs()
  expect(await indexes()).toHaveLength(1)
  await asOwner(server.url, (owner) => owner.unsafe(`drop index "${indexName(id)}"`))
  await server.pool.transaction(SYSTEM, (db) => queueJob(db, upkeep.name, {}))
  await server.runJobs()
  expect(await indexes()).toHaveLength(1)
  await ok('DELETE', `${FIELDS}/${id}`)
  await server.runJobs()
  expect(await indexes()).toHaveLength(0)
})

it('a field that is deleted while its index is made leaves none', async () => {
  const { id } = await define('motorista', 'ficha', 'text', { indexado: true })
  const indexes = () =>
    server.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select 1 from pg_indexes where indexname = ${indexName(id)}`))
  let making = Promise.resolve()
  await server.pool.transaction(SYSTEM, async (db) => {
    // Whoever writes in the table has the making of the index wait.
    await db.execute(sql`lock table motorista in row exclusive mode`)
    making = server.runJobs()
    await expect.poll(indexes, { timeout: 20_000 }).toHaveLength(1)
    await ok('DELETE', `${FIELDS}/${id}`)
  })
  await making
  await server.runJobs()
  expect(await indexes()).toHaveLength(0)
})

it('a column of a list names no records of others', async () => {
  const columns = [{ key: 'quem', label: 'Quem', type: 'autocomplete', ui: { autocomplete: 'cliente' } }]
  const answer = await call('POST', FIELDS, { alias: 'motorista', key: 'l', type: 'repeater', label: 'Lista', columns })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['columns']])
})

it('a sale takes over of its quote the own fields that both have, and nothing else', async () => {
  const at = await customers()
  try {
    const defined = async (alias: string, key: string, type = 'text') => {
      const { status, body } = await at.server.admin('POST', FIELDS, { alias, key, type, label: key })
      expect(status, JSON.stringify(body)).toBe(201)
    }
    await defined('orcamento', 'obra')
    await defined('orcamento', 'so_dele')
    await defined('orcamento', 'prazo', 'date')
    await defined('venda', 'obra')
    await defined('venda', 'prazo')
    const { id } = await at.quote({ extra: { obra: 'Ponte', so_dele: 'x', prazo: '2027-01-31' } })
    const closed = await at.act(id, 'fecha')
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    const [row] = await at.run(sql`select id, extra from venda where orcamento_id = ${id}`)
    const sale = await at.server.admin('GET', `/api/venda/${Number(row?.id)}`)
    expect(sale.body.extra).toEqual({ obra: 'Ponte', prazo: null })
    expect(Object.keys(Object(row?.extra))).toHaveLength(1)
  } finally {
    await at.close()
  }
})
