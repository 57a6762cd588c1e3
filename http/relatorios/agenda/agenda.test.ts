import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { testClock } from '../../../fixtures/test-clock'
import { type Caller, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { sendDueReports } from './send-due'

/** Reports by mail: each due moment once, with the rights that the owner has then. */

const PATH = '/api/relatorios/agenda'
// Friday, 27 November 2026, 09:00 in Brasília.
const clock = testClock('2026-11-27T12:00:00Z')
let server: TestServer
let smtp: SmtpSimulator
let owner: Caller
let ownerId: number

beforeAll(async () => {
  smtp = await startSmtp()
  server = await testServer({ clock, smtpUrl: smtp.url, publicUrl: 'https://prumo.example' })
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const cliente_id = (await server.insert('cliente', { xNome: 'Ana' })).id
  await server.insert('venda', { empresa_id: server.empresa_id, tipo_entrada_saida_id, cliente_id, vTotal: '1234.50' })
})
beforeEach(async () => {
  clock.set('2026-11-27T12:00:00Z')
  owner = await server.user({
    permissions: ['show relatorios', 'store relatorios', 'edit relatorios', 'show venda', 'show cliente'],
  })
  ownerId = (await owner('GET', '/api/sessao')).body.user.id
})
// What a test scheduled is none of the next one's.
afterEach(async () => {
  await server.pool.transaction(SYSTEM, (db) => db.execute(sql`update relatorio_agenda set ativo = false`))
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const WEEKLY = {
  rel_name: 'vendas_cliente',
  formato: 'csv',
  para: 'ana@mercado.example; bia@mercado.example',
  dia_semana: 1,
  hora: '08:00',
}
const made = async (more: object = {}): Promise<number> => {
  const { status, body } = await owner('POST', PATH, { ...WEEKLY, ...more })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.id
}
const shown = async (id: number) => (await server.admin('GET', `${PATH}/${id}`)).body
const monday = () => clock.set('2026-11-30T11:00:00Z')
/** What went out since. */
async function mailed(work: () => Promise<unknown>) {
  const before = smtp.mails.length
  await work()
  await server.runJobs()
  return smtp.mails.slice(before)
}

it('is due on its day and hour, and goes once to each, whoever looks', async () => {
  const id = await made()
  expect(await shown(id)).toMatchObject({
    titulo: 'Vendas por cliente',
    para: 'ana@mercado.example, bia@mercado.example',
    usuario_id: ownerId,
    dhProximo: expect.stringContaining('2026-11-30'),
  })
  clock.set('2026-11-30T10:59:59Z')
  expect(await mailed(() => sendDueReports(server.services))).toEqual([])
  monday()
  const mails = await mailed(() =>
    Promise.all([sendDueReports(server.services), sendDueReports(server.services), sendDueReports(server.services)]),
  )
  expect(mails.map(({ to }) => to).toSorted()).toEqual([['ana@mercado.example'], ['bia@mercado.example']])
  const [mail] = mails
  expect(mail).toMatchObject({ subject: 'Vendas por cliente · Empresa de Teste Ltda', faults: [] })
  expect(mail?.text).toContain('Segue o relatório “Vendas por cliente”.')
  expect(mail?.files.map(({ name }) => name)).toEqual(['vendas_cliente.csv'])
  expect(mail?.files[0]?.bytes.toString()).toMatch(/\r\nAna;;;1;1234,50;1234,50;/)
  expect(await shown(id)).toMatchObject({ xErro: null, dhProximo: expect.stringContaining('2026-12-07') })
  const { data } = (await server.admin('GET', '/api/sis/email?perPage=10')).body
  expect(data.filter(({ assunto }: { assunto: string }) => assunto.startsWith('Vendas por cliente'))).toHaveLength(2)
})

it('takes its period from the day on which it is sent, in each format', async () => {
  for (const [formato, start] of [
    ['pdf', '%PDF-1.'],
    ['xlsx', 'PK'],
  ] as const) {
    clock.set('2026-11-27T12:00:00Z')
    await made({
      formato,
      para: 'ana@mercado.example',
      filtros: { periodo: 'mes_anterior' },
      dia_semana: null,
      dia_mes: 1,
    })
    clock.set('2027-01-01T11:00:00Z')
    const [mail] = await mailed(() => sendDueReports(server.services))
    expect(mail?.text).toContain('Período: de 01/12/2026 até 31/12/2026')
    expect(mail?.files[0]?.name).toBe(`vendas_cliente.${formato}`)
    expect(mail?.files[0]?.bytes.toString('latin1').startsWith(start)).toBe(true)
  }
})

it('sends nothing where its owner lost a right or may not come in any more, and says why', async () => {
  const [lost, gone] = [await made(), await made()]
  const helper = owner
  await server.pool.transaction(SYSTEM, (db) =>
    db.execute(
      sql`delete from user_permission where user_id = ${ownerId} and permission_id = (select id from permission where name = 'show cliente')`,
    ),
  )
  monday()
  expect(await mailed(() => sendDueReports(server.services))).toEqual([])
  for (const id of [lost, gone])
    expect((await shown(id)).xErro).toContain('Você não tem permissão para este relatório (')
  expect((await server.admin('PUT', `/api/user/${ownerId}`, { ativo: false })).status).toBe(200)
  clock.set('2026-12-07T11:00:00Z')
  expect(await mailed(() => sendDueReports(server.services))).toEqual([])
  expect((await shown(gone)).xErro).toBe('Quem pediu não tem mais acesso a esta empresa.')
  expect((await shown(gone)).dhProximo).toContain('2026-12-14')
  expect((await helper('GET', PATH)).status).toBe(401)
})

it('is seen by its owner alone, and not sent while it is switched off', async () => {
  const id = await made()
  const other = await server.user({ permissions: ['show relatorios', 'edit relatorios', 'show venda', 'show cliente'] })
  expect((await other('GET', PATH)).body.data).toEqual([])
  expect((await other('PUT', `${PATH}/${id}`, { para: 'eu@mercado.example' })).status).toBe(404)
  expect((await owner('PUT', `${PATH}/${id}`, { ativo: false })).status).toBe(200)
  monday()
  expect(await mailed(() => sendDueReports(server.services))).toEqual([])
})

it('422 for what cannot be sent, 403 without the right of its report, 503 without a mail server', async () => {
  const refused = async (more: object) => {
    const { status, body } = await owner('POST', PATH, { ...WEEKLY, ...more })
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused({ rel_name: 'nada' })).toEqual([422, ['rel_name']])
  expect(await refused({ para: 'ana' })).toEqual([422, ['para']])
  expect(await refused({ para: Array.from({ length: 11 }, (_, n) => `a${n}@b.example`).join(',') })).toEqual([
    422,
    ['para'],
  ])
  expect(await refused({ hora: '25:00' })).toEqual([422, ['hora']])
  expect(await refused({ dia_mes: 3 })).toEqual([422, ['dia_mes']])
  expect(await refused({ filtros: { periodo: '2026-11-01' } })).toEqual([422, ['filtros']])
  expect(await refused({ filtros: { nada: 1 } })).toEqual([422, ['filtros']])
  expect(await refused({ filtros: { cliente_id: 'x' } })).toEqual([422, ['cliente_id']])
  expect((await owner('POST', PATH, { ...WEEKLY, rel_name: 'estoque_posicao' })).status).toBe(403)
  const silent = await testServer({ clock })
  const answer = await silent.admin('POST', PATH, WEEKLY)
  expect([answer.status, answer.body.code]).toEqual([503, 'integration_not_configured'])
  expect((await silent.admin('POST', PATH, { ...WEEKLY, ativo: false })).status).toBe(201)
  await silent.close()
})
