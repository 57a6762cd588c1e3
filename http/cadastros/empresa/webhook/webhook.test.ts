import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../fixtures/simulators/webhook'
import { testCnpj, testServer, type TestServer } from '../../../../fixtures/test-server'
import { ATTEMPTS } from '../../../../core/webhooks/delivery'
import { WEBHOOK_EVENTS } from '../../../../core/webhooks/events'
import { SYSTEM } from '../../../db/pool'
import { rowsOf } from '../../../platform/context'
import { clean, exchangeRound } from '../../../platform/exchange/run-exchange'
import { webhook } from './deliver'
import { sign, verify } from './sign'

let server: TestServer
let receiver: WebhookReceiver
let ids: { saida: number; entrada: number; cliente: number; fornecedor: number; produto: number }

beforeAll(async () => {
  server = await testServer({ allowPrivate: true })
  const insert = async (name: string, values: Record<string, unknown>) => (await server.insert(name, values)).id
  await insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'A1',
    xArmazenamento: 'Principal',
    padrao: true,
  })
  ids = {
    entrada: await insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0, gera_financeiro: 'NAO' }),
    saida: await insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1, gera_financeiro: 'NAO' }),
    cliente: await insert('cliente', { xNome: 'Maria Exemplo', CNPJ_CPF: '52998224725', UF: 'PR' }),
    fornecedor: await insert('fornecedor', { xNome: 'Fornecedor', CNPJ_CPF: testCnpj(30) }),
    produto: await insert('mercadoria', { xProd: 'Parafuso', codigo: 'P1', q_minimo: '5' }),
  }
})
beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await receiver.stop()
  await run('delete from webhook_entrega; delete from empresa_webhook')
})
afterAll(() => server.close())

const run = async (text: string) => {
  for (const one of text.split(';')) await server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(one)))
}
const query = (text: string) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(text)))
const post = (path: string, body: object = {}) => server.admin('POST', `/api/${path}`, body)

/** A webhook of the company for these events, with its secret known to the receiver. */
async function listen(...events: readonly string[]): Promise<number[]> {
  const made = []
  for (const event_type of events) {
    const { body } = await post('cadastros/empresa_webhook', {
      empresa_id: server.empresa_id,
      event_type,
      webhook_url: receiver.url,
    })
    made.push(body.id)
  }
  const { body } = await post(`cadastros/empresa_webhook/${made[0]}/geraSegredo`)
  if (events.length === 1) receiver.expect(body.segredo)
  return made
}

async function sale(quantity = 1): Promise<number> {
  const line = { mercadoria_id: ids.produto, qTrib: quantity, vUnTrib: 10 }
  const { body } = await post('venda', {
    cliente_id: ids.cliente,
    tipo_entrada_saida_id: ids.saida,
    venda_mercadorias: [line],
  })
  return body.id
}

async function stock(quantity: number): Promise<number> {
  const line = { mercadoria_id: ids.produto, qCom: quantity, vUnCom: 2 }
  const { body } = await post('entrada', {
    fornecedor_id: ids.fornecedor,
    tipo_entrada_saida_id: ids.entrada,
    entrada_mercadorias: [line],
  })
  await post(`entrada/${body.id}/finaliza`)
  return body.id
}

const deliveries = async (where = '{}') =>
  (
    await server.admin(
      'GET',
      `/api/cadastros/webhook_entrega?perPage=100&orderBy=id&sortedBy=asc&where=${encodeURIComponent(where)}`,
    )
  ).body.data
/** Makes what waits due at once. */
const hurry = () => run(`update webhook_entrega set "dhProxima" = now() - interval '1 minute' where status = 'na_fila'`)

