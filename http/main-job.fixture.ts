import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../fixtures/as-owner'
import { invoiceXml } from '../fixtures/nfe/invoice'
import { testCnpj, type TestServer } from '../fixtures/test-server'
import { bookFaults } from './books'

/** The company's main job through the API: from a supplier's invoice to a billed sale, and back. Defines its tests for the server that `begin` answers. */
export function mainJob(begin: () => Promise<TestServer>): void {
  let server: TestServer
  let ids: { tabela: number; cliente: number; boleto: number; saida: number; local: number }
  const call: TestServer['admin'] = (...args) => server.admin(...args)

  beforeAll(async () => {
    server = await begin()
    const [entrada, saida, local, tabela, boleto, cliente] = [
      await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
      await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
      await server.insert('armazenamento', {
        empresa_id: server.empresa_id,
        codigo: 'A1',
        xArmazenamento: 'Principal',
        padrao: true,
      }),
      await server.insert('tabela_preco', { descricao: 'Varejo', padrao: true }),
      await server.insert('pagamento', { descricao: 'Boleto', tPag: '15' }),
      await server.insert('cliente', { xNome: 'Maria Exemplo', CNPJ_CPF: '52998224725', UF: 'PR' }),
    ]
    expect(entrada.id).toBeGreaterThan(0)
    ids = { tabela: tabela.id, cliente: cliente.id, boleto: boleto.id, saida: saida.id, local: local.id }
  })
  afterAll(() => server.close())

  const upload = (...files: { name: string; xml: string | Uint8Array }[]) => {
    const form = new FormData()
    for (const one of files)
      form.append('file', new File([typeof one.xml === 'string' ? one.xml : new Uint8Array(one.xml)], one.name))
    return server.admin('POST', '/api/compras/nfe_compra/uploadXML', form)
  }

  const invoice = (number: number, more: Partial<Parameters<typeof invoiceXml>[0]> = {}) =>
    invoiceXml({
      number,
      recipient: testCnpj(1),
      items: [
        {
          cProd: 'P-1',
          cEAN: '7891234567895',
          xProd: 'Parafuso sextavado M8',
          uCom: 'CX',
          qCom: '10.0000',
          vUnCom: '20.00',
          vProd: '200.00',
          vFrete: '10.00',
          vIPI: '10.00',
        },
        { cProd: 'P-2', xProd: 'Arruela lisa 8mm', qCom: '100.0000', vUnCom: '1.00', vProd: '100.00', vICMSST: '5.00' },
      ],
      vNF: '325.00',
      instalments: [
        { dVenc: '2026-12-10', vDup: '162.50' },
        { dVenc: '2027-01-10', vDup: '162.50' },
      ],
      ...more,
    })

  const stockOf = async (id: number) => (await call('GET', `/api/mercadoria/${id}`)).body.q_total ?? 0
  const open = async (path: string, documento: string, id: number) =>
    (
      await call(
        'GET',
        `/api/${path}?where=${encodeURIComponent(JSON.stringify({ documento, documento_id: id }))}&perPage=50`,
      )
    ).body.data

  describe('from the invoice to the stock', () => {
    it('imports the XML, finalises the entry, and cancels it again to the cent', async () => {
      const received = await upload({ name: 'nota.xml', xml: invoice(101) })
      expect(received.status, JSON.stringify(received.body)).toBe(200)
      const nfe = received.body.data[0].id
      const grid = await call('GET', `/api/compras/nfe_compra/${nfe}/getImportacaoXmlData`)
      expect(grid.body.mercadoria_importacao_list).toMatchObject([
        { cProd: 'P-1', mercadoria_id: null, vFrete: 10, vIPI: 10, vTotal: 220 },
        { cProd: 'P-2', vICMSST: 5, vTotal: 105 },
      ])
      const made = await call('POST', `/api/compras/nfe_compra/${nfe}/processarImportacao`, {
        mercadoria_importacao_list: [{ nItem: 1, fatorConversao: 12 }],
      })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      const entry = (await call('GET', `/api/entrada/${made.body.entrada_id}`)).body
      expect(entry).toMatchObject({ vTotal: 325, vFrete: 10, vIPI: 10, vST: 5, nNF: 101, status: 0 })
      expect(entry.entrada_mercadorias[0]).toMatchObject({ qCom: 10, fatorConversao: 12, qTrib: 120, vTotal: 220 })
      expect(entry.entrada_duplicatas.map((one: { vDup: number }) => one.vDup)).toEqual([162.5, 162.5])

      const done = await call('POST', `/api/entrada/${entry.id}/finaliza`)
      expect(done.status, JSON.stringify(done.body)).toBe(200)
      const [bolt, washer] = entry.entrada_mercadorias.map((one: { mercadoria_id: number }) => one.mercadoria_id)
      expect(await stockOf(bolt)).toBe(120)
      expect(await stockOf(washer)).toBe(100)
      expect((await call('GET', `/api/mercadoria/${bolt}`)).body.vCustoMedio).toBeCloseTo(1.8333, 4)
      expect(
        (await open('financeiro/contas_pagar', 'entrada', entry.id)).map((one: { vSaldo: number }) => one.vSaldo),
      ).toEqual([162.5, 162.5])

      expect((await call('POST', `/api/entrada/${entry.id}/finaliza`)).body).toMatchObject({ code: 'finalised' })
      expect((await call('POST', `/api/entrada/${entry.id}/cancela`, { xJust: 'curto demais' })).body.message).toBe(
        'O motivo do cancelamento precisa ter mais de 15 caracteres',
      )
      const cancelled = await call('POST', `/api/entrada/${entry.id}/cancela`, { xJust: 'Nota lançada em duplicidade' })
      expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
      expect(await stockOf(bolt)).toBe(0)
      expect(
        (await open('financeiro/contas_pagar', 'entrada', entry.id)).every(
          (one: { vSaldo: number }) => one.vSaldo === 0,
        ),
      ).toBe(true)

      const again = await call('POST', `/api/compras/nfe_compra/${nfe}/processarImportacao`, {})
      expect((await call('GET', `/api/entrada/${again.body.entrada_id}`)).body.entrada_mercadorias[0]).toMatchObject({
        mercadoria_id: bolt,
        fatorConversao: 12,
      })
      expect((await call('POST', `/api/entrada/${again.body.entrada_id}/finaliza`)).status).toBe(200)
      expect(await stockOf(bolt)).toBe(120)
    })

    it('409 the same key twice, and nothing is written', async () => {
      const before = (await call('GET', '/api/compras/nfe_compra')).body.total
      expect(await upload({ name: 'a.xml', xml: invoice(101) })).toMatchObject({
        status: 409,
        body: { code: 'already_imported' },
      })
      expect((await call('GET', '/api/compras/nfe_compra')).body.total).toBe(before)
    })

    it.each([
      ['another company', () => invoice(102, { recipient: testCnpj(77) }), 'other_company'],
      [
        'a file that is no invoice',
        () => '<?xml version="1.0"?><cteProc xmlns="http://www.portalfiscal.inf.br/cte"><CTe/></cteProc>',
        'not_nfe',
      ],
      ['a damaged file', () => invoice(103).slice(0, 900), 'damaged_xml'],
    ])('400 %s', async (_, xml, code) => {
      const suppliers = (await call('GET', '/api/fornecedor')).body.total
      expect(await upload({ name: 'x.xml', xml: xml() })).toMatchObject({ status: 400, body: { code } })
      expect((await call('GET', '/api/fornecedor')).body.total).toBe(suppliers)
    })
  })

  describe('from the quote to the billed sale', () => {
    const product = async () => (await call('GET', '/api/mercadoria?search=cEAN:7891234567895')).body.data[0]

    const quote = async (lines: object[]) =>
      call('POST', '/api/orcamento', {
        cliente_id: ids.cliente,
        tipo_entrada_saida_id: ids.saida,
        orcamento_mercadorias: lines,
      })

    it('prices by margin in the table', async () => {
      const { id, custo, vCustoMedio } = await product()
      const priced = await call('POST', `/api/comercial/tabela_preco/${ids.tabela}/precifica`, {
        pMargem: '40',
        id_list: [id],
      })
      expect(priced.body).toMatchObject({ quantidade: 1 })
      const row = (await call('GET', `/api/mercadoria/${id}`)).body.mercadoria_precos[0]
      expect(row.vUnTrib).toBeCloseTo(Math.round(((vCustoMedio || custo) / 0.6) * 100) / 100, 2)
    })

    it('closes the quote into a sale, dispatches, invoices, and cancels it all', async () => {
      const { id } = await product()
      const made = await quote([
        { mercadoria_id: id, qTrib: 3, vUnTrib: 10, vDesc: 0.1, vDesc2: 0.05, pIPI: 5, tabela_preco_id: ids.tabela },
      ])
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      expect(made.body.orcamento_mercadorias[0]).toMatchObject({ vUnLiquido: 8.55, vSubtotal: 26.93, vTotal: 26.93 })
      const plan = await call('POST', '/api/orcamento_duplicata/addString', {
        orcamento_id: made.body.id,
        string: '30/60/90',
        pagamento_id: ids.boleto,
      })
      expect(plan.body.data.map((one: { vDup: number }) => one.vDup)).toEqual([8.97, 8.97, 8.99])
      expect(
        await call('POST', '/api/orcamento_duplicata/addString', { orcamento_id: made.body.id, string: '30' }),
      ).toMatchObject({
        status: 422,
        body: { message: 'Selecione uma forma de pagamento' },
      })
      const closed = await call('GET', `/api/orcamento/${made.body.id}/fecha`)
      expect(closed.body.message).toBe(
        `Orçamento nº ${made.body.id} fechado, a venda nº ${closed.body.venda_id} foi gerada.`,
      )
      const sale = closed.body.venda_id
      const before = await stockOf(id)

      expect((await call('GET', `/api/venda/${sale}/fatura`)).body.code).toBe('not_closed')
      expect(await call('GET', `/api/venda/${sale}/fecha`)).toMatchObject({ status: 200, body: { status: 2 } })
      expect(await stockOf(id)).toBe(before - 3)
      expect(await call('GET', `/api/venda/${sale}/fatura`)).toMatchObject({ status: 200, body: { status: 4 } })
      const titles = await open('financeiro/contas_receber', 'venda', sale)
      expect(titles.map((one: { vSaldo: number }) => one.vSaldo).sort()).toEqual([8.97, 8.97, 8.99])
      expect((await call('PUT', `/api/venda/${sale}`, { obs: 'x' })).body.code).toBe('invoiced')

      const cancelled = await call(
        'GET',
        `/api/venda/${sale}/cancela?xJust=${encodeURIComponent('Cliente desistiu da compra')}`,
      )
      expect(cancelled).toMatchObject({ status: 200, body: { status: 5 } })
      expect(await stockOf(id)).toBe(before)
      expect(
        (await open('financeiro/contas_receber', 'venda', sale)).every((one: { vSaldo: number }) => one.vSaldo === 0),
      ).toBe(true)

      const trail = (await call('GET', `/api/venda/${sale}/auditoria`)).body.data.map(
        (one: { acao: string }) => one.acao,
      )
      expect(trail).toEqual(expect.arrayContaining(['cancela', 'fatura', 'fecha', 'create']))
    })

    it('finds the documents that the caller created', async () => {
      const mine = async () =>
        (await call('GET', `/api/venda?custom=${encodeURIComponent('{"minhas":true}')}&perPage=100`)).body.data
      const before = (await mine()).length
      const made = await call('POST', '/api/venda', { cliente_id: ids.cliente, tipo_entrada_saida_id: ids.saida })
      expect((await mine()).map((one: { id: number }) => one.id)).toContain(made.body.id)
      expect((await mine()).length).toBe(before + 1)
    })

    it('refuses what the specification refuses, in its words', async () => {
      const { id } = await product()
      const made = await call('POST', '/api/venda', {
        cliente_id: ids.cliente,
        tipo_entrada_saida_id: ids.saida,
        venda_mercadorias: [{ mercadoria_id: id, qTrib: 9999, vUnTrib: 10 }],
        venda_duplicatas: [{ n: 1, dVencimento: '2026-12-01', vDup: 1, pagamento_id: ids.boleto }],
      })
      const sale = made.body.id
      expect(await call('POST', `/api/venda/${sale}/fecha`)).toMatchObject({
        status: 400,
        body: { code: 'no_stock', message: expect.stringMatching(/^Estoque insuficiente: .* \(faltam [\d.,]+\)\.$/) },
      })
      expect((await call('GET', `/api/venda/${sale}`)).body.dhFechamento).toBeNull()
      expect((await call('POST', `/api/venda/${sale}/fecha`, { confirmaSemEstoque: true })).status).toBe(200)
      expect((await call('POST', `/api/venda/${sale}/fatura`)).body.message).toBe(
        'Não foi possível faturar: O Valor total das duplicatas deve ser igual ao total dos itens',
      )
      expect((await call('POST', `/api/venda/${sale}/cancela`, { xJust: 'quinze letras!!' })).body.message).toBe(
        'O motivo do cancelamento precisa ter mais de 15 caracteres',
      )
      expect((await call('POST', `/api/venda/${sale}/cancela`, { xJust: 'dezesseis letras' })).status).toBe(200)
    })

    it('blocks the sale of a customer with overdue titles, and releases it with a reason', async () => {
      const { id } = await product()
      const late = await server.insert('cliente', { xNome: 'João Atrasado', CNPJ_CPF: '11144477735' })
      const title = await server.insert('contas_receber', {
        empresa_id: server.empresa_id,
        cliente_id: late.id,
        dEmissao: '2026-01-01',
        dVencimento: '2026-02-01',
        vDup: '10.00',
        vSaldo: '10.00',
      })
      const { empresa_id } = server
      const step = { empresa_id, documento: 'contas_receber', documento_id: title.id, passo: 'abre', dh: '2026-01-01' }
      const { id: lancamento_id } = await server.insert('lancamento', step)
      const opening = {
        empresa_id,
        lancamento_id,
        contas_receber_id: title.id,
        evento: 'abertura',
        valor: '10.00',
        dMovimento: '2026-01-01',
      }
      await server.insert('movimento_financeiro', opening)
      const company = (await call('GET', `/api/empresa/${server.empresa_id}`)).body
      await call('PUT', `/api/empresa/${server.empresa_id}`, { bloqueio_venda: 1, versao: company.versao })
      const made = await call('POST', '/api/venda', {
        cliente_id: late.id,
        tipo_entrada_saida_id: ids.saida,
        venda_mercadorias: [{ mercadoria_id: id, qTrib: 1, vUnTrib: 1 }],
      })
      expect(made.body).toMatchObject({ status: 1 })
      expect((await call('POST', `/api/venda/${made.body.id}/fecha`)).body.message).toBe('Este pedido foi bloqueado.')
      expect((await call('POST', `/api/venda/${made.body.id}/libera`, { xJust: 'curta' })).body.message).toContain(
        'mais de 15',
      )
      expect(await call('POST', `/api/venda/${made.body.id}/libera`, { xJust: 'Diretoria autorizou' })).toMatchObject({
        status: 200,
        body: { status: 0 },
      })
      expect((await call('POST', `/api/venda/${made.body.id}/fecha`)).status).toBe(200)
      await call('PUT', `/api/empresa/${server.empresa_id}`, { bloqueio_venda: 0 })
    })
  })

  describe('the books', () => {
    it('add up, and there is something in them', async () => {
      expect(await asOwner(server.url, bookFaults)).toEqual([])
      const [row] = await asOwner(server.url, (sql) => sql`select count(*)::int as n from movimento_estoque`)
      expect(row?.n).toBeGreaterThan(0)
    })
  })
}
