import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { QR_PICTURE, startWhatsapp, type WhatsappSimulator } from '../../../../fixtures/simulators/whatsapp'
import { startTray, type TraySimulator } from '../../../../fixtures/simulators/tray'
import { type Caller, callerOf, testCnpj, testServer, type TestServer } from '../../../../fixtures/test-server'
import { SYSTEM } from '../../../db/pool'
import { rowsOf } from '../../../platform/context'
import { buildApp } from '../../../server'
import { hasWhatsapp } from './client'

const MOBILE = '41999998888'
let server: TestServer
let service: WhatsappSimulator
let customer: number

beforeAll(async () => {
  service = await startWhatsapp()
  server = await testServer({
    whatsappUrl: `${service.url}/`,
    whatsappKey: service.key,
    allowPrivate: true,
    smtpUrl: 'smtp://127.0.0.1:9',
    publicUrl: 'http://127.0.0.1',
  })
})
afterAll(async () => {
  await server.close()
  await service.stop()
})
beforeEach(async () => {
  customer = (await server.insert('cliente', { xNome: 'Maria', fone: MOBILE, email: 'maria@exemplo.example' })).id
  service.numbers.add(`55${MOBILE}`)
  await company({ whatsapp_instancia: null, whatsapp_token: null, fone: MOBILE, ses_prumo: 0, xFant: 'Loja' })
})
afterEach(() => {
  service.instances.clear()
  service.numbers.clear()
})

const company = (body: object) => server.admin('PUT', `/api/empresa/${server.empresa_id}`, body)
const own = (action: string, body: object = {}, caller: Caller = server.admin) =>
  caller('POST', `/api/empresa/${server.empresa_id}/${action}`, body)
const verify = (fone?: string) => server.admin('POST', `/api/cliente/${customer}/verificaWhatsApp`, { fone })
const connect = async () => {
  await own('getQrCode')
  service.connect(`prumo-${server.empresa_id}`)
}
const stored = async () => (await server.admin('GET', `/api/cliente/${customer}`)).body

describe('the company’s line', () => {
  it('is made when the first code is asked for, and is joined by reading it', async () => {
    expect((await own('getInstanceInfo')).body).toMatchObject({
      instancia: `prumo-${server.empresa_id}`,
      state: 'absent',
      situacao: 'Ainda não criada',
    })
    expect((await own('getQrCode')).body).toMatchObject({ qrcode: QR_PICTURE, state: 'connecting' })
    expect((await server.admin('GET', `/api/empresa/${server.empresa_id}/getQrCode`)).body.qrcode).toBe(QR_PICTURE)
    expect((await own('getInstanceInfo')).body.situacao).toBe('Aguardando a leitura do QR code')
    service.connect(`prumo-${server.empresa_id}`)
    expect((await own('getQrCode')).body).toMatchObject({
      qrcode: null,
      message: 'O WhatsApp da empresa já está conectado.',
    })
    expect((await server.admin('GET', `/api/cadastros/empresa/${server.empresa_id}/getInstanceInfo`)).body).toEqual({
      instancia: `prumo-${server.empresa_id}`,
      state: 'open',
      situacao: 'Conectado',
      numero: '(41) 3333-0000',
      nome: 'Loja de Teste',
    })
  })

  it('sends a test message to the company’s number or to another', async () => {
    await connect()
    const sent = service.messages.length
    expect((await own('sendTestMessage')).body.message).toBe('Mensagem de teste enviada para (41) 99999-8888.')
    service.numbers.add('554133334444')
    expect((await own('sendTestMessage', { fone: '(41) 3333-4444' })).status).toBe(200)
    expect(service.messages.slice(sent)).toEqual([
      {
        instance: `prumo-${server.empresa_id}`,
        number: `55${MOBILE}`,
        text: 'Mensagem de teste do Prumo, enviada por Loja.',
      },
      expect.objectContaining({ number: '554133334444' }),
    ])
    const { body } = await server.admin('GET', `/api/empresa/${server.empresa_id}/auditoria`)
    expect(body.data[0].acao).toBe('sendTestMessage')
  })

  it('speaks with the company’s own key and instance where it has them', async () => {
    service.instances.set('loja-2', { token: 'chave-da-loja', state: 'open' })
    await company({ whatsapp_instancia: 'loja-2', whatsapp_token: 'chave-da-loja' })
    expect((await own('sendTestMessage')).status).toBe(200)
    expect(service.messages.at(-1)?.instance).toBe('loja-2')
    await company({ whatsapp_token: 'chave errada' })
    expect(await own('sendTestMessage')).toMatchObject({
      status: 503,
      body: { code: 'integration_not_configured', message: expect.stringContaining('recusou a chave') },
    })
  })

  it('400 before a phone has joined, 422 a phone that is none, 403 without the right, 404 of another company', async () => {
    expect((await own('sendTestMessage')).body.code).toBe('not_connected')
    expect((await own('sendTestMessage', { fone: '0800 123 4567' })).body.errors).toEqual({
      fone: ['Telefone inválido.'],
    })
    const viewer = await server.user({ permissions: ['show empresa'] })
    expect([(await own('getQrCode', {}, viewer)).status, (await own('sendTestMessage', {}, viewer)).status]).toEqual([
      403, 403,
    ])
    expect((await own('getInstanceInfo', {}, viewer)).status).toBe(200)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(40), xNome: 'De outros' })
    for (const action of ['getQrCode', 'getInstanceInfo', 'sendTestMessage'])
      expect((await server.admin('POST', `/api/empresa/${other.id}/${action}`)).status).toBe(404)
  })
})