describe('an event', () => {
  it('is delivered signed, with the record as the API shows it', async () => {
    const [hook] = await listen('VENDA_FECHADA')
    await stock(50)
    await post('sis/custom_field', { alias: 'venda', key: 'doca', type: 'text', label: 'Doca' })
    const id = await sale()
    expect((await server.admin('PUT', `/api/venda/${id}`, { extra: { doca: 'D-7' } })).status).toBe(200)
    expect((await post(`venda/${id}/fecha`)).status).toBe(200)
    await server.runJobs()
    expect(receiver.received).toHaveLength(1)
    const [one] = receiver.received
    expect(one?.faults).toEqual([])
    expect(one?.path).toBe('/avisos')
    expect(one?.body).toMatchObject({
      evento: 'VENDA_FECHADA',
      empresa_id: server.empresa_id,
      recurso: 'venda',
      registro_id: id,
    })
    expect(one?.body.dados).toMatchObject({
      id,
      cliente_id: ids.cliente,
      vTotal: 10,
      extra: { doca: 'D-7' },
      dhFechamento: expect.stringMatching(/^\d{4}-/),
    })
    expect(await deliveries()).toMatchObject([
      { webhook_id: hook, status: 'entregue', tentativas: 1, ultimo_status: 204, erro: null, identificador: one?.id },
    ])
  })

  it('is told once for each webhook that asks, under one id of the event, and to no other company', async () => {
    await listen('VENDA_CANCELADA', 'VENDA_CANCELADA', 'ORCAMENTO_FECHADO')
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(31), xNome: 'Outra' })
    await server.insert('empresa_webhook', {
      empresa_id: other.id,
      event_type: 'VENDA_CANCELADA',
      webhook_url: receiver.url,
    })
    const id = await sale()
    await post(`venda/${id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    await server.runJobs()
    expect(receiver.received.map((one) => one.event)).toEqual(['VENDA_CANCELADA', 'VENDA_CANCELADA'])
    expect(new Set(receiver.received.map((one) => one.body.id)).size).toBe(1)
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(2)
  })

  it('that did not happen is not told: what is refused takes its delivery with it', async () => {
    await listen('VENDA_FECHADA')
    const id = await sale(9_999)
    expect((await post(`venda/${id}/fecha`)).status).toBe(400)
    await server.runJobs()
    expect([receiver.received, await deliveries()]).toEqual([[], []])
  })

  it('of stock that falls to its minimum is told once, when it crosses', async () => {
    const before = Number((await server.admin('GET', `/api/mercadoria/${ids.produto}`)).body.q_total ?? 0)
    await stock(20)
    await listen('ESTOQUE_BAIXO')
    for (const quantity of [before + 14, 1, 1]) await post(`venda/${await sale(quantity)}/fecha`)
    await server.runJobs()
    expect(receiver.received.map((one) => one.body.dados)).toEqual([
      { mercadoria_id: ids.produto, codigo: 'P1', xProd: 'Parafuso', q_minimo: 5, q_total: 5 },
    ])
  })

  it('comes in the order of the events', async () => {
    await listen('ENTRADA_FINALIZADA')
    const made = [await stock(1), await stock(1), await stock(1)]
    await server.runJobs()
    expect(receiver.received.map((one) => one.body.registro_id)).toEqual(made)
    const sequence = receiver.received.map((one) => one.sequence)
    expect(sequence).toEqual([...sequence].sort((a, b) => a - b))
  })
})

describe('a receiver that does not take it', () => {
  it('is tried again with the same identifier and body, later each time, until it does', async () => {
    await listen('ENTRADA_FINALIZADA')
    receiver.treat(500, 'cut', 'redirect')
    await stock(1)
    for (let round = 0; round < 4; round++) {
      await server.runJobs()
      const [one] = await deliveries()
      if (round === 0) expect(one).toMatchObject({ status: 'na_fila', erro: 'Respondeu 500.', ultimo_status: 500 })
      if (round === 1)
        expect(one).toMatchObject({ status: 'na_fila', erro: 'A conexão foi interrompida.', ultimo_status: null })
      if (round === 2) expect(one.erro).toBe('Respondeu 307: redirecionamentos não são seguidos.')
      await hurry()
    }
    expect(receiver.received.map((one) => one.attempt)).toEqual([1, 2, 3, 4])
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
    expect(new Set(receiver.received.map((one) => one.text)).size).toBe(1)
    expect(receiver.received.flatMap((one) => one.faults)).toEqual([])
    const [one] = await deliveries()
    expect([one.status, one.historico.map((each: { status: number | null }) => each.status)]).toEqual([
      'entregue',
      [500, null, 307, 204],
    ])
  })

  it('waits longer each time, and as long as it is asked to', async () => {
    await listen('ENTRADA_FINALIZADA')
    receiver.treat(503)
    await stock(1)
    await server.runJobs()
    const [row] = await query(`select extract(epoch from "dhProxima" - now())::int as wait from webhook_entrega`)
    expect(Number(row?.wait)).toBeGreaterThanOrEqual(7)
    expect(Number(row?.wait)).toBeLessThanOrEqual(12)
    await server.runJobs()
    expect(receiver.received).toHaveLength(1)
  })

  it('becomes a dead letter in the end, which is sent again by hand: one, or all', async () => {
    const [hook] = await listen('ENTRADA_FINALIZADA')
    await stock(1)
    await stock(1)
    receiver.treat(...Array.from({ length: 2 }, () => 404))
    await run(`update webhook_entrega set tentativas = ${ATTEMPTS - 1}`)
    await server.runJobs()
    const dead = await deliveries('{"status":"falhou"}')
    expect(dead).toMatchObject([{ erro: 'Respondeu 404.', dhProxima: null }, { erro: 'Respondeu 404.' }])
    expect((await post(`cadastros/webhook_entrega/${dead[0].id}/reenvia`)).body.message).toBe(
      'A entrega voltou à fila.',
    )
    await server.runJobs()
    expect(receiver.received.at(-1)?.id).toBe(dead[0].identificador)
    const all = await post('cadastros/webhook_entrega/reenviaFalhas', { webhook_id: hook })
    expect(all.body.total).toBe(1)
    await server.runJobs()
    expect((await deliveries()).map((one: { status: string }) => one.status)).toEqual(['entregue', 'entregue'])
  })

  it('is called at its new address once that is mended; one removed or off is given up', async () => {
    const [hook] = await listen('ENTRADA_FINALIZADA')
    await server.admin('PUT', `/api/cadastros/empresa_webhook/${hook}`, { webhook_url: 'http://127.0.0.1:9/' })
    await stock(1)
    await server.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'na_fila', erro: 'O servidor recusou a conexão.' }])
    await server.admin('PUT', `/api/cadastros/empresa_webhook/${hook}`, { webhook_url: receiver.url })
    await post(`cadastros/webhook_entrega/${(await deliveries())[0].id}/reenvia`)
    await server.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'entregue', webhook_url: receiver.url }])
    await stock(1)
    await server.admin('DELETE', `/api/cadastros/empresa_webhook/${hook}`)
    await server.runJobs()
    expect((await deliveries()).at(-1)).toMatchObject({ status: 'falhou', erro: 'O webhook foi removido.' })
  })

  it('never holds up another’s', async () => {
    await listen('ENTRADA_FINALIZADA')
    const quick = await startWebhookReceiver()
    await post('cadastros/empresa_webhook', {
      empresa_id: server.empresa_id,
      event_type: 'ENTRADA_FINALIZADA',
      webhook_url: quick.url,
    })
    receiver.treat('endless')
    await stock(1)
    await server.runJobs()
    expect([receiver.received.length, quick.received.length]).toEqual([1, 1])
    // An answer that does not end is cut short: what counts is its status.
    expect((await deliveries()).map((one: { status: string }) => one.status)).toEqual(['entregue', 'entregue'])
    await quick.stop()
  })

  it('at an internal address is not called where the server does not allow it', async () => {
    await listen('ENTRADA_FINALIZADA')
    await stock(1)
    const strict = { ...server.services, allowPrivate: false }
    expect(await exchangeRound(strict, webhook.kind)).toBe(1)
    expect(receiver.received).toEqual([])
    expect((await deliveries())[0].erro).toContain('rede interna')
  })
})

describe('two server processes', () => {
  it('send each delivery once', async () => {
    await listen('ENTRADA_FINALIZADA')
    for (let n = 0; n < 6; n++) await stock(1)
    for (let sent = 1; sent > 0;)
      sent = (await Promise.all([1, 2].map(() => exchangeRound(server.services, webhook.kind)))).reduce(
        (a, b) => a + b,
        0,
      )
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(6)
  })

  it('take up what one that died had begun', async () => {
    await listen('ENTRADA_FINALIZADA')
    await stock(1)
    await run(`update webhook_entrega set "dhTentando" = now() + interval '30 seconds', tentativas = 1`)
    await server.runJobs()
    expect(receiver.received).toHaveLength(0)
    await run(`update webhook_entrega set "dhTentando" = now() - interval '1 second'`)
    await server.runJobs()
    expect(receiver.received.map((one) => one.attempt)).toEqual([2])
  })
})

describe('the secret', () => {
  it('is shown once, when it is made; then the one before signs too, for a day', async () => {
    const [hook] = await listen('ENTRADA_FINALIZADA')
    const first = (await post(`cadastros/empresa_webhook/${hook}/geraSegredo`)).body.segredo
    const second = (await post(`cadastros/empresa_webhook/${hook}/geraSegredo`)).body.segredo
    expect([first, second].every((one) => /^prumo_wh_[\w-]{43}$/.test(one))).toBe(true)
    expect(JSON.stringify((await server.admin('GET', `/api/empresa/${server.empresa_id}`)).body)).not.toContain(
      'prumo_wh_',
    )
    expect(
      JSON.stringify((await server.admin('GET', `/api/cadastros/empresa_webhook/${hook}/auditoria`)).body),
    ).not.toMatch(/prumo_wh_|s[12]\./)
    receiver.expect(first)
    await stock(1)
    await server.runJobs()
    receiver.expect(second)
    await stock(1)
    await server.runJobs()
    expect(receiver.received.flatMap((one) => one.faults)).toEqual([])
    await run(`update empresa_webhook set "dhSegredo" = now() - interval '25 hours'`)
    receiver.expect(first)
    await stock(1)
    await server.runJobs()
    expect(receiver.received.at(-1)?.faults).toEqual(['Prumo-Assinatura'])
  })

  it('verifies what it signed, and nothing that was changed, old, or signed by others', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.integer({ min: 1_000, max: 4e9 }),
        (body, other, secret, time) => {
          const header = sign([secret], time, body)
          expect(verify(secret, header, body, time + 299)).toBe(true)
          expect(verify(secret, sign(['x', secret], time, body), body, time)).toBe(true)
          expect(verify(secret, header, body, time + 301)).toBe(false)
          expect(verify(`${secret}!`, header, body, time)).toBe(false)
          if (other !== body) expect(verify(secret, header, other, time)).toBe(false)
          expect(verify(secret, header.replace(`t=${time}`, `t=${time + 1}`), body, time)).toBe(false)
          expect(verify(secret, other, body, time)).toBe(false)
        },
      ),
    )
  })
})

describe('docs/webhooks.md', () => {
  it('verifies, with the code it shows, what is sent, and refuses what was changed or is old', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
    const file = join(mkdtempSync(join(tmpdir(), 'prumo-docs-')), 'confere.mjs')
    writeFileSync(file, /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '')
    const { confere }: { confere: (...given: unknown[]) => boolean } = await import(file)
    const now = 1_763_746_386
    const header = sign(['novo', 'antigo'], now, '{"á":1}')
    expect(['novo', 'antigo', 'outro'].map((secret) => confere(secret, header, '{"á":1}', now))).toEqual([
      true,
      true,
      false,
    ])
    expect([confere('novo', header, '{"á":2}', now), confere('novo', header, '{"á":1}', now + 301)]).toEqual([
      false,
      false,
    ])
    for (const wrong of ['', 't=,v1=', 'v1', 't=1']) expect(confere('novo', wrong, '', now), wrong).toBe(false)
    for (const { type } of WEBHOOK_EVENTS) expect(text).toContain(`\`${type}\``)
  })
})

