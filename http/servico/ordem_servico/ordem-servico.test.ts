import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, entered, faults, moved, ok, product, stockOf } from '../../estoque/output.fixture'
import { openWorkshop, order, ORDERS, part, type Workshop } from './service.fixture'

/** Service orders: their lines and totals, what finishing takes from stock, what invoicing opens, and how both go back. */

let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop()
})
afterAll(() => shop.server.close())

const REASON = { xJust: 'O cliente desistiu do conserto' }
const show = (id: number) => ok('GET', `${ORDERS}/${id}`)
const verb = (id: number, name: string, body?: object) => call('POST', `${ORDERS}/${id}/${name}`, body)
const plan = (id: number, string = 'à vista') =>
  ok('POST', '/api/srv/ordem_servico_duplicata/addString', { ordem_servico_id: id, string, pagamento_id: shop.cash })
const titlesOf = async (id: number): Promise<{ id: number; numero: string; vSaldo: number; status: number }[]> =>
  (
    await ok(
      'GET',
      `/api/contas_receber?perPage=100&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify({ documento: 'ordem_servico', documento_id: id }))}`,
    )
  ).data
const finished = async (goods: readonly object[], head: object = {}) => {
  const id = await order(shop, goods, head)
  await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
  return id
}

describe('what an order says', () => {
  it('keeps customer and equipment as they are called now, prices lines by their registers, and sums them', async () => {
    const goods = await part(0, entered)
    // As at a sale: the first table that holds, not one that has ended.
    for (const [head, vUnTrib] of [
      [{ descricao: 'De antes', dFim: '2020-01-31' }, '9'],
      [{ descricao: 'Balcão' }, '12.5'],
    ] as const) {
      const table = await shop.server.insert('tabela_preco', head)
      await shop.server.insert('mercadoria_preco', { mercadoria_id: goods, tabela_preco_id: table.id, vUnTrib })
    }
    const { id } = await ok('POST', ORDERS, {
      cliente_id: shop.customer,
      equipamento_id: shop.equipment,
      ordem_servico_servicos: [{ servico_id: shop.labour, qTrib: 1.5, vDesc: 20 }],
      ordem_servico_mercadorias: [{ mercadoria_id: goods, qTrib: 2 }],
    })
    const one = await show(id)
    expect(one).toMatchObject({
      status: 0,
      cliente_xNome: 'Maria Exemplo',
      xEquipamento: 'Furadeira · Marca',
      nSerie: 'SN-1',
      vServ: 120,
      vProd: 25,
      vDesc: 20,
      vTotal: 125,
    })
    expect(one.ordem_servico_servicos[0]).toMatchObject({ xServ: 'Mão de obra', un: 'h', vUnTrib: 80, vTotal: 100 })
    expect(one.ordem_servico_mercadorias[0]).toMatchObject({ xProd: 'Rolamento', vUnTrib: 12.5, vTotal: 25 })
  })

  it('422 for goods that are not sold any more', async () => {
    const idle = await product({ xProd: 'Parado', ativo: false })
    const body = { cliente_id: shop.customer, ordem_servico_mercadorias: [{ mercadoria_id: idle, qTrib: 1 }] }
    expect((await call('POST', ORDERS, body)).body.errors).toEqual({
      'ordem_servico_mercadorias.0.mercadoria_id': ['Esta mercadoria está inativa.'],
    })
  })

  it('a line under warranty costs nothing, and its cost is borne by the centre of the warranty', async () => {
    const goods = await part(5, entered)
    const line = { mercadoria_id: goods, qTrib: 2, garantia: true }
    expect(await call('POST', ORDERS, { cliente_id: shop.customer, ordem_servico_mercadorias: [line] })).toMatchObject({
      status: 422,
      body: { errors: { 'ordem_servico_mercadorias.0.centro_custo_id': ['Informe o centro de custo da garantia.'] } },
    })
    const centre = await shop.server.insert('centro_custo', { descricao: 'Garantia' })
    await ok('PUT', `/api/empresa/${shop.server.empresa_id}`, { centro_custo_garantia_id: centre.id })
    const id = await finished([{ ...line, vUnTrib: 99 }, { mercadoria_id: goods }])
    const { vTotal, ordem_servico_mercadorias: lines } = await show(id)
    expect(vTotal).toBe(90)
    expect(lines[0]).toMatchObject({ vUnTrib: 0, vTotal: 0, vCusto: 6, centro_custo_id: centre.id })
    expect(lines[1]).toMatchObject({ vTotal: 10, vCusto: 3, centro_custo_id: null })
    const told = await ok('GET', '/reporting/csv/servico_garantia')
    expect(String(told)).toContain('Rolamento')
    const open = await order(shop, [line])
    const [guaranteed] = (await show(open)).ordem_servico_mercadorias
    await ok('PUT', `/api/srv/ordem_servico_mercadoria/${guaranteed.id}`, { garantia: false, vUnTrib: 7 })
    expect(await show(open)).toMatchObject({ vTotal: 94 })
  })

  it('422 for a discount above the line, an equipment of somebody else, an inactive customer or service', async () => {
    const other = (await shop.server.insert('cliente', { xNome: 'Outro' })).id
    const gone = (await shop.server.insert('cliente', { xNome: 'Inativo', ativo: false })).id
    const old = await ok('POST', '/api/srv/servico', { descricao: 'Antigo', ativo: false })
    const fields = async (body: object) => {
      const answer = await call('POST', ORDERS, { cliente_id: shop.customer, ...body })
      return [answer.status, Object.keys(answer.body.errors ?? {})]
    }
    expect(await fields({ ordem_servico_servicos: [{ servico_id: shop.labour, vDesc: 80.01 }] })).toEqual([
      422,
      ['ordem_servico_servicos.0.vDesc'],
    ])
    expect(await fields({ cliente_id: other, equipamento_id: shop.equipment })).toEqual([422, ['equipamento_id']])
    expect(await fields({ cliente_id: gone })).toEqual([422, ['cliente_id']])
    expect(await fields({ ordem_servico_servicos: [{ servico_id: old.id }] })).toEqual([
      422,
      ['ordem_servico_servicos.0.servico_id'],
    ])
    const id = await order(shop, [])
    await ok('PUT', `${ORDERS}/${id}`, { cliente_id: other })
    expect(await show(id)).toMatchObject({ equipamento_id: null, nSerie: null, cliente_xNome: 'Outro' })
  })
})

