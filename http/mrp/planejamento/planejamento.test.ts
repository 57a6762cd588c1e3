import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previousBusinessDay } from '../../../core/br/business-days'
import { addDays } from '../../../core/br/civil-date'
import { generated, itemOf, newPlan, PATH, sell, today, workshop, type Workshop } from './workshop.fixture'

/** From a sale to the drafts that will serve it: what lacks, level by level, and what is done about it, once. */

let shop: Workshop
let ids: Workshop['ids']
const call: Workshop['call'] = (...args) => shop.call(...args)
beforeAll(async () => {
  shop = await workshop()
  ids = shop.ids
})
afterAll(() => shop.server.close())

const execute = (id: number, itens: object[]) => call('POST', `${PATH}/${id}/executarAcoes`, { itens })

describe('from a sale to its drafts', () => {
  let sale = 0
  beforeAll(async () => {
    sale = await sell(shop, ids.table, 10, 30)
  })

  it('says what lacks on every level, when to order it, and what to do', async () => {
    const plan = await generated(shop)
    expect(plan).toMatchObject({ status: 1, itens_gerados: 3, itens_acao: 3 })
    expect(itemOf(plan, ids.table)).toMatchObject({
      falta: 10,
      quantidade: 10,
      tipo_acao: 2,
      nivel: 0,
      data_necessidade: addDays(today, 30),
      data_pedido: addDays(today, 23),
      realizar: true,
    })
    // 40 legs are drawn on the day the tables start; five are there.
    expect(itemOf(plan, ids.leg)).toMatchObject({
      falta: 35,
      quantidade: 35,
      tipo_acao: 1,
      nivel: 1,
      data_pedido: addDays(today, 16),
      fornecedor_id: null,
      q_estoque: 5,
    })
    expect(itemOf(plan, ids.screw)).toMatchObject({ falta: 80, quantidade: 100, fornecedor_id: ids.supplier })
    expect(plan.resumo).toMatchObject({ motor: expect.any(Number), leitura: expect.any(Number) })
  })

  it('promises nothing of what a document holds', async () => {
    const { body: out } = await call('POST', '/api/estoque/saida', {
      destinatario_type: 'cliente',
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.sale,
      saida_mercadoria_list: [{ mercadoria_id: ids.leg, qTrib: 2 }],
    })
    expect((await call('POST', `/api/estoque/saida/${out.id}/separar`)).status).toBe(200)
    expect(itemOf(await generated(shop), ids.leg)).toMatchObject({ falta: 37, q_estoque: 3 })
    const reason = { xJustCancelamento: 'O cliente desistiu dela.' }
    expect((await call('POST', `/api/estoque/saida/${out.id}/cancelar`, reason)).status).toBe(200)
  })

  it('opens an item: its evolution day by day, its lots, and the sale that needs them two levels up', async () => {
    const plan = await generated(shop)
    const item = (await call('GET', `${PATH}_mercadoria/${itemOf(plan, ids.screw).id}`)).body
    const metrics = item.metricas_avancadas
    expect(metrics.summary).toMatchObject({ initial_stock: 0, minimum_stock: 0, production_coverage_rate: 100 })
    expect(metrics.demand_analysis).toMatchObject({ total_demand: 80, period_days: 90 })
    expect(Object.keys(metrics.stock_evolution)).toHaveLength(90)
    expect(metrics.stock_evolution[addDays(today, 23)]).toBe(20)
    expect(metrics.batches).toEqual([{ quantity: 100, date: addDays(today, 23), order_date: addDays(today, 16) }])
    expect(metrics.order_dates).toEqual([addDays(today, 16)])
    expect(metrics.extended_analytics.risk_analysis.stockout_risk).toMatchObject({ probability: expect.any(Number) })
    expect(metrics.demands_covered).toMatchObject([
      { texto: `Venda ${sale} · Maria Exemplo`, caminho: `/ui/comercial/venda/edit/${sale}`, mercadoria: 'Mesa' },
    ])
    expect(item).toMatchObject({ prazo: 7, tpPrazo: 'corridos', lotes: [{ quantity: 100, falta: 80 }] })
  })

  it('executes what was chosen as drafts in one go: production order, purchase order, request; and links back', async () => {
    const plan = await generated(shop)
    const chosen = [ids.table, ids.leg, ids.screw].map((one) => ({ id: itemOf(plan, one).id }))
    const done = await execute(plan.id, chosen)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const [order] = done.body.ordem_producao_list
    const [purchase] = done.body.pedido_compra_list
    const [request] = done.body.solicitacao_list
    expect((await call('GET', `/api/producao/ordem_producao/${order.id}`)).body).toMatchObject({
      status: 0,
      planejamento_id: plan.id,
      dInicioPrevisto: addDays(today, 23),
      dFimPrevisto: addDays(today, 30),
      ordem_producao_mercadoria_list: [{ mercadoria_id: ids.table, qTrib: 10 }],
    })
    expect((await call('GET', `/api/producao/ordem_producao/${order.id}/paraQue`)).body).toEqual({
      data: [
        {
          texto: `Venda ${sale} · Maria Exemplo`,
          caminho: `/ui/comercial/venda/edit/${sale}`,
          data: addDays(today, 30),
        },
      ],
    })
    expect((await call('GET', `/api/compras/pedido_compra/${purchase.id}`)).body).toMatchObject({
      status: 0,
      fornecedor_id: ids.supplier,
      vTotal: 400,
      pedido_compra_mercadorias: [{ mercadoria_id: ids.screw, qTrib: 100, dPrevista: addDays(today, 23) }],
    })
    expect((await call('GET', `/api/compras/solicitacao/${request.id}`)).body).toMatchObject({
      status: 0,
      solicitacao_mercadorias: [{ mercadoria_id: ids.leg, quantidade: 35, dPedido: addDays(today, 16) }],
    })
    const after = (await call('GET', `${PATH}/${plan.id}`)).body
    expect(after).toMatchObject({ status: 2, itens_executados: 3 })
    expect(itemOf(after, ids.leg)).toMatchObject({ solicitacao_id: request.id, dhExecucao: expect.any(String) })

    // What was ordered is on its way: planned again, nothing lacks.
    const again = await generated(shop)
    expect(again.itens_acao).toBe(0)
    expect(itemOf(again, ids.screw)).toMatchObject({ falta: 0, tipo_acao: 0, q_demanda: 80 })
    // Without the orders as a source it would all lack again.
    expect((await generated(shop, { usa_producao: false, usa_compras: false })).itens_acao).toBe(3)
  })
})

