import { TITLE } from '../../../core/fields/financeiro/titulos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { asOwner } from '../../../fixtures/as-owner'
import { bookFaults } from '../../books'

/** What may change in a sale and a quote, and what they may refer to. */

let server: TestServer
let ids: { customer: number; other: number; product: number; sells: number; gives: number; place: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)

beforeAll(async () => {
  server = await testServer()
  const made = [
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('cliente', { xNome: 'José Exemplo' }),
    await server.insert('mercadoria', { xProd: 'Parafuso' }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    await server.insert('tipo_entrada_saida', { descricao: 'Brinde', tipo: 1, movimenta_estoque: false }),
    await server.insert('armazenamento', {
      empresa_id: server.empresa_id,
      codigo: 'A',
      xArmazenamento: 'Principal',
      padrao: true,
    }),
  ]
  const [customer = 0, other = 0, product = 0, sells = 0, gives = 0, place = 0] = made.map((one) => one.id)
  ids = { customer, other, product, sells, gives, place }
})
afterAll(() => server.close())

const sale = async (values: object = {}, kind = 'venda') => {
  const made = await call('POST', `/api/${kind}`, {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    [`${kind}_mercadorias`]: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 10 }],
    ...values,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const act = (id: number, verb: string, body: object = {}, kind = 'venda') =>
  call('POST', `/api/${kind}/${id}/${verb}`, body)
const put = (id: number, body: object) => call('PUT', `/api/venda/${id}`, body)
const cancel = (id: number) => act(id, 'cancela', { xJust: 'Cliente desistiu da compra' })
const faults = () => asOwner(server.url, bookFaults)

describe('a discount above the product’s limit', () => {
  const BLOCKED = 'Parafuso limitado: desconto de 50,00 %, o máximo é 15,00 %'
  const items = async (vDesc: number, kind = 'venda') => {
    const mercadoria_id = (await server.insert('mercadoria', { xProd: 'Parafuso limitado', pDescMaximo: '15' })).id
    return { [`${kind}_mercadorias`]: [{ mercadoria_id, qTrib: 1, vUnTrib: 100, vDesc }] }
  }

  it('blocks the sale when it is saved, with its reason, until it is released or the discount goes', async () => {
    const made = await sale(await items(0.5))
    expect(made).toMatchObject({ status: 1, xMotivoBloqueio: BLOCKED, vTotal: 50 })
    expect((await act(made.id, 'fecha')).body.message).toBe('Este pedido foi bloqueado.')
    const [{ id: item, mercadoria_id }] = made.venda_mercadorias
    const line = { id: item, mercadoria_id, qTrib: 1, vUnTrib: 100 }
    expect((await put(made.id, { venda_mercadorias: [{ ...line, vDesc: 0.15 }] })).body).toMatchObject({
      status: 0,
      xMotivoBloqueio: null,
    })
    await act(made.id, 'aplicaDescontoItens', { vDesc: 50, tp_desconto: 1, id_list: [item] })
    expect((await call('GET', `/api/venda/${made.id}`)).body).toMatchObject({ status: 1, xMotivoBloqueio: BLOCKED })
    expect((await act(made.id, 'libera', { xJust: 'Autorizado pela diretoria' })).status).toBe(200)
    expect((await put(made.id, { obs: 'Portaria 2' })).body).toMatchObject({ status: 0 })
    const more = await put(made.id, { venda_mercadorias: [{ ...line, tp_desconto: 1, vDesc: 0.6 }] })
    expect(more.body).toMatchObject({ status: 1, xJustLiberacao: null })
  })

  it('is said on the line of a quote, whose sale is blocked when it is closed', async () => {
    const quote = await sale(await items(0.5, 'orcamento'), 'orcamento')
    expect(quote.orcamento_mercadorias[0].xMotivoBloqueio).toBe('desconto de 50,00 %, o máximo é 15,00 %')
    const closed = await act(quote.id, 'fecha', {}, 'orcamento')
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    expect((await call('GET', `/api/venda/${closed.body.venda_id}`)).body).toMatchObject({
      status: 1,
      xMotivoBloqueio: BLOCKED,
    })
  })

  it('is none at the limit, nor where the product sets none', async () => {
    expect(await sale(await items(0.15))).toMatchObject({ status: 0, vTotal: 85 })
    const free = [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 100, vDesc: 0.99 }]
    expect(await sale({ venda_mercadorias: free })).toMatchObject({ status: 0, vTotal: 1 })
  })
})

describe('a dispatched sale', () => {
  it('400 another customer, operation or place; the same again is no change', async () => {
    const { id } = await sale({ tipo_entrada_saida_id: ids.gives })
    await act(id, 'fecha')
    for (const change of [
      { tipo_entrada_saida_id: ids.sells },
      { cliente_id: ids.other },
      { armazenamento_id: ids.place },
    ])
      expect(await put(id, change)).toMatchObject({
        status: 400,
        body: {
          message: 'Esta venda já foi expedida: cliente, tipo de operação e local de saída não podem mudar.',
        },
      })
    const same = { cliente_id: ids.customer, tipo_entrada_saida_id: ids.gives, armazenamento_id: null }
    expect(await put(id, { ...same, obs: 'Portaria 2' })).toMatchObject({ status: 200, body: { obs: 'Portaria 2' } })
  })

  it('keeps its customer’s name when the register changes', async () => {
    const cliente_id = (await server.insert('cliente', { xNome: 'Nome Antigo' })).id
    const { id } = await sale({ cliente_id, tipo_entrada_saida_id: ids.gives })
    await act(id, 'fecha')
    await call('PUT', `/api/cliente/${cliente_id}`, { xNome: 'Nome Novo' })
    expect((await put(id, { cliente_id, obs: 'x' })).body.cliente_xNome).toBe('Nome Antigo')
  })

  it('stands in the books as it was done, whatever its operation type says later', async () => {
    const type = await server.insert('tipo_entrada_saida', { descricao: 'Troca', tipo: 1, movimenta_estoque: false })
    const { id } = await sale({ tipo_entrada_saida_id: type.id })
    await act(id, 'fecha')
    expect(await faults()).toEqual([])
    await call('PUT', `/api/tipo_entrada_saida/${type.id}`, { movimenta_estoque: true })
    expect(await faults()).toEqual([])
  })
})

describe('the release of a blocked sale', () => {
  const late = async (): Promise<number> => {
    const cliente = await server.insert('cliente', { xNome: 'Atrasado' })
    await server.insert('contas_receber', {
      empresa_id: server.empresa_id,
      cliente_id: cliente.id,
      dEmissao: '2026-01-01',
      dVencimento: '2026-02-01',
      vDup: '10.00',
      vSaldo: '10.00',
    })
    return cliente.id
  }
  const released = async () => {
    const made = await sale({ cliente_id: await late() })
    expect(made.status).toBe(1)
    expect((await act(made.id, 'libera', { xJust: 'Diretoria autorizou' })).body.status).toBe(0)
    return made
  }
  beforeAll(async () => {
    await call('PUT', `/api/empresa/${server.empresa_id}`, { bloqueio_venda: 1 })
  })
  afterAll(async () => {
    await call('PUT', `/api/empresa/${server.empresa_id}`, { bloqueio_venda: 0 })
  })

  it('comes with a limit of credit: what is owed, what was dispatched and this sale are under it, money at once aside', async () => {
    const { id: cliente_id } = await server.insert('cliente', { xNome: 'Com limite', limite_credito: '1000.00' })
    await server.insert('contas_receber', {
      empresa_id: server.empresa_id,
      cliente_id,
      dEmissao: '2026-01-01',
      dVencimento: '2099-02-01',
      vDup: '900.00',
      vSaldo: '900.00',
    })
    const made = await sale({ cliente_id })
    const [line] = made.venda_mercadorias
    const priced = async (vUnTrib: number) =>
      (await put(made.id, { venda_mercadorias: [{ id: line.id, qTrib: 1, vUnTrib }] })).body
    expect(await priced(100)).toMatchObject({ status: 0, xMotivoBloqueio: null })
    const told = (await priced(100.01)).xMotivoBloqueio
    expect(String(told).replaceAll('\u00a0', ' ')).toBe(
      'Limite de crédito de R$ 1.000,00: deve R$ 900,00, e esta venda soma R$ 100,01',
    )
    const { id: pagamento_id } = await server.insert('pagamento', {
      descricao: 'Na hora',
      tPag: '01',
      baixaCaixaAutomatico: 1,
    })
    const paid = await put(made.id, {
      venda_mercadorias: [{ id: line.id, qTrib: 1, vUnTrib: 100.02 }],
      venda_duplicatas: [{ n: 1, dVencimento: '2026-12-01', vDup: 100.02, pagamento_id }],
    })
    expect(paid.body).toMatchObject({ status: 0, xMotivoBloqueio: null })
  })

  it('follows how the sale is paid, by whatever way that changes', async () => {
    const { id: cliente_id } = await server.insert('cliente', { xNome: 'Limite curto', limite_credito: '50.00' })
    const [credit, atOnce] = await Promise.all([
      server.insert('pagamento', { descricao: 'A prazo', tPag: '15' }),
      server.insert('pagamento', { descricao: 'À vista', tPag: '01', baixaCaixaAutomatico: 1 }),
    ])
    const made = await sale({ cliente_id })
    const [line] = made.venda_mercadorias
    const status = async () => (await call('GET', `/api/venda/${made.id}`)).body.status
    await put(made.id, {
      venda_mercadorias: [{ id: line.id, qTrib: 1, vUnTrib: 100 }],
      venda_duplicatas: [{ n: 1, dVencimento: '2026-12-01', vDup: 100, pagamento_id: atOnce.id }],
    })
    expect(await status()).toBe(0)
    const plan = { string: '30', venda_id: made.id }
    await call('POST', '/api/venda_duplicata/addString', { ...plan, pagamento_id: credit.id })
    expect(await status()).toBe(1)
    await call('POST', '/api/venda_duplicata/addString', { ...plan, pagamento_id: atOnce.id })
    expect(await status()).toBe(0)
    const [due] = (await call('GET', `/api/venda/${made.id}`)).body.venda_duplicatas
    await call('PUT', `/api/venda_duplicata/${due.id}`, { pagamento_id: credit.id })
    expect(await status()).toBe(1)
    await call('PUT', `/api/venda_duplicata/${due.id}`, { pagamento_id: atOnce.id, vDup: 60, fixed: true })
    const more = { venda_id: made.id, n: 2, dVencimento: '2026-12-01', vDup: 10, pagamento_id: credit.id }
    await call('POST', '/api/venda_duplicata', more)
    expect(await status()).toBe(0)
    const shared = await call('POST', '/api/venda_duplicata/redistribuirDiferenca', { id: due.id })
    expect(shared.body.parcelas_atualizadas.map((one: { vDup: number }) => one.vDup).toSorted()).toEqual([40, 60])
    await call('PUT', `/api/venda_duplicata/${due.id}`, { vDup: 45 })
    expect(await status()).toBe(1)
    await call('POST', '/api/venda_duplicata/redistribuirDiferenca', { id: due.id })
    expect(await status()).toBe(1)
    await call('PUT', `/api/venda_duplicata/${due.id}`, { vDup: 60 })
    expect(await status()).toBe(0)
    await call('DELETE', `/api/venda_duplicata/${due.id}`)
    expect(await status()).toBe(1)
  })

  it('is not for what a card or a forecast says', async () => {
    const { id: cliente_id } = await server.insert('cliente', { xNome: 'Paga com cartão' })
    for (const tpConta of [TITLE.CARTAO, TITLE.PREVISAO])
      await server.insert('contas_receber', {
        empresa_id: server.empresa_id,
        cliente_id,
        tpConta,
        dEmissao: '2026-01-01',
        dVencimento: '2026-02-01',
        vDup: '10.00',
        vSaldo: '10.00',
      })
    expect(await sale({ cliente_id })).toMatchObject({ status: 0, xMotivoBloqueio: null })
  })

  it('is not carried over to another customer', async () => {
    const { id } = await released()
    expect((await put(id, { cliente_id: await late() })).body).toMatchObject({ status: 1, xJustLiberacao: null })
  })

  it('ends when the total rises, by whatever way; not when it stays or falls', async () => {
    const made = await released()
    const [line] = made.venda_mercadorias
    const price = (vUnTrib: number) => put(made.id, { venda_mercadorias: [{ id: line.id, vUnTrib }] })
    expect((await price(10)).body.status).toBe(0)
    expect((await price(9)).body.status).toBe(0)
    expect((await price(90_000)).body).toMatchObject({ status: 1, xJustLiberacao: null })
    const freight = await released()
    expect((await put(freight.id, { vFrete: 5 })).body.status).toBe(1)
    const { id, venda_mercadorias } = await released()
    await call('PUT', `/api/venda_mercadoria/${venda_mercadorias[0].id}`, { qTrib: 100 })
    expect((await call('GET', `/api/venda/${id}`)).body.status).toBe(1)
    expect((await act(id, 'fecha')).body.message).toBe('Este pedido foi bloqueado.')
  })
})

describe('422 what a sale may not refer to', () => {
  it('an operation of entry, when it is made and when it changes', async () => {
    const entry = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0 })).id
    const errors = { tipo_entrada_saida_id: ['Selecione um tipo de operação de saída.'] }
    const { id } = await sale()
    expect(await put(id, { tipo_entrada_saida_id: entry })).toMatchObject({ status: 422, body: { errors } })
    const body = { cliente_id: ids.customer, tipo_entrada_saida_id: entry }
    expect(await call('POST', '/api/venda', body)).toMatchObject({ status: 422, body: { errors } })
    const old = await server.insert('venda', { ...body, empresa_id: server.empresa_id })
    expect((await put(old.id, { tipo_entrada_saida_id: entry, obs: 'x' })).status).toBe(200)
  })

  it('an inactive customer or product that it did not have before', async () => {
    const cliente_id = (await server.insert('cliente', { xNome: 'Inativo', ativo: false })).id
    const mercadoria_id = (await server.insert('mercadoria', { xProd: 'Fora de linha', ativo: false })).id
    const { id, venda_mercadorias } = await sale()
    expect(await put(id, { cliente_id })).toMatchObject({
      status: 422,
      body: { errors: { cliente_id: ['Este cliente está inativo.'] } },
    })
    expect(await call('PUT', `/api/venda_mercadoria/${venda_mercadorias[0].id}`, { mercadoria_id })).toMatchObject({
      status: 422,
      body: { errors: { mercadoria_id: ['Esta mercadoria está inativa.'] } },
    })
  })

  it('another customer’s address; with another customer the old address goes', async () => {
    const address = async (cliente_id: number) =>
      (await server.insert('cliente_endereco', { cliente_id, xLgr: 'Rua A', nro: '1' })).id
    const [own, others] = [await address(ids.customer), await address(ids.other)]
    const { id } = await sale({ endereco_id: own })
    const errors = { endereco_id: ['Este endereço não é do cliente da venda.'] }
    expect(await put(id, { endereco_id: others })).toMatchObject({ status: 422, body: { errors } })
    const both = await put(id, { cliente_id: ids.other, endereco_id: own })
    expect(both).toMatchObject({ status: 422, body: { errors } })
    expect((await put(id, { cliente_id: ids.other })).body.endereco_id).toBeNull()
    expect((await put(id, { endereco_id: others })).body.endereco_id).toBe(others)
  })

  it('in a plan of instalments, a payment that is no number, or is another company’s', async () => {
    const away = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, away.id] })
    const theirs = (await server.insert('pagamento', { descricao: 'Cheque', empresa_id: away.id })).id
    const { id } = await sale()
    const plan = (pagamento_id: unknown) =>
      both('POST', '/api/venda_duplicata/addString', { venda_id: id, string: '30/60', pagamento_id })
    for (const wrong of ['abc', 1.5, '99999999999', null])
      expect(await plan(wrong)).toMatchObject({ status: 422, body: { message: 'Selecione uma forma de pagamento' } })
    expect(await plan(theirs)).toMatchObject({
      status: 422,
      body: { errors: { pagamento_id: ['Selecione um registro válido.'] } },
    })
  })
})

describe('grouped sales', () => {
  it('come to the sum of their totals, freight and all', async () => {
    const both = [await sale({ vFrete: 10.1 }), await sale({ vFrete: 20.2 })]
    const { body } = await call('POST', '/api/venda/agrupa', { keys: both.map((one) => one.id) })
    expect((await call('GET', `/api/venda/${body.venda.id}`)).body).toMatchObject({ vFrete: 30.3, vTotal: 50.3 })
  })
})

describe('a closed quote', () => {
  it('400 invoiced after its sale was cancelled', async () => {
    const quote = await sale({ orcamento_duplicatas: [{ dVencimento: '2027-01-01', vDup: 10 }] }, 'orcamento')
    const { venda_id } = (await act(quote.id, 'fecha', {}, 'orcamento')).body
    expect((await cancel(venda_id)).status).toBe(200)
    expect(await act(quote.id, 'fatura', {}, 'orcamento')).toMatchObject({
      status: 400,
      body: { message: `A venda nº ${venda_id}, gerada por este orçamento, está cancelada.` },
    })
  })
})
