import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { systemCtx } from '../app'
import type { Ctx } from '../context'
import { resourceNamed } from '../resource'
import { addLines } from './create'
import { keepParents, type Parents, tellParents } from './parents'
import { load } from './write'

/** What becomes of a document because one of its lines was written by itself is in its history and told to open screens. */

let server: TestServer
const heard: { resource: string; id: number }[] = []
let product = 0
let supplier = 0
let unlisten: () => Promise<void>
beforeAll(async () => {
  server = await testServer()
  product = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  supplier = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
  unlisten = await server.pool.listen('prumo_changed', (payload) => heard.push(JSON.parse(payload)))
})
afterAll(async () => {
  await unlisten()
  await server.close()
})

const LINES = '/api/compras/pedido_compra_mercadoria'
let order: { id: number; pedido_compra_mercadorias: { id: number }[] }

/** An order of 13.75 in two lines. */
beforeEach(async () => {
  const made = await server.admin('POST', '/api/compras/pedido_compra', {
    fornecedor_id: supplier,
    pedido_compra_mercadorias: [
      { mercadoria_id: product, qTrib: 5, vUnTrib: 1.75 },
      { mercadoria_id: product, qTrib: 1, vUnTrib: 5 },
    ],
  })
  expect(made).toMatchObject({ status: 201, body: { vTotal: 13.75 } })
  order = made.body
})

interface Told {
  readonly recurso: string
  readonly acao: string
  readonly campos: readonly { readonly campo: string; readonly de: unknown; readonly para: unknown }[]
}

/** The totals that the document's own changes tell of, oldest first. */
async function totals(path: string, field = 'vTotal'): Promise<unknown[]> {
  const { data }: { data: Told[] } = (await server.admin('GET', `${path}/auditoria`)).body
  const name = path.split('/').at(-2)
  return data
    .toReversed()
    .filter((one) => one.recurso === name && one.acao !== 'create')
    .map(({ campos }) => campos.filter((one) => one.campo === field).map(({ de, para }) => [de, para]))
}

const path = () => `/api/compras/pedido_compra/${order.id}`
const lineIds = () => order.pedido_compra_mercadorias.map((one) => one.id)

/** Waits until screens have heard all that was done so far: a change of another record is told after those before it. */
async function allHeard(): Promise<void> {
  const { id } = await server.insert('fornecedor', { xNome: 'Outro' })
  await expect.poll(() => heard.some((one) => one.resource === 'fornecedor' && one.id === id)).toBe(true)
}

/** How often screens hear of the order while this is done. */
async function toldOf(work: () => Promise<unknown>): Promise<number> {
  await allHeard()
  const before = heard.length
  await work()
  await allHeard()
  return heard.slice(before).filter((one) => one.resource === 'pedido_compra' && one.id === order.id).length
}

const inCtx = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  server.pool.transaction(SYSTEM, (db) => work(systemCtx(server.services, db, [server.empresa_id], server.empresa_id)))

describe('a line written by itself', () => {
  it('changed: the total of its document is in the history, and told once', async () => {
    const [line] = lineIds()
    expect(await toldOf(() => server.admin('PUT', `${LINES}/${line}`, { qTrib: 10 }))).toBe(1)
    expect(await totals(path())).toEqual([[[13.75, 22.5]]])
  })

  it('added', async () => {
    const line = { pedido_compra_id: order.id, mercadoria_id: product, qTrib: 1, vUnTrib: 1 }
    expect(await toldOf(() => server.admin('POST', LINES, line))).toBe(1)
    expect(await totals(path())).toEqual([[[13.75, 14.75]]])
  })

  it('removed', async () => {
    const [line] = lineIds()
    expect(await toldOf(() => server.admin('DELETE', `${LINES}/${line}`))).toBe(1)
    expect(await totals(path())).toEqual([[[13.75, 5]]])
  })

  it('several removed at once: one entry', async () => {
    expect(await toldOf(() => server.admin('DELETE', LINES, { ids: lineIds() }))).toBe(1)
    expect(await totals(path())).toEqual([[[13.75, 0]]])
  })

  it('added by the program', async () => {
    const rows = [{ mercadoria_id: product, qTrib: '2', vUnTrib: '3' }]
    const parent = { id: order.id, empresa_id: server.empresa_id }
    const add = (ctx: Ctx) => addLines(ctx, resourceNamed('pedido_compra_mercadoria'), parent, rows)
    expect(await toldOf(() => inCtx(add))).toBe(1)
    expect(await totals(path())).toEqual([[[13.75, 19.75]]])
  })

  it('that changes nothing of its document leaves it alone', async () => {
    const [line] = lineIds()
    expect(await toldOf(() => server.admin('PUT', `${LINES}/${line}`, { dPrevista: '2026-12-24' }))).toBe(0)
    expect(await totals(path())).toEqual([])
  })
})

it('a document saved with its lines has one entry', async () => {
  const [id] = lineIds()
  const save = () => server.admin('PUT', path(), { obs: 'Urgente', pedido_compra_mercadorias: [{ id, qTrib: 10 }] })
  expect(await toldOf(save)).toBe(1)
  expect(await totals(path())).toEqual([[[13.75, 17.5]]])
})

it('a discount on the items of a sale is in the history of the sale', async () => {
  const cliente_id = (await server.insert('cliente', { xNome: 'Cliente' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })).id
  const venda_mercadorias = [{ mercadoria_id: product, qTrib: 1, vUnTrib: 100 }]
  const sale = await server.admin('POST', '/api/venda', { cliente_id, tipo_entrada_saida_id, venda_mercadorias })
  const sent = await server.admin('POST', `/api/venda/${sale.body.id}/aplicaDescontoItens`, {
    vDesc: 10,
    id_list: sale.body.venda_mercadorias.map((one: { id: number }) => one.id),
  })
  expect(sent.status).toBe(200)
  expect(await totals(`/api/venda/${sale.body.id}`)).toEqual([[[100, 90]]])
})

it('what a line below a line changes is told of every document above', async () => {
  const made = await server.admin('POST', '/api/producao/ordem_producao', {
    ordem_producao_mercadoria_list: [{ mercadoria_id: product, qTrib: 1 }],
  })
  const [goods] = made.body.ordem_producao_mercadoria_list
  await inCtx(async (ctx) => {
    const kept: Parents = new Map()
    const insumos = resourceNamed('ordem_producao_mercadoria_insumo')
    await keepParents(ctx, insumos, await load(ctx, resourceNamed('ordem_producao_mercadoria'), goods.id), kept)
    await ctx.db.execute(sql`update ordem_producao set obs = 'Refeita' where id = ${made.body.id}`)
    await ctx.db.execute(sql`update ordem_producao_mercadoria set un = 'PC' where id = ${goods.id}`)
    await tellParents(ctx, kept)
  })
  const orderPath = `/api/producao/ordem_producao/${made.body.id}`
  expect(await totals(orderPath, 'obs')).toEqual([[[null, 'Refeita']]])
  expect(await totals(`/api/producao/ordem_producao_mercadoria/${goods.id}`, 'un')).toEqual([[[null, 'PC']]])
})

it('a record that is no line costs no further query', async () => {
  await inCtx(async (ctx) => {
    const kept: Parents = new Map()
    const db = new Proxy(ctx.db, {
      get: () => {
        throw new Error('A query was made.')
      },
    })
    await keepParents({ ...ctx, db }, resourceNamed('fornecedor'), undefined, kept)
    await tellParents({ ...ctx, db }, kept)
  })
})
