import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtp, type SmtpSimulator } from '../../../fixtures/simulators/smtp'
import { startWhatsapp, type WhatsappSimulator } from '../../../fixtures/simulators/whatsapp'
import { call, faults, ok } from '../../estoque/output.fixture'
import { openWorkshop, order, ORDERS, type Workshop } from './service.fixture'

/** What a customer is told and signs: by mail, by WhatsApp, by a link, on the glass. */

const URL_BASE = 'https://prumo.example'
let shop: Workshop
let smtp: SmtpSimulator
let whatsapp: WhatsappSimulator

beforeAll(async () => {
  smtp = await startSmtp()
  whatsapp = await startWhatsapp()
  shop = await openWorkshop({
    publicUrl: URL_BASE,
    smtpUrl: smtp.url,
    whatsappUrl: whatsapp.url,
    whatsappKey: whatsapp.key,
    allowPrivate: true,
  })
  const instance = `prumo-${shop.server.empresa_id}`
  whatsapp.instances.set(instance, { token: 'x', state: 'open' })
})
afterAll(async () => {
  await shop.server.close()
  await smtp.stop()
  await whatsapp.stop()
})

const show = (id: number) => ok('GET', `${ORDERS}/${id}`)
const notify = (id: number, body: object = {}) => call('POST', `${ORDERS}/${id}/notificaFinalizacao`, body)
const customer = (values: object) => ok('PUT', `/api/cliente/${shop.customer}`, values)
const finished = async () => {
  const id = await order(shop, [])
  await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
  return id
}
/** JPEG by its first bytes, which is all that is looked at. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')

describe('notificaFinalizacao', () => {
  it('400 while the order is open, and for a customer who cannot be reached', async () => {
    await customer({ email: null, fone: null })
    expect(await notify(await order(shop, []))).toMatchObject({ status: 400, body: { code: 'not_finished' } })
    const id = await finished()
    expect(await notify(id)).toMatchObject({ status: 400, body: { code: 'no_address' } })
    expect(await show(id)).toMatchObject({ status: 2, dhNotificacao: null })
  })

  it('mails the words of the company with the link, once; again only when that is asked for', async () => {
    await customer({ email: 'maria@cliente.example' })
    await ok('PUT', `/api/empresa/${shop.server.empresa_id}`, {
      aviso_os: 'Oi {cliente}, a ordem {numero} ({equipamento}) ficou em {total}: {link} {empresa}',
    })
    const id = await finished()
    expect((await notify(id)).body).toEqual({ message: 'Cliente avisado por e-mail.' })
    await shop.server.runJobs()
    await smtp.arrived(1)
    const text = JSON.stringify(smtp.mails[0])
    expect(text).toContain(`Ordem de servi`)
    expect(text).toContain('/publico/ordem_servico/')
    expect((await show(id)).dhNotificacao).not.toBeNull()
    expect(await notify(id)).toMatchObject({ status: 400, body: { code: 'confirm' } })
    expect((await notify(id, { confirma: true })).status).toBe(200)
    await shop.server.runJobs()
    await smtp.arrived(2)
  })

  it('by WhatsApp where the customer has it; what the service refuses undoes nothing and tells nobody', async () => {
    whatsapp.numbers.add('5541999990000')
    await customer({ fone: '41999990000' })
    await ok('POST', `/api/cliente/${shop.customer}/verificaWhatsApp`)
    const id = await finished()
    expect((await notify(id)).body).toEqual({ message: 'Cliente avisado por WhatsApp.' })
    expect(whatsapp.messages.at(-1)).toMatchObject({ number: '5541999990000' })
    expect(whatsapp.messages.at(-1)?.text).toContain(`a ordem ${id} (Furadeira · Marca, SN-1) ficou em R$`)
    whatsapp.numbers.clear()
    const other = await finished()
    expect((await notify(other)).status).toBeGreaterThanOrEqual(400)
    expect(await show(other)).toMatchObject({ status: 2, dhNotificacao: null })
    expect((await notify(other, { canal: 'email' })).status).toBe(200)
  })
})

describe('a template of the event', () => {
  const TEMPLATES = '/api/sis/notificacao_template'

  it('says it in its words, each way in its own; without one in use the company’s words are said', async () => {
    await customer({ email: 'maria@cliente.example' })
    const about = { descricao: 'Pronta', evento: 'ordem_servico.pronta', assunto: 'Busque a {{equipamento}}' }
    const body = 'A ordem {{numero}} está pronta: {{link}}'
    const template = (await ok('POST', TEMPLATES, { ...about, body })).id
    const mailed = async () => {
      const id = await finished()
      expect((await notify(id, { canal: 'email' })).status).toBe(200)
      const [mail] = (await ok('GET', '/api/sis/email?orderBy=id&sortedBy=desc&perPage=1')).data
      return { id, mail: await ok('GET', `/api/sis/email/${mail.id}`) }
    }
    expect((await mailed()).mail.assunto).toMatch(/^Ordem de serviço nº/)
    await ok('POST', `${TEMPLATES}/${template}/finalizarNotificacaoTemplate`)
    const { id, mail } = await mailed()
    expect(mail.assunto).toBe('Busque a Furadeira · Marca')
    expect(mail.body).toMatch(new RegExp(`^A ordem ${id} está pronta: ${URL_BASE}/publico/ordem_servico/[\\w.~%-]+$`))
    await ok('POST', `${TEMPLATES}/${template}/corrige`)
    expect((await mailed()).mail.assunto).toMatch(/^Ordem de serviço nº/)
  })
})

describe('the signature', () => {
  it('on the glass: a JPEG among the attachments, and by whom; 422 for what is none', async () => {
    const id = await order(shop, [])
    const sign = (body: object) => call('POST', `${ORDERS}/${id}/assina`, body)
    expect((await sign({ xNome: '', imagem: JPEG })).status).toBe(422)
    expect((await sign({ xNome: 'Maria', imagem: Buffer.from('text').toString('base64') })).status).toBe(422)
    expect((await show(id)).anexables).toEqual([])
    expect((await sign({ xNome: 'Maria', imagem: JPEG })).status).toBe(200)
    const signed = await show(id)
    expect(signed).toMatchObject({
      xAssinante: 'Maria',
      anexables: [{ nome: `assinatura-${id}.jpg`, extensao: 'jpg' }],
    })
    expect(signed.dhAssinatura).not.toBeNull()
    await ok('PUT', `${ORDERS}/${id}`, { obs: 'Nada que custe' })
    expect((await show(id)).xAssinante).toBe('Maria')
    await ok('POST', '/api/srv/ordem_servico_servico', { ordem_servico_id: id, servico_id: shop.labour })
    expect(await show(id)).toMatchObject({ xAssinante: null, dhAssinatura: null, vTotal: 160 })
    const { data } = await ok('GET', `${ORDERS}/${id}/auditoria`)
    expect(data.map((one: { acao: string }) => one.acao)).toContain('perdeAssinatura')
    expect(await faults()).toEqual([])
  })

  it('by the link: what was read is signed once; what changed meanwhile is shown again; a revoked link opens nothing', async () => {
    await customer({ CNPJ_CPF: '52998224725' })
    const id = await order(shop, [])
    const { url } = await ok('POST', `${ORDERS}/${id}/link`)
    const path = String(url).slice(URL_BASE.length)
    const opens = (form?: Record<string, string>) =>
      shop.server.app.request(path, form ? { method: 'POST', body: new URLSearchParams(form) } : {})
    const page = async (answer: Response | Promise<Response>) => (await answer).text()
    const versao = async () => /name="versao" value="(\d+)"/.exec(await page(opens()))?.[1] ?? ''
    const html = await page(opens())
    expect(html).toContain(`Ordem de serviço nº ${id}`)
    expect(html).toContain('Mão de obra')
    expect(html).toContain('SN-1')
    expect(html).not.toContain('529')
    const read = await versao()
    expect((await opens({ versao: read, xNome: ' ' })).status).toBe(422)
    await ok('PUT', `${ORDERS}/${id}`, { obs: 'Outra coisa' })
    expect((await opens({ versao: read, xNome: 'Maria' })).status).toBe(409)
    expect((await show(id)).dhAssinatura).toBeNull()
    expect((await opens({ versao: await versao(), xNome: 'Maria' })).status).toBe(303)
    expect((await show(id)).xAssinante).toBe('Maria')
    expect(await page(opens())).toContain('por Maria.')
    const pdf = await shop.server.app.request(`${path}/pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    await ok('POST', `${ORDERS}/${id}/revogaLink`)
    expect((await opens()).status).toBe(404)
    const { data } = await ok('GET', `${ORDERS}/${id}/auditoria`)
    expect(data.map((one: { acao: string }) => one.acao)).toContain('assina')
  })
})