describe('executed once', () => {
  it('under two calls at the same moment, and again after', async () => {
    await sell(shop, ids.leg, 500, 20)
    const plan = await generated(shop)
    const item = itemOf(plan, ids.leg)
    const answers = await Promise.all([execute(plan.id, [{ id: item.id }]), execute(plan.id, [{ id: item.id }])])
    expect(answers.map((one) => one.status).sort(), JSON.stringify(answers)).toEqual([200, 409])
    expect(await execute(plan.id, [{ id: item.id }])).toMatchObject({
      status: 409,
      body: { message: 'Estes itens já foram executados.' },
    })
    const where = encodeURIComponent(JSON.stringify({ planejamento_mercadoria_id: item.id }))
    expect((await call('GET', `/api/compras/solicitacao_mercadoria?where=${where}`)).body.total).toBe(1)
  })

  it('a retry with its key gets the first answer', async () => {
    await sell(shop, ids.leg, 50, 20)
    const plan = await generated(shop)
    const body = { itens: [{ id: itemOf(plan, ids.leg).id }] }
    const once = () => call('POST', `${PATH}/${plan.id}/executarAcoes`, body, { 'Idempotency-Key': `p${plan.id}` })
    const [first, second] = [await once(), await once()]
    expect(second).toEqual(first)
  })

  it('takes quantity, date, action and supplier as they are written, and moves the need with the date', async () => {
    await sell(shop, ids.leg, 70, 25)
    const plan = await generated(shop)
    const item = itemOf(plan, ids.leg)
    const ordered = addDays(item.data_pedido, 3)
    const done = await execute(plan.id, [
      { id: item.id, falta: 90, data_pedido: ordered, tipo_acao: 1, fornecedor_id: ids.supplier },
    ])
    const made = (await call('GET', `/api/compras/pedido_compra/${done.body.pedido_compra_list[0].id}`)).body
    expect(made.pedido_compra_mercadorias).toMatchObject([{ qTrib: 90, vUnTrib: 3, dPrevista: addDays(ordered, 7) }])
  })

  it('can be executed anew when the order that a line became is cancelled, and generated anew when none is left', async () => {
    await sell(shop, ids.leg, 80, 25)
    const plan = await generated(shop)
    const item = itemOf(plan, ids.leg)
    const buy = () => execute(plan.id, [{ id: item.id, tipo_acao: 1, fornecedor_id: ids.supplier }])
    const orderOf = async () => (await buy()).body.pedido_compra_list[0].id
    const first = await orderOf()
    const path = '/api/compras/pedido_compra'
    const xJust = 'Fornecedor não entrega mais'
    expect((await call('POST', `${path}/${first}/cancela`, { xJust })).status).toBe(200)
    const open = { status: 1, dhExecucao: null, itens_executados: 0 }
    expect((await call('GET', `${PATH}/${plan.id}`)).body).toMatchObject(open)
    const second = await orderOf()
    expect(second).not.toBe(first)
    expect((await call('GET', `${PATH}/${plan.id}`)).body).toMatchObject({ status: 2, itens_executados: 1 })
    expect((await call('DELETE', `${path}/${second}`)).status).toBe(200)
    expect((await call('GET', `${PATH}/${plan.id}`)).body).toMatchObject(open)
  })

  it('409 generating again: its figures stay', async () => {
    await sell(shop, ids.leg, 10, 20)
    const plan = await generated(shop)
    await execute(plan.id, [{ id: itemOf(plan, ids.leg).id }])
    expect(await call('POST', `${PATH}/${plan.id}/gerarPlanejamento`)).toMatchObject({
      status: 400,
      body: { code: 'executed' },
    })
    expect(await call('PUT', `${PATH}/${plan.id}`, { usa_vendas: false })).toMatchObject({ status: 400 })
    expect(await call('DELETE', `${PATH}/${plan.id}`)).toMatchObject({ status: 400, body: { code: 'executed' } })
    const copy = await call('POST', `${PATH}/${plan.id}/duplica`)
    expect((await call('GET', `${PATH}/${copy.body.planejamento.id}`)).body).toMatchObject({
      status: 0,
      dInicio: today,
    })
  })
})