describe('finalizarOrdemServico', () => {
  it('takes the goods from the technician first, then from the others, and keeps what each line cost', async () => {
    const goods = await part(10, entered)
    const rows = await ok('GET', `/api/estoque/mercadoria_armazenamento?where={"mercadoria_id":${goods}}`)
    await ok('POST', `/api/estoque/mercadoria_armazenamento/${rows.data[0].id}/transfereEstoqueRapido`, {
      armazenamento_dest_id: shop.van,
      quantidade: 2,
    })
    const id = await finished([{ mercadoria_id: goods, qTrib: 3 }])
    expect(await moved('ordem_servico', id)).toEqual(['T – -2 -6', 'A – -1 -3'])
    expect(await show(id)).toMatchObject({ status: 2 })
    expect((await show(id)).ordem_servico_mercadorias[0].vCusto).toBe(9)
    expect(await stockOf(goods)).toEqual([7, 0, 7])
    expect(await faults()).toEqual([])
  })

  it('what lies loose with the technician goes before the lots of others; a location that is named alone is asked, and its warehouse', async () => {
    const goods = await product({ xProd: 'Filtro' })
    await entered(goods, 4, [
      { nLote: 'L1', dVal: '2090-12-31', qTrib: 2 },
      { nLote: 'L1', dVal: '2090-12-31', qTrib: 0.5, armazenamento_id: shop.far },
    ])
    const shelves = await ok('GET', `/api/estoque/mercadoria_armazenamento?where={"mercadoria_id":${goods}}`)
    const near = shelves.data.find((one: { armazenamento_id: number }) => one.armazenamento_id === shop.near)
    await ok('POST', `/api/estoque/mercadoria_armazenamento/${near.id}/transfereEstoqueRapido`, {
      armazenamento_dest_id: shop.van,
      quantidade: 1,
      lote_id: null,
    })
    const id = await finished([{ mercadoria_id: goods, qTrib: 2 }])
    const rows = await moved('ordem_servico', id)
    expect(rows[0]).toMatch(/^T /)
    expect(rows.filter((row) => !row.startsWith('T ')).every((row) => row.startsWith('A L1'))).toBe(true)
    const named = await finished([{ mercadoria_id: goods, qTrib: 0.5, armazenamento_id: shop.far }])
    expect(await moved('ordem_servico', named)).toEqual(['B L1 -0.5 -1'])
    expect(await faults()).toEqual([])
  })

  it('400 without a line, without stock, with something of the checklist missing; nothing is done then', async () => {
    const empty = await ok('POST', ORDERS, { cliente_id: shop.customer })
    expect(await verb(empty.id, 'finalizarOrdemServico')).toMatchObject({ status: 400, body: { code: 'no_items' } })
    const goods = await part(1, entered)
    const much = await order(shop, [{ mercadoria_id: goods, qTrib: 2 }])
    expect(await verb(much, 'finalizarOrdemServico')).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect(await show(much)).toMatchObject({ status: 0, dhFinalizacao: null })
    const [setting] = (await ok('GET', '/api/configuracao?where={"name":"ORDEM_SERVICO.CUSTOM_FIELDS"}')).data
    await ok('PUT', `/api/configuracao/${setting.id}`, { value: 'Testado*; Limpo' })
    const id = await order(shop, [])
    expect(await verb(id, 'finalizarOrdemServico')).toMatchObject({
      status: 400,
      body: { code: 'checklist', message: 'O campo "Testado" é obrigatório' },
    })
    expect((await call('PUT', `${ORDERS}/${id}`, { custom_fields: { Outro: 'x' } })).status).toBe(422)
    await ok('PUT', `${ORDERS}/${id}`, { custom_fields: { Testado: 'Sim' } })
    await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
    await ok('PUT', `/api/configuracao/${setting.id}`, { value: null })
    expect(await faults()).toEqual([])
  })

  it('two at once: one order is finished once, and of two that want the same piece one', async () => {
    const goods = await part(2, entered)
    const id = await order(shop, [{ mercadoria_id: goods, qTrib: 1 }])
    const same = await Promise.all([verb(id, 'finalizarOrdemServico'), verb(id, 'finalizarOrdemServico')])
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await stockOf(goods)).toEqual([1, 0, 1])
    const ids = await Promise.all([1, 2].map(() => order(shop, [{ mercadoria_id: goods, qTrib: 1 }])))
    const both = await Promise.all(ids.map((one) => verb(one, 'finalizarOrdemServico')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await stockOf(goods)).toEqual([0, 0, 0])
    expect(await faults()).toEqual([])
  })

  it('of what is finished the report is still written, and how it is paid: no line, no customer', async () => {
    const id = await finished([])
    await ok('PUT', `${ORDERS}/${id}`, { laudo: 'Trocado o rolamento' })
    expect(await call('PUT', `${ORDERS}/${id}`, { equipamento_id: null })).toMatchObject({
      status: 400,
      body: { code: 'finished' },
    })
    const [line] = (await show(id)).ordem_servico_servicos
    expect((await call('PUT', `/api/srv/ordem_servico_servico/${line.id}`, { qTrib: 2 })).status).toBe(400)
    expect((await call('DELETE', `${ORDERS}/${id}`)).status).toBe(400)
    await plan(id)
    expect((await show(id)).ordem_servico_duplicatas).toHaveLength(1)
  })
})

