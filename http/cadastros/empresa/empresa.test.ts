import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { systemCtx } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { bindSecrets, resealAll } from '../../platform/secrets'
import { Vault } from '../../platform/vault'
import { shopOf } from './tray/routes'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const query = (text: string) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))
const put = (body: object) => server.admin('PUT', `/api/empresa/${server.empresa_id}`, body)

describe('a company', () => {
  it('begins with the defaults of the specification', async () => {
    const { status, body } = await server.admin('POST', '/api/empresa', { xNome: 'Nova', CNPJ_CPF: testCnpj(20) })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      st: 0,
      CRT: 1,
      tpCert: 0,
      bloqueio_venda: 0,
      ses_prumo: 0,
      exige_data_entrega: false,
      gera_op_orcamento: 0,
    })
    expect(body).toMatchObject({
      tray_payment_relationship: [],
      webhooks: [],
      integracao_li: null,
      certificado: null,
      logo: null,
    })
  })

  it('keeps its webhooks, payments and shop with it', async () => {
    const { id: internal_payment_id } = await server.insert('pagamento', { descricao: 'Pix' })
    const saved = await put({
      integracao_li: { ativo: true, sync_stock: null },
      tray_payment_relationship: [{ external_payment_id: '12', external_payment: 'Pix Tray', internal_payment_id }],
      webhooks: [{ webhook_url: 'https://loja.example/aviso' }],
    })
    expect(saved.body).toMatchObject({
      integracao_li: { ativo: true, sync_stock: false, gera_nfe: false },
      tray_payment_relationship: [{ external_payment_id: '12', internal_payment: { descricao: 'Pix' } }],
      webhooks: [{ event_type: 'PEDIDO_FATURADO', ativo: true }],
    })
    const twice = await put({
      tray_payment_relationship: [1, 2].map(() => ({ external_payment_id: '9', internal_payment_id })),
    })
    expect(twice).toMatchObject({
      status: 409,
      body: { errors: { 'tray_payment_relationship.1.external_payment_id': ['Já está na lista.'] } },
    })
  })

  it.each([
    ['integracao_li', { outro: true }],
    ['integracao_li', { ativo: 'sim' }],
    ['integracao_li', [true]],
    ['integracao_li', 'ativo'],
    ['whatsapp_instancia', '../loja'],
    ['whatsapp_instancia', 'a/b'],
    ['tray_url', 'http://localhost/'],
    ['tray_url', 'http://169.254.169.254/latest'],
    ['tray_url', 'file:///etc/passwd'],
    ['gera_op_orcamento', 7],
    ['tray_token', 'x'.repeat(501)],
    ['webhooks', [{ webhook_url: 'http://10.0.0.1/' }]],
    ['webhooks', [{ webhook_url: 'https://a.example', event_type: 'NADA' }]],
    ['webhooks', Array.from({ length: 51 }, () => ({ webhook_url: 'https://a.example' }))],
  ])('422 %s %j', async (name, value) => {
    const { status, body } = await put({ [name]: value })
    expect([status, Object.keys(body.errors)[0]?.split('.')[0]]).toEqual([
      422,
      expect.stringMatching(new RegExp(`${name}|webhook_url`)),
    ])
  })

  it('409 the instance of another', async () => {
    const other = await server.admin('POST', '/api/empresa', {
      xNome: 'Vizinha',
      CNPJ_CPF: testCnpj(21),
      whatsapp_instancia: 'loja-1',
    })
    expect(other.status).toBe(201)
    expect((await put({ whatsapp_instancia: 'loja-1' })).status).toBe(409)
  })

  it('404 another’s, with all that is part of it', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(22), xNome: 'De outros' })
    const hook = await server.insert('empresa_webhook', { empresa_id: other.id, webhook_url: 'https://a.example' })
    for (const path of [`empresa/${other.id}`, `cadastros/empresa_webhook/${hook.id}`]) {
      expect((await server.admin('GET', `/api/${path}`)).status).toBe(404)
      expect((await server.admin('PUT', `/api/${path}`, {})).status).toBe(404)
      expect((await server.admin('DELETE', `/api/${path}`)).status).toBe(404)
      expect((await server.admin('GET', `/api/${path}/auditoria`)).status).toBe(404)
    }
    const listed = await server.admin('GET', '/api/cadastros/empresa_webhook?perPage=1000')
    expect(listed.body.data.map((one: { empresa_id: number }) => one.empresa_id)).not.toContain(other.id)
    const into = await server.admin('POST', '/api/cadastros/empresa_webhook', {
      empresa_id: other.id,
      webhook_url: 'https://a.example',
    })
    expect(into.status).toBe(422)
  })
})

