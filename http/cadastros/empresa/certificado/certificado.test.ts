import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CertificateOptions, testCertificate } from '../../../../fixtures/certificates'
import { testCnpj, testServer, type TestServer } from '../../../../fixtures/test-server'
import { SYSTEM } from '../../../db/pool'
import { action } from '../../../platform/action'
import { begun } from '../../../platform/answers'
import { systemCtx } from '../../../platform/app'
import { rowsOf } from '../../../platform/context'
import { job, startJob } from '../../../platform/jobs/job'
import { tarefa } from '../../../platform/jobs/tarefa'
import { keyPairOf } from './certificado'

const signs = job('test.assina', {
  title: 'Assinar',
  input: v.object({}),
  run: async ({ transaction }) => {
    const pair = await transaction((ctx) => keyPairOf(ctx, ctx.actor.empresa_id))
    return { key: pair.key.slice(0, 14) }
  },
})
action(tarefa, 'test_assina', {
  summary: 'for this test',
  right: 'own',
  on: 'collection',
  input: v.object({}),
  answer: begun,
  run: ({ ctx }) => startJob(ctx, signs, {}),
})

const PASSWORD = 'senha-do-certificado'
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
beforeEach(() => query('delete from empresa_certificado'))
afterAll(() => server.close())

const query = (text: string) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))

function form(bytes: Uint8Array<ArrayBuffer>, more: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData()
  data.set('file', new File([bytes], 'empresa.pfx'))
  for (const [name, value] of Object.entries({ keyPass: PASSWORD, ...more })) data.set(name, value)
  return data
}

const send = (bytes: Uint8Array<ArrayBuffer>, more: Readonly<Record<string, string>> = {}, caller = server.admin) =>
  caller('POST', `/api/empresa/${server.empresa_id}/uploadCert`, form(bytes, more))
const mine = (options: CertificateOptions = {}) => testCertificate({ id: testCnpj(1), password: PASSWORD, ...options })
const own = async () => (await server.admin('GET', `/api/empresa/${server.empresa_id}`)).body.certificado

describe('uploadCert', () => {
  it.each(['aes256', '3des', 'rc2'] as const)(
    'takes a file encrypted with %s and shows holder and end',
    async (encryption) => {
      const { status, body } = await send(mine({ encryption }), { empresa_id: String(server.empresa_id) })
      expect([status, body.message]).toEqual([
        200,
        expect.stringMatching(/^Certificado gravado: vale até \d\d\/\d\d\/\d{4}\.$/),
      ])
      expect(body.certificado).toMatchObject({
        xNome: 'EMPRESA DE TESTE LTDA',
        CNPJ_CPF: testCnpj(1),
        emissor: 'AC de Teste',
        situacao: 'valido',
        impressao: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(body.certificado.dias).toBeGreaterThan(360)
      expect(await own()).toEqual(body.certificado)
    },
  )

  it('gives key and certificate to whoever signs, in PEM', async () => {
    await send(mine({ encryption: 'rc2' }))
    const pair = await server.pool.transaction(SYSTEM, (db) =>
      keyPairOf(systemCtx(server.services, db, [server.empresa_id], server.empresa_id), server.empresa_id),
    )
    expect(pair.key).toMatch(/^-----BEGIN RSA/)
    expect(pair.cert).toMatch(/^-----BEGIN CERTIFICATE-----/)
    await query('delete from empresa_certificado')
    const none = server.pool.transaction(SYSTEM, (db) =>
      keyPairOf(systemCtx(server.services, db, [server.empresa_id], server.empresa_id), server.empresa_id),
    )
    await expect(none).rejects.toMatchObject({ status: 503, code: 'integration_not_configured' })
  })

  it('is opened in a job, too: what signs in the background has the vault', async () => {
    await send(mine())
    const { body } = await server.admin('POST', '/api/sis/tarefa/test_assina')
    await server.runJobs()
    const task = (await server.admin('GET', `/api/sis/tarefa/${body.tarefa_id}`)).body
    expect([task.status, task.resultado]).toEqual(['concluida', { key: '-----BEGIN RSA' }])
  })

  it('503 in another company: copied into its row, key and certificate do not open', async () => {
    await send(mine())
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(48), xNome: 'Outra' })
    const columns = '"xNome", "CNPJ_CPF", emissor, numero_serie, impressao, "dhInicio", "dhFim", conteudo'
    await query(
      `insert into empresa_certificado (empresa_id, ${columns}) select ${other.id}, ${columns} from empresa_certificado where empresa_id = ${server.empresa_id}`,
    )
    const taken = server.pool.transaction(SYSTEM, (db) =>
      keyPairOf(systemCtx(server.services, db, [server.empresa_id, other.id], other.id), other.id),
    )
    await expect(taken).rejects.toMatchObject({ status: 503 })
  })

  it('replaces the one before; a branch takes its company’s; a person’s company takes an e-CPF', async () => {
    await send(mine())
    expect((await send(mine({ name: 'NOVO NOME LTDA' }))).status).toBe(200)
    expect((await own()).xNome).toBe('NOVO NOME LTDA')
    expect(await query('select count(*)::int as n from empresa_certificado')).toEqual([{ n: 1 }])
    const cpf = '52998224725'
    const farm = await server.admin('POST', '/api/empresa', { xNome: 'Sítio', CNPJ_CPF: cpf })
    const file = testCertificate({ id: cpf, person: true, password: PASSWORD })
    const taken = await server.admin('POST', `/api/empresa/${farm.body.id}/uploadCert`, form(file))
    expect([taken.status, taken.body.certificado?.CNPJ_CPF]).toEqual([200, cpf])
  })

  it('warns in the last 30 days, in the queue of those that end and on the dashboard of who issues', async () => {
    const waits = async () => {
      const { data } = (await server.admin('GET', '/api/filas?area=cadastros')).body
      return data.find((one: { nome: string }) => one.nome === 'certificados_vencem').qtd
    }
    const told = async () => (await server.admin('GET', '/api/painel')).body.fiscal_certificado
    await query('delete from empresa_certificado')
    await send(mine({ to: 60 }))
    expect([await waits(), await told()]).toEqual([0, undefined])
    await send(mine({ to: 20 }))
    expect(await own()).toMatchObject({ situacao: 'vence' })
    const { dias } = await told()
    expect([await waits(), dias >= 19 && dias <= 20]).toEqual([1, true])
    await query(`update empresa_certificado set "dhFim" = now() - interval '1 hour'`)
    expect(await own()).toMatchObject({ situacao: 'vencido' })
    expect(await waits()).toBe(1)
  })
})

