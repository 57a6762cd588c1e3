import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { resources } from '../../resources'
import { systemCtx } from '../app'
import { rowsOf } from '../context'
import { extended } from '../custom/definitions'
import { list } from './list'

/** What a list tells of all that it finds: totals, groups, counts of views. */

let server: TestServer
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const rows = (statement: string) => server.pool.transaction(SYSTEM, (db) => rowsOf({ db }, sql.raw(statement)))
const get = (path: string, caller = server.admin) => caller('GET', `/api/${path}`)
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await testServer()
  const made = async (name: string, values: object) => (await server.insert(name, { ...values })).id
  const maria = await made('cliente', { xNome: 'Maria Exemplo', UF: 'SP' })
  const jose = await made('cliente', { xNome: 'José Exemplo', UF: 'PR' })
  const tipo_entrada_saida_id = await made('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
  const empresa_id = server.empresa_id
  const away = await made('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra', UF: 'SP' })
  Object.assign(ids, { maria, jose, away })
  const sale = (cliente_id: number, vTotal: string, dhAbertura: string, more: object = {}) =>
    made('venda', { empresa_id, cliente_id, tipo_entrada_saida_id, vTotal, dhAbertura, ...more })
  await sale(maria, '0.10', '2026-10-31 23:59:59')
  await sale(maria, '0.20', '2026-11-01 00:00:00')
  await sale(jose, '1000.01', '2026-11-15 12:00:00')
  await sale(jose, '-5.31', '2026-11-15 12:00:00', { dhCancelamento: '2026-11-16 00:00:00' })
  await sale(maria, '77777.77', '2026-11-15 12:00:00', { empresa_id: away })
  const [kg, un] = [await made('unidade', { un: 'KGT', decimal: 3 }), await made('unidade', { un: 'PCT', decimal: 0 })]
  const planejamento_id = await made('planejamento', { empresa_id, descricao: 'Plano', dIni: '2026-11-01' })
  const item = async (unidade_id: number, quantidade: string) => {
    const mercadoria_id = await made('mercadoria', { xProd: `Item de ${quantidade}`, unidade_id })
    await made('planejamento_mercadoria', { empresa_id, planejamento_id, mercadoria_id, quantidade, falta: '0' })
  }
  await item(kg, '1.2500')
  await item(kg, '0.7500')
  await item(un, '12.0000')
})
afterAll(() => server.close())

/** Filters of every kind, and what SQL says of the same rows. */
const FILTERS: readonly (readonly [name: string, query: () => string, where: () => string])[] = [
  ['none', () => '', () => 'true'],
  ['a value', () => `where=${json({ cliente_id: ids.jose })}`, () => `cliente_id = ${ids.jose}`],
  ['no value', () => `where=${json({ dhCancelamento: null })}`, () => '"dhCancelamento" is null'],
  ['a list', () => `where=${json({ cliente_id: [ids.jose, ids.maria] })}`, () => 'true'],
  ['an empty list', () => `where=${json({ cliente_id: [] })}`, () => 'false'],
  ['a range', () => `between=${json({ vTotal: { ini: 0.2, fim: 2000 } })}`, () => '"vTotal" between 0.2 and 2000'],
  ['a customer by name', () => 'search=maria', () => `cliente_id = ${ids.maria}`],
  ['own filters', () => `custom=${json({ minhas: true })}`, () => 'false'],
  ['a page of one row', () => 'perPage=1&page=2', () => 'true'],
]

describe('where a record stands in a list', () => {
  const ORDERS = ['id', 'vTotal', 'dhCancelamento', 'criado_em']

  it.each(FILTERS)('is its index among all that it finds, in every order: %s', async (_, query) => {
    for (const order of ORDERS)
      for (const sorted of ['asc', 'desc']) {
        const asked = `orderBy=${order}&sortedBy=${sorted}&${query().replace('perPage=1&page=2', '')}`
        const found: { id: number }[] = (await get(`venda?${asked}`)).body.data
        const places: (number | null)[] = []
        for (const { id } of found) places.push((await get(`venda/posicao?registro=${id}&${asked}`)).body.posicao)
        expect(places, asked).toEqual(found.map((_, at) => at))
      }
  })

  it('is told of nothing that the list does not find', async () => {
    const { id } = (await get('venda', await server.user({ roles: ['admin'], empresas: [ids.away ?? 0] }))).body.data[0]
    expect((await get(`venda/posicao?registro=${id}`)).body).toEqual({ posicao: null })
    const own = (await get('venda')).body.data[0].id
    expect((await get(`venda/posicao?registro=${own}&where=${json({ id: own + 1 })}`)).body).toEqual({ posicao: null })
    expect((await get('venda/posicao?registro=x')).status).toBe(400)
  })
})

