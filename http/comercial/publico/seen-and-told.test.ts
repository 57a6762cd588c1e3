import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBrCode } from '../../../core/pix/br-code'
import { startWebhookReceiver } from '../../../fixtures/simulators/webhook'
import { testCnpj } from '../../../fixtures/test-server'
import { type Customers, customers, revisionIn, URL_BASE } from './customers.fixture'

/** Who learns of what a customer does, what counts as seen, and what is shown once the quote is a sale. */

let at: Customers
let server: Customers['server']
let ids: Customers['ids']
beforeAll(async () => {
  at = await customers()
  ;({ server, ids } = at)
})
afterAll(() => at.close())
beforeEach(() => at.run(sql`delete from limite_uso`))

const run: Customers['run'] = (query) => at.run(query)
const quote: Customers['quote'] = (values) => at.quote(values)
const act: Customers['act'] = (id, verb, body) => at.act(id, verb, body)
const read: Customers['read'] = (id) => at.read(id)
const linkOf: Customers['linkOf'] = (id) => at.linkOf(id)
const opens: Customers['opens'] = (path, form) => at.opens(path, form)
const past: Customers['past'] = (id) => at.past(id)

describe('what a customer does at the page of a quote', () => {
  it('is not seen by what only reads it, as scanners of mail do: by a browser that draws it, or by an answer', async () => {
    const { id } = await quote()
    const path = await linkOf(id)
    const scanned = await server.app.request(path)
    expect(scanned.status).toBe(200)
    await server.app.request(path, { method: 'HEAD' })
    await server.app.request(`${path}/pdf`)
    expect(await read(id)).toMatchObject({ dhVisto: null })
    expect(await past(id)).not.toContain('O cliente viu')
    expect((await server.admin('GET', `/api/orcamento/${id}/revisoes`)).body.data).toEqual([])
    // What was read and not seen is nothing that the customer is told to have changed since.
    await server.admin('PUT', `/api/orcamento/${id}`, { vFrete: 7 })
    const { html } = await opens(path)
    expect(html).not.toContain('O orçamento mudou')
    expect((await read(id)).dhVisto).not.toBeNull()
    expect((await past(id)).filter((one) => one === 'O cliente viu')).toHaveLength(1)
    const answered = await quote()
    const other = await linkOf(answered.id)
    const revisao = revisionIn(await (await server.app.request(other)).text())
    await server.app.request(other, {
      method: 'POST',
      body: new URLSearchParams({ acao: 'aceita', revisao, xNome: 'Ana' }),
    })
    expect(await past(answered.id)).toEqual(expect.arrayContaining(['O cliente viu', 'O cliente aceitou']))
  })

  it('tells the seller in the chat, once an answer, without the customer’s words; nobody where the seller is no user', async () => {
    let token = ''
    const seller = await server.user({ permissions: ['show venda_orcamento'] }, (one) => (token = one))
    const me = (await server.services.sessions.actorOf(token)).id
    const vendedor_id = (await server.insert('vendedor', { xNome: 'Vera', user_id: me })).id
    const { id } = await quote({ vendedor_id })
    const path = await linkOf(id)
    const revisao = revisionIn((await opens(path)).html)
    for (let time = 0; time < 2; time++) await opens(path, { acao: 'aceita', revisao, xNome: 'Ana Souza' })
    await opens(path, { acao: 'altera', revisao, texto: 'Quero dois, sou a Ana' })
    const { data } = (await seller('GET', '/api/chat/mensagem?orderBy=id&sortedBy=asc')).body
    expect(data.map((one: { text: string }) => one.text)).toEqual(
      ['o cliente aceitou', 'o cliente pede uma alteração'].map(
        (what) => `Orçamento nº ${id}: ${what}.\n${URL_BASE}/ui/comercial/orcamento/edit/${id}`,
      ),
    )
    expect((await seller('GET', '/api/chat/mensagem/getNaoLidasCount')).body.total).toBe(2)
    const [contact] = (await seller('GET', '/api/chat/mensagem/contatos')).body.data
    expect(contact).toMatchObject({ name: 'Prumo', nao_lidas: 2, ativo: false })
    const to = { user_dest_id: contact.id, text: 'Oi' }
    expect((await seller('POST', '/api/chat/mensagem', to)).body.code).toBe('inactive_user')
    const before = await run(sql`select count(*) from chat_mensagem`)
    // Who has taken that address and can sign in tells nobody anything, and gets into no company.
    await run(sql`update "user" set ativo = true where id = ${contact.id}`)
    const third = await quote({ vendedor_id })
    const taken = await linkOf(third.id)
    await opens(taken, { acao: 'aceita', revisao: revisionIn((await opens(taken)).html), xNome: 'Ana' })
    expect((await read(third.id)).dhAceite).not.toBeNull()
    await run(sql`update "user" set ativo = false where id = ${contact.id}`)
    const other = await quote()
    const second = await linkOf(other.id)
    await opens(second, { acao: 'aceita', revisao: revisionIn((await opens(second)).html), xNome: 'Ana' })
    expect(await run(sql`select count(*) from chat_mensagem`)).toEqual(before)
  })

  it('tells webhooks that it was accepted, and that a change was asked for, each once and signed', async () => {
    const receiver = await startWebhookReceiver()
    for (const event_type of ['ORCAMENTO_ACEITO', 'ORCAMENTO_ALTERACAO'])
      await server.admin('POST', '/api/cadastros/empresa_webhook', {
        empresa_id: server.empresa_id,
        event_type,
        webhook_url: receiver.url,
      })
    const { id } = await quote()
    const path = await linkOf(id)
    const revisao = revisionIn((await opens(path)).html)
    for (let time = 0; time < 3; time++) await opens(path, { acao: 'aceita', revisao, xNome: 'Ana' })
    for (let time = 0; time < 3; time++) await opens(path, { acao: 'altera', revisao, texto: 'Só em janeiro' })
    await server.runJobs()
    await receiver.arrived(2)
    // Two webhooks take no turns with one another.
    const told = receiver.received.toSorted((a, b) => a.sequence - b.sequence)
    expect(told.map(({ event, faults, body }) => [event, faults, body.registro_id])).toEqual([
      ['ORCAMENTO_ACEITO', [], id],
      ['ORCAMENTO_ALTERACAO', [], id],
    ])
    expect(told[0]?.body.dados).toMatchObject({ id, xAceite: 'Ana' })
    await run(sql`delete from empresa_webhook`)
    await receiver.stop()
  })

  it('of one company opens nothing of another: neither its quote, nor by a token that names both', async () => {
    const other = await server.insert('empresa', { xNome: 'Concorrente', CNPJ_CPF: testCnpj(31), UF: 'SP' })
    const theirs = await server.user({ roles: ['admin'], empresas: [other.id] })
    const made = await theirs('POST', '/api/orcamento', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.sells,
      dValidade: '2026-12-31',
      obs: 'Segredo do concorrente',
      orcamento_mercadorias: [{ mercadoria_id: ids.other, qTrib: 1, vUnTrib: 99 }],
    })
    expect(made.body.empresa_id, JSON.stringify(made.body)).toBe(other.id)
    const url = String((await theirs('POST', `/api/orcamento/${made.body.id}/link`)).body.url).slice(URL_BASE.length)
    const { id } = await quote({ obs: 'Segredo nosso' })
    const path = await linkOf(id)
    const [ours, yours] = [(await opens(path)).html, (await opens(url)).html]
    expect([ours.includes('Segredo nosso'), ours.includes('concorrente')]).toEqual([true, false])
    expect([yours.includes('Segredo do concorrente'), yours.includes('nosso')]).toEqual([true, false])
    expect(yours).toContain('Concorrente')
    // Even sealed by this server, a token that names the wrong company sees nothing.
    const { Vault } = await import('../../platform/vault')
    for (const wrong of [
      { id, empresa_id: other.id, n: 1 },
      { id: made.body.id, empresa_id: server.empresa_id, n: 1 },
    ]) {
      const token = new Vault('test-secret').seal(JSON.stringify(wrong), 'orcamento.link')
      expect((await opens(`/publico/orcamento/${token}`)).status).toBe(404)
      const form = { acao: 'aceita', revisao: '1', xNome: 'Intrusa' }
      expect((await opens(`/publico/orcamento/${token}`, form)).status).toBe(404)
    }
    expect((await server.admin('GET', `/api/orcamento/${made.body.id}`)).status).toBe(404)
    expect([(await read(id)).dhAceite, (await theirs('GET', `/api/orcamento/${made.body.id}`)).body.dhAceite]).toEqual([
      null,
      null,
    ])
  })
})