describe('limits and rights', () => {
  it('forgets what is over and old, and keeps what waits', async () => {
    await listen('ENTRADA_FINALIZADA')
    for (let n = 0; n < 3; n++) await stock(1)
    await run(
      `update troca set status = (array['respondida','falhou','na_fila'])[1 + (id % 3)], alterado_em = now() - interval '91 days'`,
    )
    await clean(server.services)
    expect((await deliveries()).map((one: { status: string }) => one.status)).toEqual(['na_fila'])
  })

  it('403 for whoever may only look, and a test that is sent on request', async () => {
    const [hook] = await listen('ENTRADA_FINALIZADA')
    const viewer = await server.user({ permissions: ['show empresa'] })
    for (const name of ['geraSegredo', 'testa'])
      expect((await viewer('POST', `/api/cadastros/empresa_webhook/${hook}/${name}`)).status).toBe(403)
    expect((await viewer('POST', '/api/cadastros/webhook_entrega/reenviaFalhas')).status).toBe(403)
    expect((await viewer('GET', '/api/cadastros/webhook_entrega')).status).toBe(200)
    const { body } = await post(`cadastros/empresa_webhook/${hook}/testa`)
    await server.runJobs()
    expect(receiver.received).toMatchObject([{ id: body.identificador, event: 'TESTE', faults: [] }])
    await server.admin('PUT', `/api/cadastros/empresa_webhook/${hook}`, { ativo: false })
    expect((await post(`cadastros/empresa_webhook/${hook}/testa`)).body.code).toBe('inactive')
  })
})