describe('the forecast', () => {
  it('is demand beyond what is sold, and the sales of its period consume it', async () => {
    const product = (await shop.server.insert('mercadoria', { xProd: 'Cadeira' })).id
    const first = `${addDays(today, 62).slice(0, 7)}-01`
    const last = addDays(`${addDays(first, 32).slice(0, 7)}-01`, -1)
    const forecast = await call('POST', '/api/mrp/previsao', {
      descricao: 'Verão',
      dPrevisaoIni: first,
      dPrevisaoFim: last,
      dHistoricoIni: addDays(today, -60),
      dHistoricoFim: today,
      previsoes: [{ mercadoria_id: product }],
    })
    const [item] = forecast.body.previsoes
    await call('PUT', `/api/mrp/previsao_item/${item.id}`, { previsao: [{ dPrevisao: first, qPrevista: 100 }] })
    const plan = () => generated(shop, { previsao_id: forecast.body.id })
    expect(itemOf(await plan(), product)).toMatchObject({ falta: 100, q_demanda: 100 })
    await call('POST', '/api/venda', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.sale,
      dEntrega: addDays(first, 10),
      venda_mercadorias: [{ mercadoria_id: product, qTrib: 30, vUnTrib: 1 }],
    })
    const consumed = await plan()
    expect(consumed.dFim).toBe(last)
    expect(itemOf(consumed, product)).toMatchObject({ falta: 100, q_demanda: 100 })
    expect(itemOf(await generated(shop), product)).toMatchObject({ falta: 30 })
  })
})