describe('the totals of a list', () => {
  it.each(FILTERS)('are those of all that it finds, as SQL adds them: %s', async (_, query, where) => {
    const [told] = await rows(
      `select count(*)::int as n, coalesce(sum("vTotal"), 0)::text as s from venda where empresa_id = ${server.empresa_id} and ${where()}`,
    )
    const expected = { total: told?.n, sums: { vTotal: Number(told?.s) } }
    expect((await get(`venda?sums=vTotal&${query()}`)).body).toMatchObject(expected)
    expect((await get(`venda/totais?sums=vTotal&${query()}`)).body).toEqual(expected)
  })

  it('are exact where floats are not', async () => {
    const { body } = await get(`venda?sums=vTotal&where=${json({ cliente_id: ids.maria })}`)
    expect(body.sums.vTotal).toBe(0.3)
  })

  it('never add units to each other', async () => {
    const { body } = await get('mrp/planejamento_mercadoria?sums=quantidade,falta')
    expect(body.sums).toEqual({
      quantidade: [
        { unidade: 'KGT', soma: 2 },
        { unidade: 'PCT', soma: 12 },
      ],
      falta: [],
    })
    expect(body.total).toBe(3)
  })

  it('hold what is computed beside the columns', async () => {
    await server.insert('meta', {
      empresa_id: server.empresa_id,
      descricao: 'Novembro',
      dIni: '2026-11-01',
      dFim: '2026-11-30',
      vMeta: '10',
    })
    expect((await get('comercial/meta?sums=vMeta,vRealizado')).body.sums).toEqual({ vMeta: 10, vRealizado: 0 })
  })

  it("hold nothing of another company, nor what the caller's rows do not hold", async () => {
    const stranger = await server.user({ roles: ['admin'], empresas: [ids.away ?? 0] })
    expect((await get('venda/totais?sums=vTotal', stranger)).body).toEqual({ total: 1, sums: { vTotal: 77777.77 } })
    const { body } = await get(`venda/totais?sums=vTotal&where=${json({ empresa_id: ids.away })}`)
    expect(body).toEqual({ total: 0, sums: { vTotal: 0 } })
  })

  it('take no query more: three at most, for every resource with all its sums', async () => {
    const context = { empresas: [server.empresa_id], timeZone: 'America/Sao_Paulo' }
    for (const resource of resources) {
      const sums = [...Object.entries(resource.fields), ...Object.entries(resource.computed ?? {})]
        .flatMap(([name, { meta }]) => (meta.summed ? [name] : []))
        .join(',')
      let queries = 0
      await server.pool.read(context, async (db) => {
        const counting = new Proxy(db, {
          get: (target, name) => {
            if (name === 'execute') queries++
            return Reflect.get(target, name)
          },
        })
        const ctx = systemCtx(server.services, db, [server.empresa_id], server.empresa_id)
        await extended(ctx, resource)
        await list({ ...ctx, db: counting }, resource, { sums })
      })
      expect(`${resource.name}: ${queries <= 3}`).toBe(`${resource.name}: true`)
    }
  })
})

