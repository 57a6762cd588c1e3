import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { startWorker } from '../platform/jobs/worker'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const query = (statement: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, statement))

it('a server that starts deletes what is old, batch after batch, and keeps what is not', async () => {
  await query(sql`insert into idempotencia (user_id, chave, rota, dh)
    select 1, 'velha ' || n, 'r', now() - interval '25 hours' from generate_series(1, 12000) n`)
  await query(
    sql`insert into idempotencia (user_id, chave, rota, dh) values (1, 'nova', 'r', now() - interval '23 hours')`,
  )
  await query(sql`insert into tentativa_login (email, endereco, ok, dh)
    values ('velha', 'a', true, now() - interval '200 days'), ('nova', 'a', true, now() - interval '100 days')`)
  await query(sql`insert into limite_uso (chave, dh) values ('velha', now() - interval '2 days'), ('nova', now())`)
  await query(sql`insert into "user" (name, email, empresa_id) values ('Some', 's@s.example', ${server.empresa_id})`)
  await query(sql`insert into sessao (token_hash, user_id, usada_em)
    select h, u.id, now() - interval '300 days' from "user" u, unnest(array['primeira', 'última']) h where u.email = 's@s.example' order by h`)
  const worker = await startWorker(server.services)
  const left = async () =>
    (
      await query(sql`select 'i ' || chave as t from idempotencia union all select 'e ' || email from tentativa_login
        union all select 'l ' || chave from limite_uso union all select 's ' || token_hash from sessao where usada_em < now() - interval '1 day' order by 1`)
    ).map((row) => row.t)
  const deadline = Date.now() + 20_000
  while ((await left()).length > 4 && Date.now() < deadline) await Bun.sleep(50)
  await worker.stop()
  expect(await left()).toEqual(['e nova', 'i nova', 'l nova', 's última'])
})