describe('verificaWhatsApp', () => {
  it('notes what the service knows, without a new version of the customer', async () => {
    await connect()
    const { versao } = await stored()
    expect((await verify()).body).toEqual({ message: 'Número validado com sucesso.', has_whatsapp: true, fone: MOBILE })
    expect(await stored()).toMatchObject({ has_whatsapp: true, versao })
    const off = await server.admin('POST', `/api/cliente/${customer}/desativaWhatsApp`)
    expect([off.body.message, (await stored()).has_whatsapp]).toEqual(['WhatsApp desativado com sucesso.', false])
    const trail = (await server.admin('GET', `/api/cliente/${customer}/auditoria`)).body.data.map(
      (one: { acao: string }) => one.acao,
    )
    expect(trail.slice(0, 2)).toEqual(['desativaWhatsApp', 'verificaWhatsApp'])
  })

  it('400 in the service’s words, and nothing is noted; the phone that was validated is kept; another phone begins anew', async () => {
    await connect()
    const unknown = await verify('41988887777')
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'no_whatsapp', message: 'O número (41) 98888-7777 não tem WhatsApp.' },
    })
    expect(await stored()).toMatchObject({ has_whatsapp: false, fone: MOBILE })
    service.numbers.add('5541988887777')
    expect((await verify('(41) 98888-7777')).status).toBe(200)
    expect(await stored()).toMatchObject({ has_whatsapp: true, fone: '41988887777' })
    const put = (fone: string) => server.admin('PUT', `/api/cliente/${customer}`, { fone })
    expect((await put('41 98888-7777')).body.has_whatsapp).toBe(true)
    expect((await put(MOBILE)).body.has_whatsapp).toBe(false)
  })

  it('422 what is no phone, without asking anyone; a second call with the same key asks once', async () => {
    await connect()
    expect((await verify('123')).body.errors).toEqual({ fone: ['Telefone inválido.'] })
    const path = `/api/empresa/${server.empresa_id}/sendTestMessage`
    const sent = service.messages.length
    const statuses = []
    for (let n = 0; n < 3; n++)
      statuses.push((await server.admin('POST', path, {}, { 'Idempotency-Key': 'teste-1' })).status)
    expect([statuses, service.messages.length - sent]).toEqual([[200, 200, 200], 1])
  })
})

describe('a service that is not well', () => {
  it.each(['cut', 'error', 'html', 'redirect', 'endless'] as const)(
    '503 on %s; nothing is noted and the next call works',
    async (mood) => {
      await connect()
      service.misbehave(mood)
      expect(await verify()).toMatchObject({
        status: 503,
        body: {
          code: 'integration_unavailable',
          message: 'O serviço do WhatsApp não respondeu. Tente de novo daqui a pouco.',
        },
      })
      expect((await stored()).has_whatsapp).toBe(false)
      expect((await verify()).status).toBe(200)
    },
  )

  it('holds no connection of the database while it is silent', async () => {
    await connect()
    service.misbehave(...Array.from({ length: 12 }, () => 'silence' as const))
    const line = { url: service.url, key: service.key, instance: `prumo-${server.empresa_id}` }
    const waiting = Array.from({ length: 12 }, () => verify())
    await Bun.sleep(300)
    const from = performance.now()
    expect((await server.admin('GET', '/api/cliente?perPage=1')).status).toBe(200)
    expect(performance.now() - from).toBeLessThan(3_000)
    await service.stop()
    expect((await Promise.all(waiting)).map((one) => one.status)).toEqual(waiting.map(() => 503))
    await expect(hasWhatsapp(line, `55${MOBILE}`)).rejects.toMatchObject({ status: 503 })
    service = await startWhatsapp()
    Object.assign(server.services, { whatsappUrl: service.url })
  })

  it('503 integration_not_configured where the server has none', async () => {
    const bare = { ...server.services, whatsappUrl: undefined }
    const caller = callerOf(buildApp(bare), await server.token())
    for (const action of ['getQrCode', 'getInstanceInfo', 'sendTestMessage'])
      expect((await caller('POST', `/api/empresa/${server.empresa_id}/${action}`)).body).toMatchObject({
        code: 'integration_not_configured',
        message: expect.stringContaining('WHATSAPP_URL'),
      })
  })
})

