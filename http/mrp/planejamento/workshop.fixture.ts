import { expect } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { checkPlan } from '../../../core/mrp/check'
import { planCompany } from '../../../core/mrp/plan'
import { planInputOf } from '../../../core/mrp/plan-sources'
import { type Answer, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { systemCtx } from '../../platform/app'
import { systemClock } from '../../platform/context'
import { sourcesOf } from './explain'

export const PATH = '/api/mrp/planejamento'
export const today = systemClock(SYSTEM.timeZone).today()

type Names = 'table' | 'leg' | 'screw' | 'supplier' | 'customer' | 'sale' | 'entry' | 'place'

/** A company that makes tables of legs and screws: five legs in stock, screws bought by fifties of one supplier. */
export interface Workshop {
  readonly server: TestServer
  readonly call: TestServer['admin']
  readonly ids: Readonly<Record<Names, number>>
}

export async function workshop(): Promise<Workshop> {
  const server = await testServer()
  const call: TestServer['admin'] = (...args) => server.admin(...args)
  const unit = await server.insert('unidade', { un: 'UN', decimal: 0 })
  const product = async (xProd: string) =>
    (await server.insert('mercadoria', { xProd, unidade_id: unit.id, custo: 4 })).id
  const place = await server.insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'A1',
    xArmazenamento: 'Principal',
    padrao: true,
  })
  const ids = {
    table: await product('Mesa'),
    leg: await product('Perna'),
    screw: await product('Parafuso'),
    supplier: (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id,
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo', CNPJ_CPF: '52998224725' })).id,
    sale: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
    entry: (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id,
    place: place.id,
  }
  await call('PUT', `/api/mercadoria/${ids.table}`, {
    mercadoria_insumos: [
      { mercadoria_insumo_id: ids.leg, quantidade: 4 },
      { mercadoria_insumo_id: ids.screw, quantidade: 8 },
    ],
  })
  await call('POST', '/api/estoque/mercadoria_planejamento', {
    mercadoria_id: ids.screw,
    fornecedor_id: ids.supplier,
    tpLote: 'MULT',
    qLote: 50,
  })
  // Five legs in stock.
  const entry = await call('POST', '/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.entry,
    entrada_mercadorias: [{ mercadoria_id: ids.leg, qCom: 5, vUnCom: 3 }],
  })
  expect((await call('POST', `/api/entrada/${entry.body.id}/finaliza`)).status).toBe(200)
  return { server, call, ids }
}

/** A sale of a product, due in so many days. */
export async function sell(
  { call, ids }: Workshop,
  mercadoria_id: number,
  qTrib: number,
  days: number,
): Promise<number> {
  const made = await call('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sale,
    dEntrega: addDays(today, days),
    venda_mercadorias: [{ mercadoria_id, qTrib, vUnTrib: 100 }],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}

export async function newPlan({ call }: Workshop, values: object = {}) {
  const made = await call('POST', PATH, { descricao: 'Teste', ...values })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}

/** A plan that was generated, and proven by the independent checker from the sources that were kept with it. */
export async function generated(shop: Workshop, values: object = {}) {
  const { server, call } = shop
  const plan = await newPlan(shop, values)
  const answer = await call('POST', `${PATH}/${plan.id}/gerarPlanejamento`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.itens_gerados).toBeGreaterThanOrEqual(0)
  await server.pool.read(SYSTEM, async (db) => {
    const sources = await sourcesOf(systemCtx(server.services, db, [server.empresa_id], server.empresa_id), plan.id)
    if (!sources) throw new Error('No sources were kept.')
    const input = planInputOf(sources)
    expect(checkPlan(input, planCompany(input)).violations).toEqual([])
  })
  return (await call('GET', `${PATH}/${plan.id}`)).body
}

export const itemOf = (plan: Answer['body'], mercadoria_id: number): Answer['body'] =>
  plan.items.find((one: { mercadoria_id: number }) => one.mercadoria_id === mercadoria_id)
