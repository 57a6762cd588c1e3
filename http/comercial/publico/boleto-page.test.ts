import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readPdf } from '../../../fixtures/read-pdf'
import { SETUP } from '../../financeiro/boleto/collecting.fixture'
import { type Customers, customers } from './customers.fixture'

/** Boletos at the page of a quote that became a sale. */

let at: Customers
let method: number
let sells: number
beforeAll(async () => {
  at = await customers()
  const { server } = at
  const account = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Bradesco', codigo: '237' })
  const setup = await server.admin('POST', '/api/banco_cnab', { ...SETUP, banco_id: account.id })
  expect(setup.status).toBe(201)
  method = (
    await server.insert('pagamento', {
      descricao: 'Boleto',
      tPag: '15',
      emite_boleto: 1,
      banco_cnab_id: setup.body.id,
    })
  ).id
  sells = (await server.insert('tipo_entrada_saida', { descricao: 'Serviço', tipo: 1, movimenta_estoque: false })).id
})
afterAll(() => at.close())
beforeEach(() => at.run(sql`delete from limite_uso`))

/** The page of a quote that was sold and invoiced in two instalments, and its boletos. */
async function bought() {
  const { id } = await at.quote({
    tipo_entrada_saida_id: sells,
    orcamento_duplicatas: [
      { n: 1, dVencimento: '2027-01-01', vDup: 4, pagamento_id: method },
      { n: 2, dVencimento: '2027-02-01', vDup: 6, pagamento_id: method },
    ],
  })
  const path = await at.linkOf(id)
  const { venda_id } = (await at.act(id, 'fecha')).body
  for (const verb of ['fecha', 'fatura'])
    expect((await at.server.admin('POST', `/api/venda/${venda_id}/${verb}`)).status).toBe(200)
  const boletos = await at.run(
    sql`select b.id, b.linha_digitavel, b.nosso_numero_impresso, b.contas_receber_id from boleto b join contas_receber t on t.id = b.contas_receber_id
        where t.documento = 'venda' and t.documento_id = ${venda_id} order by b.id`,
  )
  expect(boletos).toHaveLength(2)
  return { path, boletos, venda_id: Number(venda_id) }
}

const digitsIn = (html: string) =>
  [...html.matchAll(/class="code">([\d. ]+)</g)].map(([, line]) => line?.replaceAll(/\D/g, ''))
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*\/boleto\/\d+)"/g)].map(([, href]) => href)

it('shows the line of each to copy, and gives its PDF by the page’s own token', async () => {
  const { path, boletos } = await bought()
  const { html } = await at.opens(path)
  expect(digitsIn(html)).toEqual(boletos.map((one) => one.linha_digitavel))
  expect(linksIn(html)).toEqual(boletos.map((one) => `${path}/boleto/${Number(one.id)}`))
  expect(html).toContain('Pagar a parcela 2 com boleto')
  for (const [n, link] of linksIn(html).entries()) {
    const pdf = await at.server.app.request(link!)
    expect([pdf.status, pdf.headers.get('Content-Type'), pdf.headers.get('Cache-Control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    const { texts } = readPdf(new Uint8Array(await pdf.arrayBuffer()))
    expect(texts).toContain(boletos[n]?.nosso_numero_impresso)
    expect(texts).toContain(`${n + 1} de 2`)
  }
})

it('shows the Pix code that the bank gave of a boleto', async () => {
  const { path, boletos } = await bought()
  await at.run(sql`update boleto set pix = 'PIX-DO-BANCO' where id = ${Number(boletos[0]?.id)}`)
  const { html } = await at.opens(path)
  expect(html).toContain('aria-label="QR code Pix da parcela 1"')
  expect(html).toContain('PIX-DO-BANCO')
  expect(html).not.toContain('QR code Pix da parcela 2')
})

it('404 for a boleto of another sale, by another token, and for what is no token or no boleto', async () => {
  const [ours, theirs] = [await bought(), await bought()]
  const id = (of: typeof ours, n: number) => Number(of.boletos[n]?.id)
  const get = async (path: string) => (await at.server.app.request(path)).status
  expect(await get(`${ours.path}/boleto/${id(ours, 0)}`)).toBe(200)
  for (const wrong of [
    `${ours.path}/boleto/${id(theirs, 0)}`,
    `${theirs.path}/boleto/${id(ours, 1)}`,
    `${ours.path}/boleto/0`,
    `${ours.path}/boleto/x`,
    `${ours.path}/boleto/999999`,
    `/publico/orcamento/nada/boleto/${id(ours, 0)}`,
    `${ours.path.slice(0, -4)}AAAA/boleto/${id(ours, 0)}`,
  ])
    expect(await get(wrong), wrong).toBe(404)
})

it('neither shows nor gives what is cancelled, asked to be written off, refused by the bank or of another amount', async () => {
  const { path, boletos } = await bought()
  const one = Number(boletos[0]?.id)
  const link = `${path}/boleto/${one}`
  const given = async () => [
    linksIn((await at.opens(path)).html).includes(link),
    (await at.server.app.request(link)).status,
  ]
  expect(await given()).toEqual([true, 200])
  for (const change of [
    sql`update boleto set situacao = 3 where id = ${one}`,
    sql`update boleto set situacao = 2, valor = 5 where id = ${one}`,
    sql`update boleto set situacao = 2, valor = 4, "dVencimento" = '2027-01-02' where id = ${one}`,
  ]) {
    await at.run(change)
    expect(await given()).toEqual([false, 404])
  }
  await at.run(sql`update boleto set "dVencimento" = '2027-01-01' where id = ${one}`)
  expect(await given()).toEqual([true, 200])
  expect((await at.server.admin('POST', `/api/boleto/${one}/cancela`)).status).toBe(200)
  expect(await given()).toEqual([false, 404])
  expect(linksIn((await at.opens(path)).html)).toEqual([`${path}/boleto/${Number(boletos[1]?.id)}`])
})

it('gives no boleto once the sale is cancelled', async () => {
  const { path, boletos, venda_id } = await bought()
  const cancelled = await at.server.admin('POST', `/api/venda/${venda_id}/cancela`, { xJust: 'Cliente desistiu' })
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  expect((await at.opens(path)).html).not.toContain('com boleto')
  expect((await at.server.app.request(`${path}/boleto/${Number(boletos[0]?.id)}`)).status).toBe(404)
})
