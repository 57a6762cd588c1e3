import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { queueJob } from '../platform/jobs/queue'
import { startWorker } from '../platform/jobs/worker'
import { cleaning } from './cleaning'

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

it('what settings say is kept as long as they say, and the trail five years at least, whoever asks', async () => {
  const set = (name: string, value: string) => query(sql`update configuracao set value = ${value} where name = ${name}`)
  const entry = (days: number) =>
    query(
      sql`insert into auditoria (dh, recurso, registro_id, acao, campos) values (now() - make_interval(days => ${days}), 'de_teste', ${days}, 'create', '[]')`,
    )
  const mail = (days: number, sent: boolean) =>
    query(sql`insert into email (empresa_id, para, assunto, criado_em, "dhEnvio")
      values (${server.empresa_id}, 'a@b.example', ${`${days}`}, now() - make_interval(days => ${days}), case when ${sent} then now() - make_interval(days => ${days}) end)`)
  const clean = async () => {
    await server.pool.transaction(SYSTEM, (db) => queueJob(db, cleaning.name, {}))
    await server.runJobs()
    const left = await query(
      sql`select 'h' || registro_id as t from auditoria where recurso = 'de_teste' union all select 'e' || assunto from email order by 1`,
    )
    return left.map((row) => row.t)
  }
  for (const days of [1_800, 2_000]) await entry(days)
  await mail(40, true)
  await mail(20, true)
  await mail(50, false)
  const all = ['e20', 'e40', 'e50', 'h1800', 'h2000']
  expect(await clean()).toEqual(all)
  await set('GUARDA_EMAILS_DIAS', '30')
  await set('GUARDA_HISTORICO_DIAS', '10')
  expect(await clean()).toEqual(['e20', 'e50', 'h1800'])
  await expect(query(sql`select prumo_limpa_auditoria(now() - interval '1800 days', 10)`)).rejects.toThrow()
})