describe('tokens', () => {
  it('are taken, kept encrypted, told only as given, and stay when they are not spoken of', async () => {
    const saved = await put({ whatsapp_token: 'chave-da-instancia', tray_token: 'chave-da-tray' })
    expect(saved.body).toMatchObject({ whatsapp_token_definido: true, tray_token_definido: true })
    expect(JSON.stringify(saved.body)).not.toContain('chave-da')
    const [row] = await query(`select whatsapp_token, tray_token from empresa where id = ${server.empresa_id}`)
    expect(JSON.stringify(row)).not.toContain('chave-da')
    await put({ xFant: 'Outro' })
    expect(await query(`select whatsapp_token, tray_token from empresa where id = ${server.empresa_id}`)).toEqual([row])
    expect((await put({ tray_token: null })).body).toMatchObject({
      whatsapp_token_definido: true,
      tray_token_definido: false,
    })
    const { body } = await server.admin('GET', `/api/empresa/${server.empresa_id}/auditoria`)
    expect(JSON.stringify(body)).not.toMatch(/chave-da|s[12]\./)
    expect(JSON.stringify(body)).toContain('(alterado)')
  })

  it('503 in another company’s row: a sealed text opens only for its own', async () => {
    await put({ tray_url: 'https://loja.example/web_api', tray_token: 'segredo da tray' })
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(45), xNome: 'Outra' })
    await query(
      `update empresa set (tray_url, tray_token) = (select tray_url, tray_token from empresa where id = ${server.empresa_id}) where id = ${other.id}`,
    )
    const shop = (id: number) =>
      server.pool.transaction(SYSTEM, (db) =>
        shopOf(systemCtx(server.services, db, [server.empresa_id, other.id], id), id),
      )
    expect((await shop(server.empresa_id)).token).toBe('segredo da tray')
    await expect(shop(other.id)).rejects.toMatchObject({ status: 503, code: 'integration_not_configured' })
    await query(`update empresa set tray_token = null where id = ${other.id}`)
  })

  it('of a new record are sealed for the number that it gets, in a list too', async () => {
    const made = await server.admin('POST', '/api/empresa', {
      xNome: 'Filial',
      CNPJ_CPF: testCnpj(46),
      tray_token: 'da filial',
      webhooks: [1, 2].map((n) => ({ event_type: 'VENDA_FECHADA', webhook_url: `https://a.example/${n}` })),
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const [one] = await query(`select id, tray_token from empresa where id = ${made.body.id}`)
    const hooks = await query(`select id, segredo from empresa_webhook where empresa_id = ${made.body.id} order by id`)
    const opened = (name: string, row: Row, field: string) =>
      new Vault('test-secret').open(String(row[field]), `${name}.${field}#${String(row.id)}`)
    expect(opened('empresa', one ?? {}, 'tray_token')).toBe('da filial')
    expect(hooks.map((row) => opened('empresa_webhook', row, 'segredo').slice(0, 9))).toEqual([
      'prumo_wh_',
      'prumo_wh_',
    ])
  })

  it('of the format before are bound to their rows by an update; until then they open nowhere', async () => {
    await put({ tray_url: 'https://loja.example/web_api' })
    const vault = new Vault('test-secret')
    const loose = (secret: string) => vault.seal(secret, 'empresa.tray_token').replace(/^s2/, 's1')
    await query(`update empresa set tray_token = '${loose('de antes')}' where id = ${server.empresa_id}`)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(47), xNome: 'Com outra chave' })
    const lost = new Vault('perdida').seal('x', 'empresa.tray_token').replace(/^s2/, 's1')
    await query(`update empresa set tray_token = '${lost}' where id = ${other.id}`)
    const run = <T>(work: (ctx: Ctx) => Promise<T>) =>
      server.pool.transaction(SYSTEM, (db) => work(systemCtx(server.services, db, [server.empresa_id], 0)))
    await expect(run((ctx) => shopOf(ctx, server.empresa_id))).rejects.toMatchObject({ status: 503 })
    expect(await run(bindSecrets)).toBe(1)
    expect((await run((ctx) => shopOf(ctx, server.empresa_id))).token).toBe('de antes')
    expect(await query(`select tray_token from empresa where id = ${other.id}`)).toEqual([{ tray_token: lost }])
    await query(`update empresa set tray_token = null where id = ${other.id}`)
  })

  it('are sealed again under a new key, and the old one may go', async () => {
    await put({ tray_token: 'segredo da tray' })
    const moved = { ...server.services, secret: 'chave nova', olderSecrets: ['test-secret'] }
    const reseal = () => server.pool.transaction(SYSTEM, (db) => resealAll(systemCtx(moved, db, [], 0)))
    expect(await reseal()).toBeGreaterThan(0)
    expect(await reseal()).toBe(0)
    const [row] = await query(`select tray_token from empresa where id = ${server.empresa_id}`)
    expect(new Vault('chave nova').open(String(row?.tray_token), `empresa.tray_token#${server.empresa_id}`)).toBe(
      'segredo da tray',
    )
  })
})