describe('a list gathered by a field', () => {
  it('by what it refers to: the largest first, with what is shown of it', async () => {
    const { body } = await get('venda/grupos?por=cliente_id&sums=vTotal')
    expect(body).toMatchObject({
      grupos: 2,
      data: [
        { valor: ids.jose, objeto: { id: ids.jose, xNome: 'José Exemplo' }, registros: 2, sums: { vTotal: 994.7 } },
        { valor: ids.maria, registros: 2, sums: { vTotal: 0.3 } },
      ],
    })
  })

  it('by the month of a date, in the company’s time zone, newest first; by a state; by what is empty', async () => {
    const months = (await get('venda/grupos?por=dhAbertura')).body.data
    expect(months.map((one: { valor: string; registros: number }) => [one.valor, one.registros])).toEqual([
      ['2026-11', 3],
      ['2026-10', 1],
    ])
    const states = (await get('venda/grupos?por=status&sums=vTotal')).body.data
    expect(states).toEqual([
      { valor: 0, registros: 3, sums: { vTotal: 1000.31 } },
      { valor: 5, registros: 1, sums: { vTotal: -5.31 } },
    ])
    expect((await get('venda/grupos?por=vendedor_id')).body.data).toMatchObject([{ valor: null, registros: 4 }])
  })

  it('adds up to the list, under the same filter and unit by unit', async () => {
    const query = `sums=quantidade&where=${json({ tipo_acao: 0 })}`
    const { data } = (await get(`mrp/planejamento_mercadoria/grupos?por=planejamento_id&${query}`)).body
    expect(data).toMatchObject([{ registros: 3, sums: (await get(`mrp/planejamento_mercadoria?${query}`)).body.sums }])
  })
})

describe('the counts of views', () => {
  it('are counted together, each as its list counts it', async () => {
    const views = [{}, { where: { dhCancelamento: null } }, { search: 'maria' }, { between: { vTotal: { ini: 1 } } }]
    const { body } = await get(`venda/contagens?visoes=${json(views)}`)
    expect(body.data).toEqual([{ total: 4 }, { total: 3 }, { total: 2 }, { total: 1 }])
    expect((await get(`venda/contagens?visoes=${json([{}])}`)).body.data).toEqual([{ total: 4 }])
  })
})

describe('refused', () => {
  it.each([
    ['422 a field that does not add up', 'venda?sums=cliente_id', 422],
    ['422 a field that is none', 'venda/totais?sums=1;drop', 422],
    ['422 a name of every object', 'venda/totais?sums=__proto__,constructor', 422],
    ['422 a filter that is none, in totals', `venda/totais?sums=vTotal&where=${json({ naoExiste: 1 })}`, 422],
    ['422 no field to gather by', 'venda/grupos', 422],
    ['422 a field that nothing is gathered by', 'venda/grupos?por=vTotal', 422],
    ['422 a hidden name to gather by', 'venda/grupos?por=__proto__', 422],
    ['422 views that are no list', 'venda/contagens?visoes={}', 422],
    ['422 views that are no JSON', 'venda/contagens?visoes=[', 422],
    ['422 too many views', `venda/contagens?visoes=${json(Array.from({ length: 41 }, () => ({})))}`, 422],
    ['422 a view of a field that is none', `venda/contagens?visoes=${json([{ where: { x: 1 } }])}`, 422],
  ])('%s', async (_, path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  it('403 without the right on the list', async () => {
    const other = await server.user({ permissions: ['show fornecedor'] })
    for (const path of ['totais?sums=vTotal', 'grupos?por=cliente_id', 'contagens?visoes=[{}]'])
      expect((await get(`venda/${path}`, other)).status).toBe(403)
  })
})

describe('a long list', () => {
  beforeAll(async () => {
    await rows(`insert into contas_receber (empresa_id, cliente_id, "dEmissao", "dVencimento", "vDup", "vSaldo")
      select ${server.empresa_id}, ${ids.maria}, '2026-11-01', '2026-11-30', 1.01, 0.01 from generate_series(1, 30000) n`)
    const owner = postgres(server.url, { max: 1 })
    await owner`analyze contas_receber`
    await owner.end()
  })

  it('is estimated, without sums; who asks is told both exactly', async () => {
    const { body } = await get('contas_receber?sums=vDup,vSaldo')
    expect(body).toMatchObject({ total_capped: true })
    expect(body.sums).toBeUndefined()
    expect((await get('contas_receber/totais?sums=vDup,vSaldo')).body).toEqual({
      total: 30_000,
      sums: { vDup: 30_300, vSaldo: 300 },
    })
  })

  it('has views that are counted to a thousand, and none that would cost a pass over it', async () => {
    const views = [{}, { where: { obs: 'nenhuma' } }]
    const { body } = await get(`contas_receber/contagens?visoes=${json(views)}`)
    expect(body.data[0]).toEqual({ total: 1000, total_capped: true })
    expect([{ total: 0 }, { total: null }]).toContainEqual(body.data[1])
  })
})
