import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customers, customers, revisionIn, URL_BASE } from './customers.fixture'

/** Quotes by e-mail, and the page at which a customer reads, accepts or asks to change one without signing in. */

let at: Customers
let server: Customers['server']
let ids: Customers['ids']
let clock: Customers['clock']
beforeAll(async () => {
  at = await customers()
  ;({ server, ids, clock } = at)
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
const mailed: Customers['mailed'] = (count, work) => at.mailed(count, work)

describe('a quote by e-mail', () => {
  it('goes to each address with its PDF and its link, greets by the hour in Brazil, and is in the history', async () => {
    const { id } = await quote()
    const mails = await mailed(2, async () =>
      expect(
        (await act(id, 'email', { to: 'ana@teste.example; bia@teste.example', texto: 'Como combinamos.' })).body,
      ).toEqual({ message: 'Link enviado com sucesso.' }),
    )
    expect(mails.map(({ to }) => to[0]).toSorted()).toEqual(['ana@teste.example', 'bia@teste.example'])
    for (const mail of mails) {
      expect(mail.faults).toEqual([])
      expect(mail.subject).toContain(`Orçamento nº ${id}`)
      expect(mail.text).toMatch(/^Bom dia, Maria/)
      expect(mail.text).toContain('Como combinamos.')
      expect(mail.headers.get('reply-to')).toContain('vera@teste.example')
      expect(mail.files).toHaveLength(1)
      expect([mail.files[0]?.name, mail.files[0]?.type]).toEqual([`orcamento-${id}.pdf`, 'application/pdf'])
      expect(mail.files[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      const path = /prumo\.example(\/publico\/\S+)/.exec(mail.text)?.[1] ?? ''
      expect((await opens(path)).html).toContain(`Orçamento nº ${id}`)
    }
    expect(await past(id)).toContain('Enviou por e-mail')
    expect((await read(id)).dhEmail).not.toBeNull()
    // What was sent is not kept: neither text nor file.
    expect(await run(sql`select 1 from troca where corpo <> '' or dados ? 'arquivos'`)).toEqual([])
  })

  it.each([
    ['2026-11-25T16:00:00Z', 'Boa tarde'],
    ['2026-11-25T22:00:00Z', 'Boa noite'],
  ])('at %s: %s', async (instant, greeting) => {
    clock.set(instant)
    const { id } = await quote()
    const [mail] = await mailed(1, () => act(id, 'email', { to: 'ana@teste.example' }))
    clock.set('2026-11-25T12:00:00Z')
    expect(mail?.text.startsWith(greeting)).toBe(true)
  })

  it('422 without an address, 400 for what is none, 400 of a cancelled one: nothing is queued', async () => {
    const { id } = await quote()
    const before = await run(sql`select count(*) from troca`)
    expect((await act(id, 'email', { to: ' ' })).body.errors).toEqual({ to: ['Informe ao menos um e-mail.'] })
    expect((await act(id, 'email', { to: 'ana' })).body.message).toBe('Por favor, preencha os emails corretamente.')
    await act(id, 'cancela', { xJust: 'Cliente desistiu da compra' })
    expect((await act(id, 'email', { to: 'ana@teste.example' })).body.message).toBe('Este orçamento está cancelado.')
    expect(await run(sql`select count(*) from troca`)).toEqual(before)
  })

  it('403 without the right to edit, 404 of another company', async () => {
    const { id } = await quote()
    const reader = await server.user({ permissions: ['show venda_orcamento'] })
    for (const verb of ['email', 'link', 'revogaLink'])
      expect((await reader('POST', `/api/orcamento/${id}/${verb}`, { to: 'a@teste.example' })).status).toBe(403)
    const other = (await server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: '11222333000181', UF: 'SP' })).id
    const stranger = await server.user({
      permissions: ['edit venda_orcamento', 'show venda_orcamento'],
      empresas: [other],
    })
    for (const verb of ['email', 'link', 'revogaLink', 'revisoes'])
      expect((await stranger('POST', `/api/orcamento/${id}/${verb}`, { to: 'a@teste.example' })).status).toBe(404)
  })
})

describe('a sale by e-mail', () => {
  it('has its PDF and no link', async () => {
    const sale = await server.admin('POST', '/api/venda', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.sells,
      venda_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 10 }],
    })
    const { id } = sale.body
    const [mail] = await mailed(1, async () =>
      expect((await server.admin('GET', `/api/venda/${id}/email?to=ana@teste.example&texto=Obrigado`)).body).toEqual({
        message: 'Link enviado com sucesso.',
      }),
    )
    expect(mail?.files[0]?.name).toBe(`venda-${id}.pdf`)
    expect(mail?.text).toContain(`Segue em anexo o pedido nº ${id}`)
    expect(mail?.text).not.toContain('/publico/')
  })
})

