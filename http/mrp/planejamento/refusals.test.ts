import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM } from '../../db/pool'
import { generated, itemOf, newPlan, PATH, sell, workshop, type Workshop } from './workshop.fixture'

/** What a plan refuses: what is missing, what lies, and who may not. */

let shop: Workshop
let ids: Workshop['ids']
const call: Workshop['call'] = (...args) => shop.call(...args)
beforeAll(async () => {
  shop = await workshop()
  ids = shop.ids
})
afterAll(() => shop.server.close())

const execute = (id: number, itens: object[]) => call('POST', `${PATH}/${id}/executarAcoes`, { itens })

describe('422, in the words of the specification', () => {
  let plan: { id: number; items: { id: number; mercadoria_id: number }[] }
  let id = 0
  beforeAll(async () => {
    await sell(shop, ids.leg, 33, 20)
    plan = await generated(shop)
    id = itemOf(plan, ids.leg).id
  })
  const check = 'Verifique os campos obrigatórios: falta maior que zero e data do pedido.'
  it.each([
    ['nothing chosen', () => [], 'Nenhum item selecionado.'],
    ['nothing to be done', () => [{ id, tipo_acao: 0 }], 'Nenhum item com ação definida para executar.'],
    ['no need', () => [{ id, falta: 0 }], check],
    ['a negative need', () => [{ id, falta: -5 }], check],
    ['an action without a date', () => [{ id, data_pedido: null }], check],
    ['a day that is none', () => [{ id, data_pedido: '2026-02-30' }], 'Data inválida: use AAAA-MM-DD.'],
    ['a need that is no number', () => [{ id, falta: 'NaN' }], 'Informe um número.'],
    ['the same item twice', () => [{ id }, { id }], 'O mesmo item aparece mais de uma vez.'],
    ['an item of no plan', () => [{ id: 999_999 }], 'Este item não é deste planejamento.'],
  ])('%s', async (_, itens, message) => {
    const answer = await execute(plan.id, itens())
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.body.message).toBe(message)
    expect((await call('GET', `${PATH}_mercadoria/${id}`)).body.dhExecucao).toBeNull()
  })

  it.each([
    ['dates reversed', { dInicio: '2026-12-10', dFim: '2026-12-01' }, { dFim: ['A data final é anterior à inicial.'] }],
    [
      'a horizon past two years',
      { dInicio: '2026-12-10', dFim: '2030-12-01' },
      { dFim: ['O horizonte vai até 730 dias.'] },
    ],
  ])('%s', async (_, values, errors) => {
    expect((await call('POST', PATH, values)).body.errors).toEqual(errors)
  })
})

describe('input that lies', () => {
  it('400 a cycle that got into the composition, named, and the plan stays as it was', async () => {
    const plan = await newPlan(shop)
    await shop.server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`insert into mercadoria_insumo (mercadoria_id, mercadoria_insumo_id, quantidade) values (${ids.screw}, ${ids.table}, 1)`,
      ),
    )
    try {
      const answer = await call('POST', `${PATH}/${plan.id}/gerarPlanejamento`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'bom_cycle' } })
      expect(answer.body.message).toBe('A estrutura tem um ciclo: Mesa → Parafuso → Mesa.')
      expect((await call('GET', `${PATH}/${plan.id}`)).body).toMatchObject({ status: 0, items: [] })
    } finally {
      await shop.server.pool.transaction(SYSTEM, (db) =>
        db.execute(sql`delete from mercadoria_insumo where mercadoria_id = ${ids.screw}`),
      )
    }
  })

  it('400 a composition of a million million, named, and nothing is saved', async () => {
    const [big, part] = [
      await shop.server.insert('mercadoria', { xProd: 'Enorme' }),
      await shop.server.insert('mercadoria', { xProd: 'Grão' }),
    ]
    await call('POST', '/api/estoque/mercadoria_insumo', {
      mercadoria_id: big.id,
      mercadoria_insumo_id: part.id,
      quantidade: 999_999_999,
    })
    const sale = await sell(shop, big.id, 99_999, 30)
    const plan = await newPlan(shop)
    const answer = await call('POST', `${PATH}/${plan.id}/gerarPlanejamento`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_quantity' } })
    expect(answer.body.message).toContain('Grão')
    expect((await call('GET', `${PATH}/${plan.id}`)).body).toMatchObject({ status: 0, items: [] })
    await call('POST', `/api/venda/${sale}/cancela`, { xJust: 'Venda de teste cancelada' })
  })
})

describe('rights', () => {
  it('403 executing without the right to what it would make; a buy without orders becomes a request', async () => {
    await sell(shop, ids.screw, 1000, 40)
    const plan = await generated(shop)
    const body = { itens: [{ id: itemOf(plan, ids.screw).id }] }
    const planner = await shop.server.user({ permissions: ['show planejamento', 'edit planejamento'] })
    expect(await planner('POST', `${PATH}/${plan.id}/executarAcoes`, body)).toMatchObject({ status: 403 })
    const requester = await shop.server.user({ permissions: ['edit planejamento', 'store solicitacao'] })
    const done = await requester('POST', `${PATH}/${plan.id}/executarAcoes`, body)
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ pedido_compra_list: [], solicitacao_list: [{}] })
  })
  it('403 generating with show alone', async () => {
    const plan = await newPlan(shop)
    const reader = await shop.server.user({ permissions: ['show planejamento'] })
    expect((await reader('GET', `${PATH}/${plan.id}`)).status).toBe(200)
    expect((await reader('POST', `${PATH}/${plan.id}/gerarPlanejamento`)).status).toBe(403)
  })
  it('404 for another company, whose sales no plan of ours sees', async () => {
    const plan = await newPlan(shop)
    const other = await shop.server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra' })
    const stranger = await shop.server.user({ roles: ['admin'], empresas: [other.id] })
    for (const path of [`${PATH}/${plan.id}`, `${PATH}/${plan.id}/gerarPlanejamento`])
      expect((await stranger(path.endsWith('gerarPlanejamento') ? 'POST' : 'GET', path)).status).toBe(404)
    const theirs = (await stranger('POST', PATH, {})).body
    expect((await stranger('POST', `${PATH}/${theirs.id}/gerarPlanejamento`)).body).toEqual({ itens_gerados: 0 })
  })
})
