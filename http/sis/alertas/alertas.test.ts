import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { queueJob } from '../../platform/jobs/queue'
import { alerts } from './alerts'

/** What needs a person is told by mail: once when it begins, once when it is over. */

let server: TestServer
let smtp: SmtpSimulator
beforeAll(async () => {
  smtp = await startSmtp()
  server = await testServer({ smtpUrl: smtp.url, publicUrl: 'https://prumo.example' })
  const { id: outra } = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
  await server.user({ roles: ['admin'], empresas: [Number(outra)] })
  await server.user({ permissions: ['manage empresa'] })
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const run = (statement: string) => asOwner(server.pool.url, (owner) => owner.unsafe(statement))
const set = (name: string, value: string) => run(`update configuracao set value = '${value}' where name = '${name}'`)
/** What the mails of one look told: to whom, under which subject. */
const looked = async () => {
  const before = smtp.mails.length
  await server.pool.transaction(SYSTEM, (db) => queueJob(db, alerts.name, {}))
  await server.runJobs()
  return smtp.mails
    .slice(before)
    .map(({ to, subject, faults }) => [to[0], subject, ...faults])
    .toSorted()
}
/** A request of no kind that is known: nobody sends it. */
const request = (chave: string, more: object) =>
  server.insert('troca', {
    empresa_id: server.empresa_id,
    tipo: 'de.teste',
    assunto: 'Teste',
    chave,
    fila: chave,
    corpo: '{}',
    ...more,
  })
const now = () => new Date().toISOString()
const ADMIN = 'u1@teste.example'

it('once until it is over, then once that it is, to administrators of the company that it is of', async () => {
  await request('desistida', { status: 'falhou', erro: 'Recusada', dhFim: now() })
  expect(await looked()).toEqual([[ADMIN, 'Prumo: Comunicações desistidas']])
  expect(smtp.mails.at(-1)?.text).toContain('de.teste (de.teste): 1 comunicação desistida nas últimas 24 horas.')
  await request('outra', { status: 'falhou', erro: 'Recusada', dhFim: now() })
  expect(await looked()).toEqual([])
  await run(`update troca set "dhFim" = now() - interval '2 days' where tipo = 'de.teste'`)
  expect(await looked()).toEqual([[ADMIN, 'Prumo: resolvido: Comunicações desistidas']])
  expect(await looked()).toEqual([])
})

it('a service that answers nothing for long, and not one that was asked a moment ago or answers meanwhile', async () => {
  await request('espera', { status: 'na_fila', erro: 'Sem resposta', historico: [{ status: null }] })
  expect(await looked()).toEqual([])
  await run(`update troca set criado_em = now() - interval '40 minutes' where chave = 'espera'`)
  expect(await looked()).toEqual([[ADMIN, 'Prumo: Serviço externo sem resposta']])
  await request('boa', { status: 'respondida', dhFim: now() })
  expect(await looked()).toEqual([[ADMIN, 'Prumo: resolvido: Serviço externo sem resposta']])
})

it('in one mail, which counts what it leaves out of more than fifty', async () => {
  for (let at = 0; at < 52; at++)
    await request(`muitas ${at}`, { tipo: `de.muitas.${at}`, status: 'falhou', erro: 'Recusada', dhFim: now() })
  expect(await looked()).toEqual([[ADMIN, 'Prumo: 52 alertas']])
  expect(smtp.mails.at(-1)?.text).toContain('E mais 2, que o registro do servidor tem.')
  await run(`update troca set "dhFim" = now() - interval '2 days' where tipo like 'de.muitas.%'`)
  expect(await looked()).toEqual([[ADMIN, 'Prumo: 52 resolvidos']])
})

it('goes to whom the setting names, and is silent of kinds that are switched off', async () => {
  await run(`insert into medida_tabela (dia, tabela, bytes) values (current_date - 8, 'cliente', -1e12)`)
  await set('ALERTA_EMAILS', 'plantao@prumo.example; isto-nao')
  expect(await looked()).toEqual([['plantao@prumo.example', 'Prumo: Tabela que cresce depressa']])
  await set('ALERTA_DESLIGADOS', 'tabela')
  expect(await looked()).toEqual([])
  await set('ALERTA_EMAILS', '')
  await set('ALERTA_DESLIGADOS', '')
  expect((await looked()).map(([to]) => to)).toEqual([ADMIN, 'u2@teste.example'])
})

it.each([
  ['ALERTA_EMAILS', 'ana@mercado.example; ana', 'E-mail inválido: ana.'],
  ['ALERTA_DESLIGADOS', 'disco; chuva', 'Alerta desconhecido: chuva.'],
])('422 for %s that cannot be', async (name, value, told) => {
  const [{ id }] = (await server.admin('GET', `/api/configuracao?where={"name":"${name}"}`)).body.data
  const { status, body } = await server.admin('PUT', `/api/configuracao/${id}`, { value })
  expect([status, body.errors.value[0]]).toEqual([422, expect.stringContaining(told)])
})