describe('faturarOrdemServico', () => {
  it('makes receivables of the instalments, which are the total', async () => {
    const goods = await part(1, entered)
    const id = await order(shop, [{ mercadoria_id: goods }])
    expect(await verb(id, 'faturarOrdemServico')).toMatchObject({ status: 400, body: { code: 'not_finished' } })
    await ok('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
    expect(await verb(id, 'faturarOrdemServico')).toMatchObject({ status: 400, body: { code: 'totals_differ' } })
    await plan(id, '30/60')
    const both = await Promise.all([verb(id, 'faturarOrdemServico'), verb(id, 'faturarOrdemServico')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await show(id)).toMatchObject({ status: 4, vTotal: 90 })
    expect((await titlesOf(id)).map(({ numero, vSaldo }) => [numero, vSaldo])).toEqual([
      [`OS${id}/1`, 45],
      [`OS${id}/2`, 45],
    ])
    expect(await faults()).toEqual([])
  })

  it('an order that is all under warranty is invoiced for nothing', async () => {
    const id = await finished([], { ordem_servico_servicos: [{ servico_id: shop.labour, garantia: true }] })
    await ok('POST', `${ORDERS}/${id}/faturarOrdemServico`)
    expect(await titlesOf(id)).toEqual([])
    expect(await faults()).toEqual([])
  })

  it('many one after another: each by itself, with what failed and why; those done are not done again', async () => {
    const [good, open, bare] = [await finished([]), await order(shop, []), await finished([])]
    await plan(good)
    const bulk = {
      recurso: 'ordem_servico',
      acao: 'faturarOrdemServico',
      registros: [good, open, bare].map((id) => ({ id })),
    }
    const { tarefa_id } = await ok('POST', '/api/tarefa/lote', bulk)
    await shop.server.runJobs()
    expect((await ok('GET', `/api/tarefa/${tarefa_id}`)).resultado).toEqual({ feitos: 1, falhas: 2 })
    const { tarefa_id: again } = await ok('POST', '/api/tarefa/lote', bulk)
    await shop.server.runJobs()
    expect((await ok('GET', `/api/tarefa/${again}`)).resultado).toEqual({ feitos: 0, falhas: 3 })
    expect(await titlesOf(good)).toHaveLength(1)
    expect([(await show(good)).status, (await show(open)).status, (await show(bare)).status]).toEqual([4, 0, 2])
    expect(await faults()).toEqual([])
  })
})

describe('back again, in every order', () => {
  it('cancels an open one and a finished one, whose goods come back at what they left for', async () => {
    const goods = await part(4, entered)
    const open = await order(shop, [{ mercadoria_id: goods }])
    expect(await verb(open, 'cancelarOrdemServico', { xJust: 'curta' })).toMatchObject({ status: 422 })
    await ok('POST', `${ORDERS}/${open}/cancelarOrdemServico`, REASON)
    expect(await show(open)).toMatchObject({ status: 5, xMotivoCancelamento: REASON.xJust })
    const id = await finished([{ mercadoria_id: goods, qTrib: 3 }])
    await ok('POST', `${ORDERS}/${id}/cancelarOrdemServico`, REASON)
    expect(await stockOf(goods)).toEqual([4, 0, 4])
    expect(await verb(id, 'cancelarOrdemServico', REASON)).toMatchObject({ status: 400, body: { code: 'cancelled' } })
    expect(await verb(id, 'finalizarOrdemServico')).toMatchObject({ status: 400, body: { code: 'cancelled' } })
    expect(await faults()).toEqual([])
  })

  it('400 invoiced until its titles are cancelled, which is refused while one of them is paid', async () => {
    const goods = await part(2, entered)
    const id = await finished([{ mercadoria_id: goods, qTrib: 2 }])
    await plan(id)
    await ok('POST', `${ORDERS}/${id}/faturarOrdemServico`)
    expect(await verb(id, 'cancelarOrdemServico', REASON)).toMatchObject({ status: 400, body: { code: 'invoiced' } })
    const banco = await ok('POST', '/api/banco', { descricao: 'Gaveta' })
    const [title] = await titlesOf(id)
    await ok('POST', `/api/contas_receber/${title?.id}/baixa`, { banco_id: banco.id, vPago: '40.00' })
    expect(await verb(id, 'desfazFaturamento')).toMatchObject({ status: 400, body: { code: 'paid' } })
    await ok('POST', `/api/contas_receber/${title?.id}/estorna`)
    await ok('POST', `${ORDERS}/${id}/desfazFaturamento`)
    expect(await show(id)).toMatchObject({ status: 2, dhFaturamento: null })
    expect((await show(id)).ordem_servico_duplicatas[0]).toMatchObject({ conta_receber_id: null, pending: true })
    expect((await titlesOf(id)).map(({ vSaldo }) => vSaldo)).toEqual([0])
    await ok('POST', `${ORDERS}/${id}/faturarOrdemServico`)
    await ok('POST', `${ORDERS}/${id}/desfazFaturamento`)
    await ok('POST', `${ORDERS}/${id}/cancelarOrdemServico`, REASON)
    expect(await stockOf(goods)).toEqual([2, 0, 2])
    expect(await faults()).toEqual([])
  })

  it('to invoice and to cancel at once: one of both', async () => {
    const id = await finished([])
    await plan(id)
    const both = await Promise.all([verb(id, 'faturarOrdemServico'), verb(id, 'cancelarOrdemServico', REASON)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await faults()).toEqual([])
  })

  it('what was received at once goes back with the invoicing', async () => {
    await ok('POST', '/api/banco', { descricao: 'Caixa' })
    const method = await shop.server.insert('pagamento', { descricao: 'Dinheiro', tPag: '01', baixaCaixaAutomatico: 1 })
    const id = await finished([])
    await ok('POST', '/api/srv/ordem_servico_duplicata/addString', {
      ordem_servico_id: id,
      string: 'à vista',
      pagamento_id: method.id,
    })
    await ok('POST', `${ORDERS}/${id}/faturarOrdemServico`)
    expect((await titlesOf(id)).map(({ vSaldo }) => vSaldo)).toEqual([0])
    await ok('POST', `${ORDERS}/${id}/desfazFaturamento`)
    expect(await show(id)).toMatchObject({ status: 2 })
    expect(await faults()).toEqual([])
  })
})

describe('around it', () => {
  it('a copy is open, with its lines and without instalments; the history tells what was done', async () => {
    const goods = await part(1, entered)
    const id = await finished([{ mercadoria_id: goods }])
    const { ordem_servico } = await ok('POST', `${ORDERS}/${id}/duplica`)
    expect(await show(ordem_servico.id)).toMatchObject({ status: 0, vTotal: 90, ordem_servico_duplicatas: [] })
    const { data } = await ok('GET', `${ORDERS}/${id}/auditoria`)
    expect(data.map((one: { acao: string }) => one.acao)).toContain('finalizarOrdemServico')
  })

  it('the equipment tells its orders; the list finds by serial number, and what is mine or late', async () => {
    const { qOrdens, dhUltimaOrdem } = await ok('GET', `/api/srv/equipamento/${shop.equipment}`)
    expect(qOrdens).toBeGreaterThan(0)
    expect(dhUltimaOrdem).not.toBeNull()
    expect((await ok('GET', `${ORDERS}?search=SN-1`)).total).toBeGreaterThan(0)
    const late = await order(shop, [], { dPrevisao: '2020-01-01' })
    const found = await ok('GET', `${ORDERS}?custom=${encodeURIComponent('{"atrasadas":1}')}`)
    expect(found.data.map((one: { id: number }) => one.id)).toEqual([late])
    expect((await ok('GET', `${ORDERS}?custom=${encodeURIComponent('{"minhas":1}')}`)).data).toEqual([])
  })

  it('403 without the right, 404 of another company', async () => {
    const id = await order(shop, [])
    const looks = await shop.server.user({ permissions: ['show ordem_servico'] })
    expect((await looks('POST', `${ORDERS}/${id}/finalizarOrdemServico`)).status).toBe(403)
    const other = await shop.server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra' })
    const theirs = await shop.server.user({ permissions: ['edit ordem_servico'], empresas: [other.id] })
    expect((await theirs('POST', `${ORDERS}/${id}/finalizarOrdemServico`)).status).toBe(404)
  })
})