describe('422, and nothing is kept', () => {
  const wrong: [string, () => Uint8Array<ArrayBuffer>, string, Record<string, string>?][] = [
    ['a wrong password', mine, 'A senha do certificado está incorreta.', { keyPass: 'outra' }],
    [
      'a wrong password of a legacy file',
      () => mine({ encryption: 'rc2' }),
      'A senha do certificado está incorreta.',
      { keyPass: '' },
    ],
    ['what is over', () => mine({ from: -400, to: -2 }), 'O certificado venceu em '],
    ['what has not begun', () => mine({ from: 5, to: 400 }), 'O certificado só vale a partir de '],
    ['another company’s', () => mine({ id: testCnpj(99) }), 'O certificado é de outra empresa: '],
    ['one of nobody', () => mine({ id: undefined }), 'O certificado não traz CNPJ'],
    ['one without its key', () => mine({ withoutKey: true }), 'O arquivo não traz a chave privada'],
    ['a picture', () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47]), 'O arquivo não é um certificado A1 (.pfx ou .p12).'],
    [
      'text',
      () => new TextEncoder().encode('-----BEGIN CERTIFICATE-----'),
      'O arquivo não é um certificado A1 (.pfx ou .p12).',
    ],
    ['nothing', () => new Uint8Array(), 'O arquivo está vazio.'],
    ['a cut file', () => mine().slice(0, 900), 'O arquivo não é um certificado A1 (.pfx ou .p12).'],
    [
      'an endless derivation',
      () => mine({ encryption: 'rc2', claims: 8_000_000 }),
      'O arquivo do certificado não pode ser aberto',
    ],
    ['an id of another company', mine, 'A empresa do envio não é a do endereço.', { empresa_id: '999' }],
  ]
  it.each(wrong)('%s', async (_, file, message, more) => {
    const { status, body } = await send(file(), more)
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)])
    expect(await own()).toBeNull()
  })

  it('413 beyond 100 kB, 422 without a file or a password', async () => {
    expect((await send(new Uint8Array(100 * 1024 + 1))).status).toBe(413)
    expect((await server.admin('POST', `/api/empresa/${server.empresa_id}/uploadCert`, new FormData())).status).toBe(
      422,
    )
    const data = form(mine())
    data.delete('keyPass')
    const bare = await server.admin('POST', `/api/empresa/${server.empresa_id}/uploadCert`, data)
    expect(bare.body.errors).toEqual({ keyPass: ['Informe a senha do certificado.'] })
  })

  it('404 a company of others, 403 without the right', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'De outros' })
    expect((await server.admin('POST', `/api/empresa/${other.id}/uploadCert`, form(mine()))).status).toBe(404)
    expect((await send(mine(), {}, await server.user({ permissions: ['show empresa'] }))).status).toBe(403)
  })
})

describe('the secret', () => {
  it('is stored encrypted, and shown nowhere: not in the record, lists, history or documentation', async () => {
    const { body } = await send(mine())
    const [company] = await query(`select "keyPass" from empresa where id = ${server.empresa_id}`)
    const [kept] = await query('select conteudo from empresa_certificado')
    for (const text of [String(company?.keyPass), String(kept?.conteudo)]) {
      expect(text).toMatch(/^s2\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/)
      expect(text).not.toContain(PASSWORD)
    }
    const answers = [
      body,
      (await server.admin('GET', `/api/empresa/${server.empresa_id}`)).body,
      (await server.admin('GET', '/api/empresa')).body,
      (await server.admin('GET', '/api/cadastros/empresa_certificado')).body,
      (await server.admin('GET', `/api/empresa/${server.empresa_id}/auditoria`)).body,
    ]
    for (const answer of answers) {
      const text = JSON.stringify(answer)
      for (const secret of [PASSWORD, 'PRIVATE KEY', String(kept?.conteudo), String(company?.keyPass)])
        expect(text).not.toContain(secret)
    }
    expect(
      await query(
        `select id from auditoria a, cast(prumo_campos(a.campos, a.compacto) as text) told where told like '%${PASSWORD}%' or told like '%PRIVATE%' or told like '%s1.%'`,
      ),
    ).toEqual([])
    for (const search of ['where={"conteudo":"x"}', 'orderBy=conteudo', 'search=conteudo:s1'])
      expect((await server.admin('GET', `/api/cadastros/empresa_certificado?${search}`)).status, search).toBe(422)
    const { components } = (await server.admin('GET', '/api/openapi.json')).body
    expect(components.schemas.empresa.properties.keyPass).toMatchObject({ writeOnly: true })
  })

  it('a password given apart must open the file that is there', async () => {
    await send(mine())
    const put = (keyPass: string) => server.admin('PUT', `/api/empresa/${server.empresa_id}`, { keyPass })
    expect((await put('errada')).body.errors).toEqual({ keyPass: ['A senha do certificado está incorreta.'] })
    expect((await put(PASSWORD)).status).toBe(200)
  })
})