describe('a quote that became a sale', () => {
  it('shows what is owed with a Pix code, then that it is paid; nothing once the sale is cancelled', async () => {
    const town = await server.insert('municipio', { id: 3_550_308, xMun: 'São Paulo', UF: 'SP' })
    await server.admin('PUT', `/api/empresa/${server.empresa_id}`, { cMun: town.id, pix_chave: 'loja@exemplo.com.br' })
    const byPix = (await server.insert('pagamento', { descricao: 'Pix à vista', tPag: '20', baixaCaixaAutomatico: 1 }))
      .id
    const sells = await server.insert('tipo_entrada_saida', { descricao: 'Serviço', tipo: 1, movimenta_estoque: false })
    const { id } = await quote({
      tipo_entrada_saida_id: sells.id,
      orcamento_duplicatas: [{ dVencimento: '2027-01-01', vDup: 10, pagamento_id: byPix }],
    })
    const path = await linkOf(id)
    expect((await opens(path)).html).not.toContain('QR code')
    const { venda_id } = (await act(id, 'fecha')).body
    const { html } = await opens(path)
    expect(html).toContain('aria-label="QR code Pix da parcela 1"')
    expect(html).toContain('A pagar')
    const { venda_duplicatas } = (await server.admin('GET', `/api/venda/${venda_id}`)).body
    await server.insert('link_pagamento', {
      empresa_id: server.empresa_id,
      cliente_id: ids.customer,
      venda_id,
      venda_duplicata_id: venda_duplicatas[0].id,
      referencia: 'da-parcela-1',
      valor: 10,
      situacao: 'aberto',
      url: 'https://pagar.example/1?a=1&b=2',
    })
    expect((await opens(path)).html).toContain('href="https://pagar.example/1?a=1&amp;b=2">Pagar a parcela 1</a>')
    const code = />(000201[^<]*)</.exec(html)?.[1] ?? ''
    expect(readBrCode(code)).toMatchObject({ amount: '10.00', txid: `V${venda_id}P1`, key: 'loja@exemplo.com.br' })
    await server.admin('POST', `/api/venda/${venda_id}/fecha`)
    expect((await server.admin('POST', `/api/venda/${venda_id}/fatura`)).status).toBe(200)
    const paid = (await opens(path)).html
    expect(paid).toContain('<small class="paid">Pago</small>')
    expect(paid).not.toContain('QR code')
    await server.admin('POST', `/api/venda/${venda_id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    expect((await opens(path)).html).not.toContain('Pagamento')
  })
})
