import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'

let server: TestServer
let token: string
let venda_id: number
let foreign: number
let orcamento_id: number

beforeAll(async () => {
  server = await testServer()
  const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
  const cliente_id = (
    await server.insert('cliente', { xNome: '<b>João & Cia</b>', CNPJ_CPF: testCnpj(31), fone: '44999998888' })
  ).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const mercadoria_id = (await server.insert('mercadoria', { xProd: 'Parafuso', codigo: 'PF-10' })).id
  const base = {
    empresa_id: server.empresa_id,
    cliente_id,
    tipo_entrada_saida_id,
    vProd: '2469.00',
    vTotal: '2469.00',
    obs: 'Entregar cedo 😀\n</p><script>alert(1)</script>',
  }
  venda_id = (await server.insert('venda', base)).id
  foreign = (await server.insert('venda', { ...base, empresa_id: other })).id
  orcamento_id = (await server.insert('orcamento', { ...base, obs: null })).id
  const line = {
    empresa_id: server.empresa_id,
    mercadoria_id,
    xProd: 'Parafuso sextavado aço',
    un: 'PC',
    qTrib: '2',
    vUnTrib: '1234.5',
    vUnLiquido: '1234.5',
    vSubtotal: '2469',
    vTotal: '2469',
  }
  for (let n = 0; n < 90; n++) await server.insert('venda_mercadoria', { ...line, venda_id })
  await server.insert('orcamento_mercadoria', { ...line, orcamento_id })
  await server.insert('venda_duplicata', {
    empresa_id: server.empresa_id,
    venda_id,
    n: 1,
    dVencimento: '2026-12-31',
    vDup: '2469',
  })
  const { body } = await server.admin('GET', '/api/sessao')
  await server.admin('PUT', `/api/user/${body.user.id}`, {
    password: 'ponte-de-vidro-7',
    password_cp: 'ponte-de-vidro-7',
  })
  const signed = await server.app.request('/api/authenticate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: body.user.email, password: 'ponte-de-vidro-7' }),
  })
  token = (await signed.json()).token
})
afterAll(() => server.close())

const get = (path: string) => server.app.request(path, { headers: { Authorization: `Bearer ${token}` } })

describe('a PDF', () => {
  it('of a sale, over several pages, that nothing may run in', async () => {
    const answer = await get(`/reporting/pdf/venda?id=${venda_id}`)
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Content-Disposition')]).toEqual([
      200,
      'application/pdf',
      `inline; filename="venda-${venda_id}.pdf"`,
    ])
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(bytes.startsWith('%PDF-1.')).toBe(true)
    expect(bytes.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(bytes.match(/\/Type \/Page\b/g)?.length).toBe(3)
  })

  it('of a quote, and of many sales, each on a page of its own', async () => {
    expect((await get(`/reporting/pdf/orcamento?id=${orcamento_id}`)).headers.get('Content-Type')).toBe(
      'application/pdf',
    )
    const { id: short } = await server.insert('venda', {
      empresa_id: server.empresa_id,
      cliente_id: 1,
      tipo_entrada_saida_id: 1,
    })
    const bytes = Buffer.from(
      await (await get(`/reporting/lote/venda?id_list=${venda_id},${short}`)).arrayBuffer(),
    ).toString('latin1')
    expect(bytes.match(/\/Type \/Page\b/g)?.length).toBe(4)
  })
})

describe('a page to print', () => {
  it('says what the document says, as Brazilians write it', async () => {
    const answer = await get(`/reporting/pdf/venda?id=${venda_id}&format=html`)
    const html = await answer.text()
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    for (const text of [
      'Empresa de Teste Ltda',
      `Venda nº ${venda_id}`,
      'Parafuso sextavado aço',
      '2,000',
      '1.234,50',
      'R$ 2.469,00',
      '31/12/2026',
      '(44) 99999-8888',
    ])
      expect(html).toContain(text)
  })

  it('shows what people typed as text', async () => {
    const html = await (await get(`/reporting/pdf/venda?id=${venda_id}&format=html`)).text()
    expect(html).toContain('&lt;b&gt;João &amp; Cia&lt;/b&gt;')
    expect(html).not.toContain('<script')
  })

  it('marks what was cancelled', async () => {
    const { id } = await server.insert('orcamento', {
      empresa_id: server.empresa_id,
      cliente_id: 1,
      tipo_entrada_saida_id: 1,
      dhCancelamento: '2026-01-01 10:00:00',
    })
    expect(await (await get(`/reporting/pdf/orcamento?id=${id}&format=html`)).text()).toContain('CANCELADO')
  })
})