describe('the page of a quote', () => {
  it('is read without signing in, runs nothing, is light, and shows what is offered and no cost', async () => {
    const { id } = await quote({ obs: 'Frete <script>alert(1)</script>' })
    const path = await linkOf(id)
    const { status, headers, html } = await opens(path)
    expect(status).toBe(200)
    for (const text of [`Orçamento nº ${id}`, 'Parafuso', 'R$ 10,00', '01/01/2027', '31/12/2026'])
      expect(html.replaceAll('\u00A0', ' ')).toContain(text)
    expect(html).not.toMatch(/<script|<link|custo|<b>/i)
    expect(html).toContain('&lt;script&gt;')
    expect(Buffer.byteLength(html)).toBeLessThan(16_384)
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect([headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual([
      'private, no-store',
      'nosniff',
    ])
    const pdf = await server.app.request(`${path}/pdf`)
    expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(await past(id)).toContain('O cliente viu')
    await opens(path)
    expect((await past(id)).filter((one) => one === 'O cliente viu')).toHaveLength(1)
  })

  it('is accepted once, however often it is sent; the seller, the history and the queue are told', async () => {
    const { id } = await quote()
    const path = await linkOf(id)
    const revisao = revisionIn((await opens(path)).html)
    const [mail] = await mailed(1, async () => {
      for (let time = 0; time < 3; time++) {
        const { status, headers } = await opens(path, { acao: 'aceita', revisao, xNome: ' Ana Souza ' })
        expect([status, headers.get('Location')]).toEqual([303, path])
      }
    })
    expect(mail?.to).toEqual(['vera@teste.example'])
    expect(mail?.subject).toBe(`Orçamento nº ${id}: aceito por Ana Souza`)
    expect(mail?.text).toContain(`${URL_BASE}/ui/comercial/orcamento/edit/${id}`)
    expect(await read(id)).toMatchObject({ xAceite: 'Ana Souza', revisaoAceita: 1, status: 0 })
    expect((await past(id)).filter((one) => one === 'O cliente aceitou')).toHaveLength(1)
    const { html } = await opens(path)
    expect(html).toContain('por Ana Souza')
    expect(html).not.toContain('Aceitar o orçamento')
    const { data } = (await server.admin('GET', '/api/filas?area=comercial')).body
    expect(data).toContainEqual(expect.objectContaining({ nome: 'orcamentos_aceitos', qtd: 1 }))
    expect((await act(id, 'fecha')).status).toBe(200)
    expect((await opens(path)).html).toContain('Este orçamento já virou pedido.')
    expect((await opens(path, { acao: 'aceita', revisao, xNome: 'X' })).status).toBe(303)
    expect((await read(id)).xAceite).toBe('Ana Souza')
  })

  it('of a quote that changed meanwhile it says what, takes no acceptance of the old one, and asks again', async () => {
    const { id } = await quote()
    const path = await linkOf(id)
    const first = revisionIn((await opens(path)).html)
    const { orcamento_mercadorias: lines } = await read(id)
    await server.admin('PUT', `/api/orcamento/${id}`, {
      orcamento_mercadorias: [
        { id: lines[0].id, qTrib: 2 },
        { mercadoria_id: ids.other, qTrib: 1, vUnTrib: 5 },
      ],
    })
    expect((await server.admin('GET', `/api/orcamento/${id}/revisoes`)).body.desde_a_ultima).toContain(
      'Entrou: Porca, 1,000 a 5,00',
    )
    const stale = await opens(path, { acao: 'aceita', revisao: first, xNome: 'Ana' })
    expect(stale.status).toBe(409)
    expect(stale.html).toContain('O orçamento mudou desde que você o viu: confira o que mudou e responda de novo.')
    expect(stale.html).toContain('Entrou: Porca')
    expect(stale.html).toContain('Parafuso: quantidade de 1,000 para 2,000')
    expect((await read(id)).dhAceite).toBeNull()
    const second = revisionIn(stale.html)
    expect(Number(second)).toBe(Number(first) + 1)
    expect((await opens(path, { acao: 'aceita', revisao: second, xNome: 'Ana' })).status).toBe(303)
    await server.admin('PUT', `/api/orcamento/${id}`, { vFrete: 7 })
    const again = (await opens(path)).html
    expect(again).toContain('O orçamento mudou desde que você o aceitou em')
    expect(again).toContain('Frete:')
    expect(again).toContain('Aceitar o orçamento')
    const told = (await server.admin('GET', `/api/orcamento/${id}/revisoes`)).body
    expect(told.data.map((one: { n: number }) => one.n)).toEqual([1, 2, 3])
    expect(told.data[0].mudancas).toEqual([])
    expect(told.data[1].mudancas).toContain('Entrou: Porca, 1,000 a 5,00')
    expect(told.desde_o_aceite.join()).toContain('Frete')
    expect(told.desde_a_ultima).toEqual([])
  })

  it('takes a bounded request for a change, which sending it anew answers', async () => {
    const { id } = await quote()
    const path = await linkOf(id)
    const revisao = revisionIn((await opens(path)).html)
    for (const [texto, fault] of [
      ['  ', 'Diga o que deve mudar.'],
      ['x'.repeat(1001), 'Use no máximo 1000 caracteres.'],
    ] as const) {
      const refused = await opens(path, { acao: 'altera', revisao, texto })
      expect([refused.status, refused.html.includes(fault)]).toEqual([422, true])
    }
    expect((await opens(path, { acao: 'altera', revisao, texto: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await opens(path, { acao: 'aceita', revisao, xNome: '' })).html).toContain('Informe o seu nome.')
    expect(await read(id)).toMatchObject({ dhAceite: null, dhPedidoAlteracao: null })
    await mailed(1, () => opens(path, { acao: 'aceita', revisao, xNome: 'Ana' }))
    const [mail] = await mailed(1, () => opens(path, { acao: 'altera', revisao, texto: 'Quero <i>dois</i>' }))
    expect(mail?.text).toContain('Quero <i>dois</i>')
    expect(await read(id)).toMatchObject({ xPedidoAlteracao: 'Quero <i>dois</i>', dhAceite: null, xAceite: null })
    const { html } = await opens(path)
    expect(html).toContain('Quero &lt;i&gt;dois&lt;/i&gt;')
    await mailed(1, () => act(id, 'email', { to: 'ana@teste.example' }))
    expect(await read(id)).toMatchObject({ dhPedidoAlteracao: null, xPedidoAlteracao: null })
    expect(await past(id)).toContain('O cliente pediu uma alteração')
  })
})

describe('a link', () => {
  it('revoked, of a deleted quote, made up or changed opens nothing: one answer, and no trace', async () => {
    const [kept, gone, dropped] = [await quote(), await quote(), await quote()]
    const path = await linkOf(kept.id)
    const revoked = await linkOf(gone.id)
    const deleted = await linkOf(dropped.id)
    await opens(deleted)
    expect((await act(gone.id, 'revogaLink')).status).toBe(200)
    expect((await act(gone.id, 'revogaLink')).body.message).toBe('Este orçamento não tem link.')
    expect((await server.admin('DELETE', `/api/orcamento/${dropped.id}`)).status).toBe(200)
    const parts = path.split('.')
    const last = parts.at(-1) ?? ''
    const changed = `${parts.slice(0, -1).join('.')}.${last.startsWith('A') ? 'B' : 'A'}${last.slice(1)}`
    const answers = []
    for (const one of [
      revoked,
      deleted,
      changed,
      '/publico/orcamento/1',
      `/publico/orcamento/${'x'.repeat(400)}`,
      `${path}x`,
    ])
      answers.push(await opens(one))
    expect(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect((await opens(revoked, { acao: 'aceita', revisao: '1', xNome: 'X' })).status).toBe(404)
    // A new one opens, the old one stays revoked.
    expect((await opens(await linkOf(gone.id))).status).toBe(200)
    expect((await opens(revoked)).status).toBe(404)
  })

  it('is sealed for what it is: no other text of the vault opens a quote', async () => {
    const { id } = await quote()
    await linkOf(id)
    const { Vault } = await import('../../platform/vault')
    const target = JSON.stringify({ id, empresa_id: server.empresa_id, n: 1 })
    const other = new Vault('test-secret').seal(target, 'empresa.tray_token#7')
    expect((await opens(`/publico/orcamento/${other}`)).status).toBe(404)
    const strange = new Vault('another-secret').seal(target, 'orcamento.link')
    expect((await opens(`/publico/orcamento/${strange}`)).status).toBe(404)
  })

  it('ends with the quote’s last day, or a month after it was made; and with the quote', async () => {
    const [dated, open, lost] = [await quote(), await quote({ dValidade: null }), await quote()]
    const [first, second, third] = [await linkOf(dated.id), await linkOf(open.id), await linkOf(lost.id)]
    await act(lost.id, 'perde', { xJust: 'Preço' })
    expect((await opens(third)).status).toBe(410)
    clock.set('2026-12-26T12:00:00Z')
    expect([(await opens(first)).status, (await opens(second)).status]).toEqual([200, 410])
    clock.set('2027-01-01T12:00:00Z')
    const expired = await opens(first)
    expect(expired.html).toContain('Este orçamento valia até 31/12/2026.')
    expect((await opens(first, { acao: 'aceita', revisao: '1', xNome: 'Ana' })).status).toBe(410)
    clock.set('2026-11-25T12:00:00Z')
    expect((await read(dated.id)).dhAceite).toBeNull()
  })

  it('429 for whoever guesses, said on a page; and forms of another kind are refused', async () => {
    const path = await linkOf((await quote()).id)
    const json = await server.app.request(path, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(json.status).toBe(415)
    const statuses = []
    for (let time = 0; time < 21; time++) statuses.push((await opens(`/publico/orcamento/guess${time}`)).status)
    expect([statuses[19], statuses[20]]).toEqual([404, 429])
    const slowed = await opens('/publico/orcamento/guess')
    expect([slowed.status, Number(slowed.headers.get('Retry-After')) > 0]).toEqual([429, true])
    // Who holds a good link is not kept out by them.
    expect((await opens(path)).status).toBe(200)
  })
})
