import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Samples } from '../../fixtures/samples'
import { type Caller, testServer, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import '../resources'
import { allResources, type Resource } from '../platform/resource'
import { documentResources } from './related'

/** Every way from a document to another, made from the definitions: each is told on both its sides, and to those alone who may see the other. */

let server: TestServer
let samples: Samples
beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
})
afterAll(() => server.close())

interface Way {
  readonly name: string
  readonly from: Resource
  readonly to: Resource
  /** The resource that holds the reference: the document, or one of its lists. */
  readonly holder: Resource
  readonly field: string
}

const documents = documentResources()
const holders = (document: Resource): readonly Resource[] => [
  document,
  ...allResources().filter((one) => one.parent?.resource === document.name),
]
const WAYS: readonly Way[] = documents.flatMap((from) =>
  holders(from).flatMap((holder) =>
    Object.entries(holder.fields).flatMap(([field, { meta }]) => {
      const to = documents.find((one) => one.name === meta.ref)
      const owns = holder !== from && holder.parent?.field === field
      return to === undefined || owns ? [] : [{ name: `${holder.name}.${field}`, from, to, holder, field }]
    }),
  ),
)

async function put(resource: Resource, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`)
  await server.pool.transaction(SYSTEM, (db) =>
    db.execute(sql`update ${sql.identifier(resource.name)} set ${sql.join(sets, sql`, `)} where id = ${id}`),
  )
}

interface Told {
  readonly recurso: string
  readonly id: number
}

async function told(call: Caller, { paths }: Resource, id: number): Promise<readonly string[]> {
  const { status, body } = await call('GET', `/api/${paths[0]}/${id}/relacionados`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.map((one: Told) => `${one.recurso} ${one.id}`)
}

/** A document that names another, in itself or in a line of it. */
async function linked({ from, to, holder, field }: Way): Promise<{ readonly a: number; readonly b: number }> {
  const [a, b] = [(await samples.record(from)).id, (await samples.record(to)).id]
  const held = holder === from ? a : (await samples.record(holder)).id
  await put(holder, held, { [field]: b, ...(holder === from ? {} : { [holder.parent?.field ?? '']: a }) })
  return { a, b }
}

describe('documents that name one another', () => {
  it.each(WAYS.map((way) => [way.name, way] as const))('%s is told on both sides', async (_, way) => {
    const { a, b } = await linked(way)
    expect(await told(server.admin, way.from, a)).toContain(`${way.to.name} ${b}`)
    expect(await told(server.admin, way.to, b)).toContain(`${way.from.name} ${a}`)
  })

  it('there are ways of every kind', () => {
    expect(WAYS.length).toBeGreaterThan(12)
    expect(documents.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'orcamento',
        'venda',
        'entrada',
        'pedido_compra',
        'solicitacao',
        'nfe_compra',
        'rota',
        'contas_receber',
        'contas_pagar',
      ]),
    )
  })

  it('a title and the document that it came from; what a step made and its maker', async () => {
    const find = (name: string) => documents.find((one) => one.name === name) ?? expect.fail(name)
    const [venda, receber, pedido, entrada] = ['venda', 'contas_receber', 'pedido_compra', 'entrada'].map(find)
    if (!venda || !receber || !pedido || !entrada) return
    const [sale, due] = [(await samples.record(venda)).id, (await samples.record(receber)).id]
    await put(receber, due, { documento: 'venda', documento_id: sale })
    expect(await told(server.admin, venda, sale)).toContain(`contas_receber ${due}`)
    expect(await told(server.admin, receber, due)).toContain(`venda ${sale}`)
    const [order, entry] = [(await samples.record(pedido)).id, (await samples.record(entrada)).id]
    const step = await server.insert('lancamento', {
      empresa_id: server.empresa_id,
      documento: 'pedido_compra',
      documento_id: order,
      passo: 'finaliza',
      dh: '2026-11-20 10:00:00',
      dados: {},
    })
    await put(entrada, entry, { origem_id: step.id })
    expect(await told(server.admin, pedido, order)).toContain(`entrada ${entry}`)
    expect(await told(server.admin, entrada, entry)).toContain(`pedido_compra ${order}`)
  })
})

describe('who may not see a document', () => {
  it('is not told of it; another company’s is nowhere', async () => {
    const way = WAYS.find(({ name }) => name === 'orcamento.venda_id') ?? expect.fail('no way')
    const { a, b } = await linked(way)
    const quotes = await server.user({ permissions: ['show venda_orcamento'] })
    expect(await told(quotes, way.from, a)).toEqual([])
    expect((await quotes('GET', `/api/venda/${b}/relacionados`)).status).toBe(403)
    const both = await server.user({ permissions: ['show venda_orcamento', 'show venda'] })
    expect(await told(both, way.from, a)).toEqual([`venda ${b}`])
    const away = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra', UF: 'SP' })
    const stranger = await server.user({ roles: ['admin'], empresas: [away.id] })
    expect((await stranger('GET', `/api/orcamento/${a}/relacionados`)).status).toBe(404)
  })

  it('reads what it is called, where it stands and where it opens', async () => {
    const way = WAYS.find(({ name }) => name === 'orcamento.venda_id') ?? expect.fail('no way')
    const { a, b } = await linked(way)
    const { body } = await server.admin('GET', `/api/orcamento/${a}/relacionados`)
    expect(body.data).toEqual([
      {
        recurso: 'venda',
        id: b,
        texto: `Venda nº ${b}`,
        busca: String(b),
        detalhe: 'R$ 0,00',
        situacao: { palavra: 'Aberta', tom: 'ambar', marca: null },
        caminho: `/ui/comercial/venda/edit/${b}`,
      },
    ])
  })
})
