import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { readBrCode } from '../../../core/pix/br-code'
import { qrPicture } from '../../../core/pix/qr'
import { bookFaults } from '../../books'

/** How the instalments of a sale are paid: at once by their method, and by the Pix code of the company's own key. */

let server: TestServer
let ids: {
  customer: number
  product: number
  sells: number
  cash: number
  later: number
  pix: number
  account: number
  booked: number
}
beforeAll(async () => {
  server = await testServer()
  const booked = (await server.insert('plano_conta', { codigo: '4.9.01', descricao: 'Vendas no balcão' })).id
  const made = [
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('mercadoria', { xProd: 'Parafuso' }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, movimenta_estoque: false }),
    await server.insert('pagamento', {
      descricao: 'Dinheiro',
      tPag: '01',
      baixaCaixaAutomatico: 1,
      plano_conta_id: booked,
    }),
    await server.insert('pagamento', { descricao: 'Boleto', tPag: '15' }),
    await server.insert('pagamento', { descricao: 'Pix', tPag: '20' }),
    await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Caixa' }),
  ]
  const [customer = 0, product = 0, sells = 0, cash = 0, later = 0, pix = 0, account = 0] = made.map((one) => one.id)
  ids = { customer, product, sells, cash, later, pix, account, booked }
})
afterAll(() => server.close())

const due = (n: number, vDup: number, pagamento_id: number) => ({ n, vDup, pagamento_id, dVencimento: '2027-01-10' })
async function sale(instalments: readonly object[]) {
  const made = await server.admin('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    venda_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 100 }],
    venda_duplicatas: instalments,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const titles = async (documento_id: number) => {
  const where = encodeURIComponent(JSON.stringify({ documento: 'venda', documento_id }))
  return (await server.admin('GET', `/api/contas_receber?where=${where}&orderBy=parcela&sortedBy=asc`)).body.data
}
const inCash = async () => (await server.admin('GET', `/api/banco/${ids.account}`)).body.vSaldo
const faults = () => asOwner(server.url, bookFaults)

describe('a method that settles at once', () => {
  it('is paid as the sale is invoiced and booked to its account, the other instalments are not; cancelling takes it back, and the books agree', async () => {
    const { id } = await sale([due(1, 40, ids.cash), due(2, 60, ids.later)])
    expect((await server.admin('POST', `/api/venda/${id}/fatura`)).status).toBe(200)
    expect(await titles(id)).toMatchObject([
      { vDup: 40, vPago: 40, vSaldo: 0, plano_conta_id: ids.booked },
      { vDup: 60, vPago: 0, vSaldo: 60, plano_conta_id: null },
    ])
    expect(await inCash()).toBe(40)
    expect(await faults()).toEqual([])
    const cancelled = await server.admin('POST', `/api/venda/${id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    expect(await titles(id)).toMatchObject([
      { vPago: 0, vSaldo: 0 },
      { vPago: 0, vSaldo: 0 },
    ])
    expect(await inCash()).toBe(0)
    expect(await faults()).toEqual([])
  })

  it('is paid once, however many invoice the sale at the same moment', async () => {
    const { id } = await sale([due(1, 100, ids.cash)])
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.admin('POST', `/api/venda/${id}/fatura`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await titles(id)).toMatchObject([{ vPago: 100, vSaldo: 0 }])
    expect(await faults()).toEqual([])
  })
})

describe('gerarLinkPagamento', () => {
  const ask = (duplicata: number) => server.admin('POST', `/api/venda_duplicata/${duplicata}/gerarLinkPagamento`)

  it('400 while the company has no key or town; a wrong key is refused where it is written', async () => {
    const made = await sale([due(1, 100, ids.later)])
    const [{ id }] = made.venda_duplicatas
    expect(await ask(id)).toMatchObject({ status: 400, body: { code: 'no_pix_key' } })
    const company = `/api/empresa/${server.empresa_id}`
    expect((await server.admin('PUT', company, { pix_chave: 'chave' })).body.errors).toMatchObject({
      pix_chave: [expect.stringContaining('Chave Pix inválida')],
    })
    expect((await server.admin('PUT', company, { pix_chave: 'Loja@Exemplo.com.br' })).body.pix_chave).toBe(
      'loja@exemplo.com.br',
    )
    expect(await ask(id)).toMatchObject({ status: 400, body: { code: 'no_city' } })
  })

  it('is the code of what is still owed, and says which instalment; none of what is paid or cancelled', async () => {
    const town = await server.insert('municipio', { id: 3_550_308, xMun: 'São Paulo', UF: 'SP' })
    await server.admin('PUT', `/api/empresa/${server.empresa_id}`, { cMun: town.id, pix_chave: 'loja@exemplo.com.br' })
    const made = await sale([due(1, 40, ids.cash), due(2, 60, ids.later)])
    const [first, second] = made.venda_duplicatas
    await server.admin('POST', `/api/venda/${made.id}/fatura`)
    const { status, body } = await ask(second.id)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(readBrCode(body.pix)).toMatchObject({
      kind: 'static',
      key: 'loja@exemplo.com.br',
      amount: '60.00',
      txid: `V${made.id}P2`,
      city: 'Sao Paulo',
    })
    expect(body.qr).toEqual(qrPicture(body.pix))
    expect(await ask(first.id)).toMatchObject({ status: 400, body: { code: 'nothing_owed' } })
    await server.admin('POST', `/api/venda/${made.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    expect(await ask(second.id)).toMatchObject({ status: 400, body: { code: 'nothing_owed' } })
  })

  it('stands as a QR code on the print of what is paid by Pix, and no more once that is paid', async () => {
    const made = await sale([due(1, 40, ids.pix), due(2, 60, ids.later)])
    const [first, second] = made.venda_duplicatas
    const print = async (format: string) =>
      String((await server.admin('GET', `/reporting/pdf/venda?id=${made.id}&format=${format}`)).body)
    const html = await print('html')
    const { pix, qr } = (await ask(first.id)).body
    expect(html).toContain(`d="${qr.path}"`)
    expect(html).toContain(pix)
    expect(html).toContain('QR code Pix da parcela 1')
    expect(html).not.toContain((await ask(second.id)).body.pix)
    expect(await print('pdf')).toMatch(/^%PDF-/)
    await server.admin('POST', `/api/venda/${made.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    expect(await print('html')).not.toContain('QR code')
  })
})
