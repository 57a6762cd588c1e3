import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { systemCtx } from '../../platform/app'
import { mailHtml } from './message'
import { queueMail } from './queue'

/** Mails as they are kept: written, sent, refused, sent again, and what the mail service tells of them. */

let server: TestServer
let smtp: SmtpSimulator
beforeAll(async () => {
  smtp = await startSmtp()
  server = await testServer({ smtpUrl: smtp.url, publicUrl: 'https://prumo.example' })
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const PATH = '/api/sis/email'
const call: TestServer['admin'] = (...args) => server.admin(...args)
const MAIL = {
  para: 'ana@mercado.example',
  assunto: 'Sobre a entrega',
  body: 'Olá.\n\nVeja em https://prumo.example/a?b=1&c=2.',
}
const written = async (more: object = {}): Promise<number> => (await call('POST', PATH, { ...MAIL, ...more })).body.id
const shown = async (id: number) => (await call('GET', `${PATH}/${id}`)).body
const send = (id: number) => call('POST', `${PATH}/${id}/envia`)
const sent = async (id: number) => {
  expect((await send(id)).status).toBe(200)
  await server.runJobs()
  return shown(id)
}
const last = () => smtp.mails.at(-1)

describe('a mail', () => {
  it('is written, sent as text and page, and kept', async () => {
    const id = await written()
    expect(await shown(id)).toMatchObject({ status: 0, ...MAIL, html: mailHtml(MAIL.body) })
    expect(await sent(id)).toMatchObject({ status: 2, erro: null })
    expect(last()).toMatchObject({ to: [MAIL.para], subject: MAIL.assunto, faults: [] })
    expect(last()?.text).toContain('Veja em https://prumo.example')
    expect(last()?.page.trimEnd()).toBe(mailHtml(MAIL.body))
    expect(await call('PUT', `${PATH}/${id}`, { body: 'Outra coisa' })).toMatchObject({
      status: 400,
      body: { code: 'sent' },
    })
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(400)
  })

  it('422 without a text, at first and later', async () => {
    const errors = { body: ['Escreva a mensagem.'] }
    expect((await call('POST', PATH, { ...MAIL, body: '' })).body.errors).toEqual(errors)
    const id = await written()
    for (const body of ['', null]) expect((await call('PUT', `${PATH}/${id}`, { body })).body.errors).toEqual(errors)
    expect(await shown(id)).toMatchObject({ body: MAIL.body })
  })

  it('goes again as it stands, under another key, and once each time', async () => {
    const id = await written()
    const first = await sent(id)
    const count = smtp.mails.length
    const again = await sent(id)
    expect(smtp.mails.length).toBe(count + 1)
    expect(again.chave).not.toBe(first.chave)
    expect(last()?.headers.get('message-id')).toContain(again.chave)
    await server.runJobs()
    expect(smtp.mails.length).toBe(count + 1)
  })

  it('400 where it waits to be sent', async () => {
    const id = await written()
    expect((await send(id)).status).toBe(200)
    expect(await send(id)).toMatchObject({ status: 400, body: { code: 'waiting' } })
    await server.runJobs()
  })
})

describe('a mail that is refused', () => {
  it('tells why, is mended, and goes', async () => {
    const id = await written({ para: 'errado@mercado.example' })
    smtp.refuse(550)
    const refused = await sent(id)
    expect(refused).toMatchObject({ status: 5 })
    expect(refused.erro).toContain('550')
    await call('PUT', `${PATH}/${id}`, { para: 'certo@mercado.example' })
    expect(await sent(id)).toMatchObject({ status: 2, erro: null, dhErro: null })
    expect(last()?.to).toEqual(['certo@mercado.example'])
  })
})

/** A mail of the product's own, with a file. */
const queued = async (more: object = {}): Promise<number> => {
  await server.pool.transaction(SYSTEM, async (db) => {
    const ctx = systemCtx(server.services, db, [server.empresa_id], server.empresa_id)
    await queueMail(ctx, {
      empresa_id: server.empresa_id,
      to: MAIL.para,
      subject: 'Nota',
      text: 'Segue a nota.',
      files: [{ nome: 'nota.xml', tipo: 'application/xml', base64: Buffer.from('<a/>').toString('base64') }],
      ...more,
    })
  })
  return (await call('GET', `${PATH}?orderBy=id&sortedBy=desc&perPage=1`)).body.data[0].id
}

describe('a mail of the product', () => {
  it('names its files; refused it goes again with them, taken it sends none that is not kept', async () => {
    const id = await queued()
    smtp.refuse(550)
    await server.runJobs()
    expect(await shown(id)).toMatchObject({ status: 5, anexos: ['nota.xml'], body: 'Segue a nota.' })
    expect(await sent(id)).toMatchObject({ status: 2 })
    expect(last()?.files).toMatchObject([{ name: 'nota.xml' }])
    expect(await send(id)).toMatchObject({ status: 400, body: { code: 'files_gone' } })
  })

  it('whose text opens something keeps none, and does not go again', async () => {
    const id = await queued({ secret: true, files: [] })
    await server.runJobs()
    expect(await shown(id)).toMatchObject({ status: 2, body: null, html: null, sigiloso: true })
    expect(await send(id)).toMatchObject({ status: 400, body: { code: 'secret' } })
  })
})

describe('a company with a mail server of its own', () => {
  it('sends by it, in its name; its password is never answered', async () => {
    const own = await startSmtp()
    const other = await testServer({ smtpUrl: smtp.url, publicUrl: 'https://prumo.example', allowPrivate: true })
    const { host } = new URL(own.url)
    const company = `/api/empresa/${other.empresa_id}`
    for (const [smtp_url, message] of [
      ['http://correio', /smtps:/],
      [`smtp://u:senha@${host}`, /senha vai no campo/],
    ] as const)
      expect((await other.admin('PUT', company, { smtp_url })).body.errors.smtp_url[0]).toMatch(message)
    const saved = await other.admin('PUT', company, { smtp_url: `smtp://${host}?from=notas@loja.example` })
    expect(saved.body).toMatchObject({ smtp_senha_definida: false })
    const { body } = await other.admin('POST', PATH, MAIL)
    const before = smtp.mails.length
    await other.admin('POST', `${PATH}/${body.id}/envia`)
    await other.runJobs()
    expect([own.mails.length, smtp.mails.length]).toEqual([1, before])
    expect(own.mails[0]).toMatchObject({ from: 'notas@loja.example', faults: [] })
    await other.close()
    await own.stop()
  })

  it('may not name a machine of the server’s own network', async () => {
    const company = `/api/empresa/${server.empresa_id}`
    for (const smtp_url of ['smtp://127.0.0.1:25', 'smtps://correio.local', 'smtp://[::1]:25'])
      expect((await call('PUT', company, { smtp_url })).body.errors.smtp_url[0]).toMatch(/rede interna/)
  })
})

describe('what the mail service tells', () => {
  const tell = (chave: string, evento: string, motivo?: string) =>
    call('POST', `${PATH}/sinaliza`, { chave, evento, ...(motivo === undefined ? {} : { motivo }) })

  it('takes a mail on, and what comes late takes nothing back', async () => {
    const id = await written()
    const { chave } = await sent(id)
    expect((await tell(`<${chave}@prumo.example>`, 'entregue')).status).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 3 })
    await tell(chave, 'lido')
    await tell(chave, 'entregue')
    await tell(chave, 'devolvido', 'Caixa cheia')
    expect(await shown(id)).toMatchObject({ status: 4, erro: null })
  })

  it('what was told of while its answer was lost is not sent again', async () => {
    for (const [evento, status] of [
      ['entregue', 3],
      ['devolvido', 5],
    ] as const) {
      const id = await written()
      await send(id)
      const count = smtp.mails.length
      expect((await tell((await shown(id)).chave, evento)).status).toBe(200)
      await server.runJobs()
      expect(smtp.mails.length).toBe(count)
      expect(await shown(id)).toMatchObject({ status })
    }
  })

  it('403 without the right', async () => {
    const id = await written()
    const reader = await server.user({ permissions: ['show email'] })
    for (const [path, body] of [
      [`${PATH}/${id}/envia`, {}],
      [`${PATH}/sinaliza`, { chave: (await shown(id)).chave, evento: 'lido' }],
    ] as const)
      expect((await reader('POST', path, body)).status).toBe(403)
    expect(await shown(id)).toMatchObject({ status: 0 })
  })

  it('a bounce says why; of a sending before the last nothing is told', async () => {
    const id = await written()
    const { chave } = await sent(id)
    await tell(chave, 'devolvido', 'Caixa cheia')
    expect(await shown(id)).toMatchObject({ status: 5, erro: 'Caixa cheia' })
    await sent(id)
    expect((await tell(chave, 'lido')).status).toBe(404)
    expect(await shown(id)).toMatchObject({ status: 2 })
  })
})

it('503 where mail is not set up: what was written stays', async () => {
  const other = await testServer()
  const { body } = await other.admin('POST', PATH, MAIL)
  expect(await other.admin('POST', `${PATH}/${body.id}/envia`)).toMatchObject({
    status: 503,
    body: { code: 'integration_not_configured' },
  })
  expect((await other.admin('GET', `${PATH}/${body.id}`)).body).toMatchObject({ status: 0, body: MAIL.body })
  await other.close()
})

it('a page of a mail has nothing of its text but text and links', () => {
  expect(mailHtml('<b>&\n\nhttps://a.example/x"y (http://b.example).')).toContain(
    '<p>&lt;b&gt;&amp;</p>\n<p><a href="https://a.example/x">https://a.example/x</a>&quot;y (<a href="http://b.example">http://b.example</a>).</p>',
  )
})
