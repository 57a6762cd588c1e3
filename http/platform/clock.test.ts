import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCertificate } from '../../fixtures/certificates'
import { testClock } from '../../fixtures/test-clock'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { action } from './action'
import { begun } from './answers'
import { job, startJob } from './jobs/job'
import { tarefa } from './jobs/tarefa'

/** The clock of a server is the clock of every context: a test moves the day and the API follows. */

const FIRST = '2026-03-31T23:30:00-03:00'
const clock = testClock(FIRST)
const tells = job('test.hora', {
  title: 'Dizer a hora',
  input: v.object({}),
  run: ({ transaction }) => transaction(({ clock: its }) => Promise.resolve({ hoje: its.today() })),
})
action(tarefa, 'test_hora', {
  summary: 'for this test',
  right: 'own',
  on: 'collection',
  input: v.object({}),
  answer: begun,
  run: ({ ctx }) => startJob(ctx, tells, {}),
})

let server: TestServer
let tipo_entrada_saida_id: number
beforeAll(async () => {
  server = await testServer({ clock })
  tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id
})
beforeEach(() => clock.set(FIRST))
const seller = async () => (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id
afterAll(() => server.close())

describe('the clock that a server is given', () => {
  it('dates records, their changes and their history, in the companies’ time zone', async () => {
    const { body } = await server.admin('POST', '/api/cliente', { xNome: 'Maria' })
    expect([body.criado_em, body.alterado_em]).toEqual(['2026-03-31 23:30:00', '2026-03-31 23:30:00'])
    clock.set('2026-04-02T08:00:00-03:00')
    const path = `/api/cliente/${body.id}`
    expect((await server.admin('PUT', path, { xNome: 'Maria José' })).body).toMatchObject({
      criado_em: '2026-03-31 23:30:00',
      alterado_em: '2026-04-02 08:00:00',
    })
    const { data } = (await server.admin('GET', `${path}/auditoria`)).body
    expect(data.map((one: { dh: string }) => one.dh)).toEqual(['2026-04-02 08:00:00', '2026-03-31 23:30:00'])
  })

  it('says what day a document is of: the last minutes of a month in São Paulo are that month’s', async () => {
    const fornecedor_id = await seller()
    const order = async () =>
      (await server.admin('POST', '/api/compras/pedido_compra', { fornecedor_id, tipo_entrada_saida_id })).body.dEmissao
    expect(await order()).toBe('2026-03-31')
    clock.set('2026-04-01T00:00:01-03:00')
    expect(await order()).toBe('2026-04-01')
  })

  it('closes the 24 hours in which an invoice may be cancelled', async () => {
    const supplier = { fornecedor_id: await seller(), CNPJ_CPF: testCnpj(2), xNome: 'Metais do Sul' }
    const note = (nNF: number) =>
      server.insert('nfe_compra', {
        empresa_id: server.empresa_id,
        chave: String(nNF).repeat(44),
        nNF,
        serie: 1,
        ...supplier,
      })
    const [first, second] = [await note(1), await note(2)]
    const cancel = ({ id }: { id: number }) =>
      server.admin('POST', `/api/nfe_compra/${id}/cancela`, { xJust: 'Emitida com o destinatário errado' })
    clock.set('2026-04-01T23:29:00-03:00')
    expect((await cancel(first)).status).toBe(200)
    clock.set('2026-04-01T23:31:00-03:00')
    expect((await cancel(second)).body.code).toBe('too_late')
  })

  it('ends a certificate', async () => {
    clock.set(new Date().toISOString())
    const data = new FormData()
    const bytes = testCertificate({ id: testCnpj(1), password: 'senha-do-certificado', to: 100 })
    data.set('file', new File([bytes], 'empresa.pfx'))
    data.set('keyPass', 'senha-do-certificado')
    await server.admin('POST', `/api/empresa/${server.empresa_id}/uploadCert`, data)
    const shown = async (days: number) => {
      clock.set(new Date(Date.now() + days * 86_400_000).toISOString())
      return (await server.admin('GET', `/api/empresa/${server.empresa_id}`)).body.certificado.situacao
    }
    expect([await shown(1), await shown(95), await shown(101)]).toEqual(['valido', 'vence', 'vencido'])
  })

  it('is the clock of jobs, too', async () => {
    const { body } = await server.admin('POST', '/api/sis/tarefa/test_hora')
    clock.set('2026-05-01T12:00:00-03:00')
    await server.runJobs()
    expect((await server.admin('GET', `/api/sis/tarefa/${body.tarefa_id}`)).body).toMatchObject({
      criado_em: '2026-03-31 23:30:00',
      dhInicio: '2026-05-01 12:00:00',
      dhFim: '2026-05-01 12:00:00',
      resultado: { hoje: '2026-05-01' },
    })
  })
})