describe('a purchase order', () => {
  it('is printed with the supplier’s codes, each item’s discount and day, to every decimal', async () => {
    const supplier = await server.insert('fornecedor', {
      xNome: 'Aços do Sul Ltda',
      CNPJ_CPF: testCnpj(41),
      fone: '44933332222',
    })
    const [known, ours] = [
      await server.insert('mercadoria', { xProd: 'Chapa', codigo: 'CH-1' }),
      await server.insert('mercadoria', { xProd: 'Barra', codigo: 'BR-2' }),
    ]
    await server.insert('mercadoria_fornecedor', {
      mercadoria_id: known.id,
      fornecedor_id: supplier.id,
      codigo: 'SUL-77',
    })
    const { id } = await server.insert('pedido_compra', {
      empresa_id: server.empresa_id,
      fornecedor_id: supplier.id,
      dEmissao: '2026-11-20',
      dPrevista: '2026-12-01',
      vProd: '1012.35',
      vDesc: '12.34',
      vTotal: '1000.01',
      obs: 'Descarga pelos fundos',
    })
    const line = { empresa_id: server.empresa_id, pedido_compra_id: id, un: 'KG' }
    await server.insert('pedido_compra_mercadoria', {
      ...line,
      mercadoria_id: known.id,
      xProd: 'Chapa de aço',
      qTrib: '1000.1234',
      vUnTrib: '1.0001',
      vDesc: '12.34',
      vSubtotal: '987.88',
      dPrevista: '2026-12-15',
    })
    await server.insert('pedido_compra_mercadoria', {
      ...line,
      mercadoria_id: ours.id,
      xProd: 'Barra chata',
      qTrib: '2',
      vUnTrib: '6.065',
      vSubtotal: '12.13',
      dPrevista: '2026-12-01',
    })
    await server.insert('pedido_compra_pagamento', {
      empresa_id: server.empresa_id,
      pedido_compra_id: id,
      n: 1,
      dVencimento: '2027-01-10',
      vDup: '1000.01',
    })
    const html = await (await get(`/reporting/pdf/pedido_compra?id=${id}&format=html`)).text()
    for (const said of [
      `Pedido de compra nº ${id}`,
      'Aços do Sul Ltda',
      '(44) 93333-2222',
      '20/11/2026',
      'SUL-77',
      'Chapa de aço · desconto R$ 12,34 · entrega 15/12/2026',
      '1.000,1234',
      '1,0001',
      'BR-2',
      '<td>Barra chata</td>',
      '6,065',
      'R$ 1.000,01',
      '10/01/2027',
      'Descarga pelos fundos',
    ])
      expect(html).toContain(said)
    const file = await get(`/reporting/lote/pedido_compra?id_list=${id}`)
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  })
})

describe('an entry', () => {
  it('is printed with its note, in the units and prices of the note', async () => {
    const supplier = await server.insert('fornecedor', { xNome: 'Papelaria Central', CNPJ_CPF: testCnpj(42) })
    const product = await server.insert('mercadoria', { xProd: 'Papel', codigo: 'PA-4' })
    const { id } = await server.insert('entrada', {
      empresa_id: server.empresa_id,
      fornecedor_id: supplier.id,
      tipo_entrada_saida_id: 1,
      nNF: 4321,
      serie: 1,
      chNFe: '41261112345678000190550010000043211000000015',
      vProd: '33.33',
      vFrete: '5',
      vTotal: '38.33',
    })
    await server.insert('entrada_mercadoria', {
      empresa_id: server.empresa_id,
      entrada_id: id,
      mercadoria_id: product.id,
      uCom: 'CX',
      qCom: '1000',
      vUnCom: '0.0333333333',
      vProd: '33.33',
      vTotal: '38.33',
    })
    const html = await (await get(`/reporting/pdf/entrada?id=${id}&format=html`)).text()
    for (const said of [
      `Entrada nº ${id}`,
      'Papelaria Central',
      '4321 · série 1',
      '4126 1112 3456',
      '<td>PA-4</td><td>Papel</td><td>CX</td><td class="n">1.000,000</td><td class="n">0,0333333333</td><td class="n">33,33</td>',
      'R$ 5,00',
      'R$ 38,33',
    ])
      expect(html).toContain(said)
  })
})

describe('404 a document', () => {
  it('that does not exist or is another company’s, alone and in a batch', async () => {
    for (const path of [
      `pdf/venda?id=${foreign}`,
      'html/venda?id=99999',
      `html/venda?id=${foreign}`,
      `lote/venda?id_list=${venda_id},${foreign}`,
    ])
      expect((await get(`/reporting/${path}`)).status).toBe(404)
    expect((await get('/reporting/pdf/nada?id=1')).status).toBe(404)
  })
})

describe('422 no document', () => {
  it.each([
    'pdf/venda',
    'pdf/venda?id=x',
    'pdf/venda?id=0',
    'html/venda?id=x',
    'lote/venda',
    'lote/venda?id_list=',
    'lote/venda?id_list=1,x',
  ])('%s', async (path) => {
    expect((await get(`/reporting/${path}`)).status).toBe(422)
  })
})

describe('403 without the right', () => {
  it('to read what is printed', async () => {
    const seller = await server.user({ permissions: ['show cliente'] })
    expect((await seller('GET', `/reporting/pdf/venda?id=${venda_id}`)).status).toBe(403)
    for (const path of [
      `pdf/orcamento?id=${orcamento_id}`,
      'pdf/pedido_compra?id=1',
      'html/pedido_compra?id=1',
      'html/entrada?id=1',
    ])
      expect((await seller('GET', `/reporting/${path}`)).status).toBe(403)
  })
})