describe('enviaMensagemCashback', () => {
  const give = (values: object = {}) =>
    server.insert('cliente_cashback', {
      empresa_id: server.empresa_id,
      cliente_id: customer,
      vCashback: '1250.5',
      dValidade: '2099-12-31',
      ...values,
    })
  let caller: Caller
  let line: WhatsappSimulator
  beforeEach(async () => {
    line = await startWhatsapp()
    line.instances.set(`prumo-${server.empresa_id}`, { token: 'x', state: 'open' })
    line.numbers.add(`55${MOBILE}`)
    caller = callerOf(buildApp({ ...server.services, whatsappUrl: line.url }), await server.token())
    await server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw('update cliente set has_whatsapp = true')))
  })
  afterEach(() => line.stop())
  const send = (id: number, body: object = {}) =>
    caller('POST', `/api/cliente_cashback/${id}/enviaMensagemCashback`, body)

  it('tells the customer, and again only when that is confirmed', async () => {
    const { id } = await give()
    expect((await send(id)).body.message).toBe('Mensagem enviada com sucesso.')
    expect(line.messages).toEqual([
      {
        instance: `prumo-${server.empresa_id}`,
        number: `55${MOBILE}`,
        text: 'Olá, Maria! Você tem R$ 1.250,50 de cashback na Loja, para usar até 31/12/2099.',
      },
    ])
    const again = await send(id)
    expect([again.status, again.body.code, line.messages.length]).toEqual([400, 'confirm', 1])
    expect(again.body.message).toMatch(/^Este cliente já foi avisado em \d\d\/\d\d\/\d{4} /)
    expect((await send(id, { confirma: true })).status).toBe(200)
    expect(line.messages).toHaveLength(2)
  })

  it('400 what was used or is over, a customer without WhatsApp; by e-mail where the company wants it', async () => {
    expect((await send((await give({ dhUso: '2026-01-01 10:00:00' })).id)).body.code).toBe('used')
    expect((await send((await give({ dValidade: '2020-01-01' })).id)).body.message).toBe(
      'Este cashback venceu em 01/01/2020.',
    )
    await server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw('update cliente set has_whatsapp = false')))
    const { id } = await give()
    expect((await send(id)).body.code).toBe('no_whatsapp')
    await company({ ses_prumo: 1 })
    expect((await send(id)).body.message).toBe('Mensagem enviada por e-mail com sucesso.')
    const mails = await server.pool.transaction(SYSTEM, (db) =>
      rowsOf({ db }, sql`select dados ->> 'para' as para, corpo as texto from troca`),
    )
    expect(mails).toEqual([
      { para: 'maria@exemplo.example', texto: expect.stringContaining('R$ 1.250,50 de cashback') },
    ])
    expect(line.messages).toEqual([])
  })

  it('503 and not noted as sent when the service does not answer', async () => {
    const { id } = await give()
    line.misbehave('cut')
    expect((await send(id)).status).toBe(503)
    expect((await caller('GET', `/api/cliente_cashback/${id}`)).body.dhMensagem).toBeNull()
  })
})

describe('getPayments', () => {
  const PATH = '/api/integracoes/ecommerce/traycommerce/getPayments'
  let tray: TraySimulator
  beforeEach(async () => {
    tray = await startTray()
  })
  afterEach(() => tray.stop())

  it('lists what the shop takes', async () => {
    expect((await server.admin('GET', PATH)).body.code).toBe('integration_not_configured')
    await company({ tray_url: `${tray.url}/web_api`, tray_token: tray.token })
    const { body } = await server.admin('GET', PATH)
    expect(body.data).toEqual([
      { external_payment_id: '4', external_payment: 'Boleto' },
      { external_payment_id: '16', external_payment: 'Cartão de crédito' },
      { external_payment_id: '21', external_payment: 'Pix' },
    ])
    expect((await server.admin('GET', `${PATH}?empresa_id=${server.empresa_id}`)).body).toEqual(body)
  })

  it('503 a key that is refused and a shop that is not well, 403 without the right, 404 another company’s', async () => {
    await company({ tray_url: `${tray.url}/web_api`, tray_token: 'errada' })
    expect((await server.admin('GET', PATH)).body).toMatchObject({
      code: 'integration_not_configured',
      message: expect.stringContaining('recusou a chave'),
    })
    await company({ tray_token: tray.token })
    for (const mood of ['cut', 'error', 'html', 'redirect', 'endless'] as const) {
      tray.misbehave(mood)
      const { status, body } = await server.admin('GET', PATH)
      expect([mood, status, body.code]).toEqual([mood, 503, 'integration_unavailable'])
      expect(JSON.stringify(body)).not.toContain(tray.token)
    }
    expect((await (await server.user({ permissions: ['show venda'] }))('GET', PATH)).status).toBe(403)
    for (const id of ['99999', 'x', '0'])
      expect((await server.admin('GET', `${PATH}?empresa_id=${id}`)).status).toBe(404)
  })
})