describe('chosen items', () => {
  it('are planned alone, with what goes into them', async () => {
    await sell(shop, ids.table, 3, 20)
    const plan = await newPlan(shop)
    expect((await call('POST', `${PATH}/${plan.id}/addItens`, { mercadoria_id_list: [] })).body.message).toBe(
      'Nenhum item selecionado.',
    )
    const added = await call('POST', `${PATH}/${plan.id}/addItens`, { mercadoria_id_list: [ids.table] })
    expect(added.body, JSON.stringify(added.body)).toMatchObject({
      escopo: 1,
      items: [{ mercadoria_id: ids.table, escolhido: true }],
    })
    expect((await call('POST', `${PATH}/${plan.id}/gerarPlanejamento`)).status).toBe(200)
    const after = (await call('GET', `${PATH}/${plan.id}`)).body
    expect(after.items.map((one: { mercadoria_id: number }) => one.mercadoria_id).sort()).toEqual(
      [ids.table, ids.leg, ids.screw].sort(),
    )
    expect(itemOf(after, ids.table)).toMatchObject({ escolhido: true })
  })
})

describe('as a task', () => {
  it('tells how far it is and ends with itens_gerados; a second one waits for the first to end', async () => {
    const plan = await newPlan(shop)
    const start = () => call('POST', `${PATH}/${plan.id}/gerarPlanejamento`, { segundo_plano: true })
    const { tarefa_id } = (await start()).body
    expect(await start()).toMatchObject({ status: 409, body: { message: 'Este planejamento já está sendo gerado.' } })
    // What came in now would not be in what is written at the end.
    const added = await call('POST', `${PATH}/${plan.id}/addItens`, { mercadoria_id_list: [ids.table] })
    const item = { planejamento_id: plan.id, mercadoria_id: ids.table, falta: 1 }
    const alone = await call('POST', '/api/mrp/planejamento_mercadoria', item)
    const head = await call('PUT', `${PATH}/${plan.id}`, { usa_estoque: false })
    expect([added.status, alone.status, head.status]).toEqual([409, 409, 409])
    await shop.server.runJobs()
    const task = (await call('GET', `/api/sis/tarefa/${tarefa_id}`)).body
    expect(task, JSON.stringify(task)).toMatchObject({
      status: 'concluida',
      resultado: { itens_gerados: expect.any(Number) },
    })
    expect((await call('GET', `${PATH}/${plan.id}`)).body).toMatchObject({ status: 1 })
    expect((await start()).status).toBe(200)
    await shop.server.runJobs()
  })
})

it('working days leave out the local holidays of the company', async () => {
  const chair = (await shop.server.insert('mercadoria', { xProd: 'Cadeira', custo: 4 })).id
  await call('POST', '/api/estoque/mercadoria_planejamento', { mercadoria_id: chair, prazo: 2, tpPrazo: 'uteis' })
  await sell(shop, chair, 1, 20)
  const ordered = async () => itemOf(await generated(shop), chair).data_pedido
  const before = await ordered()
  const made = await call('POST', '/api/financeiro/feriado', { descricao: 'Padroeira', dFeriado: before })
  expect(made.status).toBe(201)
  expect(await ordered()).toBe(previousBusinessDay(addDays(before, -1)))
})
