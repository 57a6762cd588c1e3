import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { startWhatsapp, type WhatsappSimulator } from '../../../fixtures/simulators/whatsapp'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { NOTICE_DOCUMENTS } from '../../../core/notices/documents'
import { call, faults, ok } from '../../estoque/output.fixture'
import { resourceNamed } from '../../platform/resource'
import { openWorkshop, order, ORDERS, type Workshop } from '../../servico/ordem_servico/service.fixture'

/** Templates of notices: their life, what they say, whom they tell and when, and what could not be told. */

const PATH = '/api/sis/notificacao_template'
let shop: Workshop
let smtp: SmtpSimulator
let whatsapp: WhatsappSimulator

beforeAll(async () => {
  smtp = await startSmtp()
  whatsapp = await startWhatsapp()
  shop = await openWorkshop({
    publicUrl: 'https://prumo.example',
    smtpUrl: smtp.url,
    whatsappUrl: whatsapp.url,
    whatsappKey: whatsapp.key,
    allowPrivate: true,
  })
  whatsapp.instances.set(`prumo-${shop.server.empresa_id}`, { token: 'x', state: 'open' })
})
afterAll(async () => {
  await shop.server.close()
  await smtp.stop()
  await whatsapp.stop()
})
/** JPEG by its first bytes, which is all that is looked at. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')

const TEXT = {
  descricao: 'Ordem pronta',
  evento: 'ordem_servico.finalizada',
  assunto: 'Ordem {{numero}} pronta',
  body: 'Olá, {{cliente}}!\n\nFicou em {{total}}.\n{{empresa}}',
}
const written = async (more: object = {}): Promise<number> => (await ok('POST', PATH, { ...TEXT, ...more })).id
const finish = (id: number) => call('POST', `${PATH}/${id}/finalizarNotificacaoTemplate`)
const show = (id: number) => ok('GET', `${PATH}/${id}`)
const inUse = async (more: object = {}): Promise<number> => {
  const id = await written(more)
  expect((await finish(id)).body).toMatchObject({ status: 1 })
  return id
}
const customer = (values: object) => ok('PUT', `/api/cliente/${shop.customer}`, values)
const finished = async (): Promise<number> => {
  const id = await order(shop, [])
  await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
  return id
}
const sendings = async (template: number) =>
  (await ok('GET', `/api/sis/aviso_envio?where=${JSON.stringify({ notificacao_template_id: template })}`)).data
const mailed = async (template: number): Promise<Record<string, unknown>[]> =>
  Promise.all(
    (await sendings(template)).map((one: { email_id: number }) => ok('GET', `/api/sis/email/${one.email_id}`)),
  )

beforeEach(async () => {
  // Each case has the templates that it makes, and no others.
  for (const { id } of (await ok('GET', `${PATH}?perPage=100&where={"status":[0,1]}`)).data)
    await ok('POST', `${PATH}/${id}/cancelarNotificacaoTemplate`)
  await customer({ email: 'maria@cliente.example', fone: null })
})

describe('the life of a template', () => {
  it('a draft is finished, does not change in use, is corrected, and cancelled for good', async () => {
    const id = await inUse()
    expect(await call('PUT', `${PATH}/${id}`, { body: 'Outro' })).toMatchObject({
      status: 400,
      body: { code: 'finished' },
    })
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(400)
    expect(await finish(id)).toMatchObject({ status: 400, body: { code: 'finished' } })
    expect(await ok('POST', `${PATH}/${id}/corrige`)).toMatchObject({ status: 0, dhFinalizacao: null })
    await ok('PUT', `${PATH}/${id}`, { body: 'Outro' })
    expect(await ok('POST', `${PATH}/${id}/cancelarNotificacaoTemplate`)).toMatchObject({ status: 2 })
    for (const verb of ['finalizarNotificacaoTemplate', 'corrige', 'cancelarNotificacaoTemplate'])
      expect(await call('POST', `${PATH}/${id}/${verb}`)).toMatchObject({ status: 400, body: { code: 'cancelled' } })
  })

  it('422 at the field for what could not be sent', async () => {
    const errorsOf = async (more: object) => {
      const answer = await finish(await written(more))
      expect(answer.status).toBe(422)
      return answer.body.errors
    }
    expect(await errorsOf({ body: 'Olá, {{cliente}} {{__proto__}} {{fornecedor}}', assunto: '{{nada}}' })).toEqual({
      assunto: ['Ordem de serviço não tem {{nada}}.'],
      body: ['Ordem de serviço não tem {{__proto__}}.', 'Ordem de serviço não tem {{fornecedor}}.'],
    })
    expect(await errorsOf({ body: null, assunto: ' ', para_cliente: false })).toEqual({
      assunto: ['Escreva o assunto.'],
      body: ['Escreva a mensagem.'],
      para: ['Escolha para quem vai.'],
    })
    const ofTitle = { evento: 'contas_receber.aberta', para_vendedor: true, body: '{{saldo}}' }
    expect(await errorsOf(ofTitle)).toEqual({ para_vendedor: ['Conta a receber não tem vendedor.'] })
    expect(await errorsOf({ evento: 'separacao.conferida', body: '{{separador}}' })).toEqual({
      para_cliente: ['Separação não tem cliente.'],
    })
    for (const [para, canal] of [
      ['ninguem', 'email'],
      ['maria@cliente.example', 'whatsapp'],
    ])
      expect((await call('POST', PATH, { ...TEXT, para, canal })).body.errors).toHaveProperty('para')
    expect((await call('POST', PATH, { ...TEXT, evento: 'venda.comida' })).body.errors).toHaveProperty('evento')
    expect((await call('POST', PATH, { ...TEXT, body: 'x'.repeat(10_001) })).status).toBe(422)
  })

  it('403 without the right, 404 in another company', async () => {
    const { server } = shop
    const id = await written()
    const clerk = await server.user({ permissions: ['show ordem_servico'] })
    expect((await clerk('GET', PATH)).status).toBe(403)
    const reader = await server.user({ permissions: ['show notificacao_template'] })
    expect((await reader('GET', `${PATH}/${id}`)).status).toBe(200)
    expect((await reader('POST', `${PATH}/${id}/finalizarNotificacaoTemplate`)).status).toBe(403)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(77), xNome: 'Outra' })
    const theirs = await server.user({ roles: ['admin'], empresas: [other.id] })
    expect((await theirs('GET', `${PATH}/${id}`)).status).toBe(404)
    expect((await theirs('POST', `${PATH}/${id}/previa`, { registro_id: 1 })).status).toBe(404)
    expect((await theirs('POST', `${PATH}/${id}/cancelarNotificacaoTemplate`)).status).toBe(404)
  })
})

describe('an event', () => {
  it('queues a mail of the record as it is, once, whoever repeats the step', async () => {
    const template = await inUse()
    const id = await finished()
    expect(await mailed(template)).toMatchObject([
      { para: 'maria@cliente.example', assunto: `Ordem ${id} pronta`, status: 1 },
    ])
    expect(String((await mailed(template))[0]?.body)).toMatch(/^Olá, .+!\n\nFicou em R\$ 80,00\.\n/)
    expect((await call('POST', `${ORDERS}/${id}/finalizarOrdemServico`)).status).toBe(400)
    expect(await sendings(template)).toHaveLength(1)
    await shop.server.runJobs()
    expect((await mailed(template))[0]).toMatchObject({ status: 2 })
    expect(await faults()).toEqual([])
  })

  it('tells nothing by a draft, of another event, or once it is cancelled', async () => {
    const draft = await written()
    const other = await inUse({ evento: 'ordem_servico.cancelada' })
    await finished()
    expect([await sendings(draft), await sendings(other)]).toEqual([[], []])
  })

  it('of a title, when it is opened and when its last cent is paid', async () => {
    const about = { assunto: 'Conta {{titulo}}', body: '{{cliente}}: {{valor}} até {{vencimento}}, falta {{saldo}}' }
    const [opened, settled] = [
      await inUse({ ...about, evento: 'contas_receber.aberta' }),
      await inUse({ ...about, evento: 'contas_receber.quitada' }),
    ]
    const title = {
      cliente_id: shop.customer,
      numero: 'A-1',
      dEmissao: '2026-11-28',
      dVencimento: '2026-12-28',
      vDup: 30,
    }
    const { id } = await ok('POST', '/api/financeiro/contas_receber', title)
    expect(await mailed(opened)).toMatchObject([{ assunto: 'Conta A-1' }])
    expect((await mailed(opened))[0]?.body).toMatch(/: R\$ 30,00 até 28\/12\/2026, falta R\$ 30,00$/)
    expect(await sendings(settled)).toEqual([])
    const banco_id = (await shop.server.insert('banco', { empresa_id: shop.server.empresa_id, descricao: 'Caixa' })).id
    await ok('POST', `/api/contas_receber/${id}/baixa`, { banco_id, vPago: '30.00' })
    expect((await mailed(settled))[0]?.body).toMatch(/falta R\$ 0,00$/)
    expect(await sendings(opened)).toHaveLength(1)
  })

  it('of one company is told by its own templates alone', async () => {
    const { server } = shop
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(78), xNome: 'Vizinha' })
    const theirs = await server.user({ roles: ['admin'], empresas: [other.id] })
    const { id } = (await theirs('POST', PATH, { ...TEXT, empresa_id: other.id })).body
    expect((await theirs('POST', `${PATH}/${id}/finalizarNotificacaoTemplate`)).status).toBe(200)
    await server.runJobs()
    const before = smtp.mails.length
    await finished()
    await server.runJobs()
    expect(smtp.mails.length).toBe(before)
    expect((await theirs('GET', '/api/sis/aviso_envio')).body.total).toBe(0)
  })

  it('nothing is told of a step that is only tried', async () => {
    const template = await inUse()
    const id = await order(shop, [])
    const tried = await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico?simula=1`)
    expect(tried.efeitos.mensagens).toMatchObject([{ meio: 'e-mail', para: 'maria@cliente.example' }])
    expect(await sendings(template)).toEqual([])
  })

  it('goes to fixed addresses and to the technician too, each once', async () => {
    await ok('PUT', `/api/colaborador/${shop.technician}`, { email: 'teo@oficina.example' })
    const template = await inUse({ para_vendedor: true, para: 'a@casa.example; b@casa.example, a@casa.example' })
    await finished()
    expect((await mailed(template)).map(({ para }) => para).toSorted()).toEqual([
      'a@casa.example',
      'b@casa.example',
      'maria@cliente.example',
      'teo@oficina.example',
    ])
  })

  it('what cannot be told holds nothing up: it is shown with the template', async () => {
    await customer({ email: null })
    const template = await inUse()
    const id = await finished()
    expect(await ok('GET', `${ORDERS}/${id}`)).toMatchObject({ status: 2 })
    expect(await sendings(template)).toMatchObject([
      { registro_id: id, para: 'cliente', email_id: null, falha: 'O cliente não tem e-mail no cadastro.' },
    ])
    expect(await show(template)).toMatchObject({ falhas: 1 })
    const failing = await ok('GET', `${PATH}?custom=${JSON.stringify({ com_falha: true })}`)
    expect(failing.data.map((one: { id: number }) => one.id)).toEqual([template])
  })

  it('a mail that is refused later is a failure of its template, too', async () => {
    // What earlier cases left goes first.
    await shop.server.runJobs()
    const template = await inUse()
    await finished()
    expect(await show(template)).toMatchObject({ falhas: 0 })
    smtp.refuse(550)
    await shop.server.runJobs()
    expect(await show(template)).toMatchObject({ falhas: 1 })
    expect((await sendings(template))[0].falha).toContain('550')
    const failing = await ok('GET', `${PATH}?custom=${JSON.stringify({ com_falha: true })}&where={"id":${template}}`)
    expect(failing.total).toBe(1)
  })

  it('what happens again tells whom it could not tell before, and nobody twice', async () => {
    await customer({ email: null })
    const template = await inUse({ evento: 'ordem_servico.assinada' })
    const id = await order(shop, [])
    const sign = () => ok('POST', `${ORDERS}/${id}/assina`, { xNome: 'Maria', imagem: JPEG })
    await sign()
    expect(await show(template)).toMatchObject({ falhas: 1 })
    await customer({ email: 'maria@cliente.example' })
    for (let times = 0; times < 2; times++) {
      // What the order costs more has to be signed anew.
      await ok('POST', '/api/srv/ordem_servico_servico', { ordem_servico_id: id, servico_id: shop.labour })
      await sign()
    }
    expect(await mailed(template)).toMatchObject([{ para: 'maria@cliente.example' }])
    expect(await show(template)).toMatchObject({ falhas: 0 })
  })

  it('a value that looks like HTML or a place is text, in the mail and in its page', async () => {
    const evil = '<img src=x onerror=alert(1)> {{total}}'
    const before = (await ok('GET', `/api/cliente/${shop.customer}`)).xNome
    await customer({ xNome: evil })
    const template = await inUse()
    await finished()
    await customer({ xNome: before })
    const [mail] = await mailed(template)
    expect(mail?.body).toContain(evil)
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; {{total}}')
    expect(mail?.html).not.toContain('<img')
  })

  it('by WhatsApp, to whoever has it; a number without it is a failure of the template', async () => {
    whatsapp.numbers.add('5541999990000')
    await customer({ fone: '41999990000' })
    await ok('POST', `/api/cliente/${shop.customer}/verificaWhatsApp`)
    const template = await inUse({ canal: 'whatsapp', assunto: null, para: '(41) 98888-7777' })
    const id = await finished()
    await shop.server.runJobs()
    expect(whatsapp.messages.at(-1)).toMatchObject({ number: '5541999990000' })
    expect(whatsapp.messages.at(-1)?.text).toContain('Ficou em R$')
    const told = await sendings(template)
    expect(told.find((one: { para: string }) => one.para === 'cliente')).toMatchObject({ falha: null, registro_id: id })
    expect(told.find((one: { para: string }) => one.para !== 'cliente')?.falha).toContain('não tem WhatsApp')
  })
})

describe('a preview', () => {
  const preview = (id: number, body: object, caller: TestServer['admin'] = call) =>
    caller('POST', `${PATH}/${id}/previa`, body)

  it('is of a record, with the texts that are being written', async () => {
    const id = await written()
    const registro_id = await order(shop, [])
    const { body } = await preview(id, { registro_id, body: '{{numero}} <b> {{nada}}' })
    expect(body).toMatchObject({ subject: `Ordem ${registro_id} pronta`, text: `${registro_id} <b> {{nada}}` })
    expect(body.html).toContain(`${registro_id} &lt;b&gt; {{nada}}`)
    expect((await preview(id, { registro_id: 999_999 })).status).toBe(404)
    expect((await preview(id, {})).status).toBe(422)
    expect((await preview(id, { registro_id, body: 'x'.repeat(10_001) })).status).toBe(422)
  })

  it('404 for a record that the reader may not see, and nothing of a customer but what all are shown', async () => {
    const id = await written({ body: '{{cliente}} {{cliente_fone}}|' })
    await customer({ fone: '41999990000' })
    const registro_id = await order(shop, [])
    const { server } = shop
    const blind = await server.user({ permissions: ['show notificacao_template'] })
    expect((await preview(id, { registro_id }, blind)).status).toBe(404)
    const reader = await server.user({ permissions: ['show notificacao_template', 'show ordem_servico'] })
    const seen = (await preview(id, { registro_id }, reader)).body.text
    expect(seen).not.toContain('99999')
    expect((await preview(id, { registro_id })).body.text).toContain('99999')
  })
})

describe('what templates may name', () => {
  it('is there: every path is a field that anybody may see who sees the document', () => {
    for (const { resource: name, vars, party, seller, events } of NOTICE_DOCUMENTS) {
      const resource = resourceNamed(name)
      for (const { date } of events)
        if (date !== undefined) expect(resource.fields[date]?.meta.kind, `${name}.${date}`).toBe('datetime')
      for (const person of [party, seller])
        if (person) expect(resource.fields[person.column]?.meta.ref, `${name}.${person.column}`).toBeDefined()
      for (const path of Object.values(vars).flatMap((one) => one.path)) {
        const [column = '', field] = path.split('.')
        const ref = resource.fields[column]?.meta.ref
        const meta = field === undefined ? resource.fields[column]?.meta : resourceNamed(ref ?? '').fields[field]?.meta
        if (path !== 'id') expect(meta, `${name}: ${path}`).toBeDefined()
        expect([meta?.right, meta?.secret ?? false, meta?.sealed], `${name}: ${path}`).toEqual([
          undefined,
          false,
          undefined,
        ])
      }
    }
  })
})
