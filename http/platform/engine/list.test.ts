import { type SQL, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { resources } from '../../resources'
import { systemCtx } from '../app'
import { rowsOf } from '../context'
import { resourceNamed } from '../resource'
import { extended } from '../custom/definitions'
import { list } from './list'
import { readListQuery, whereOf } from './query'

let server: TestServer
const get = (query: string) => server.admin('GET', `/api/cliente?${query}`)
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

beforeAll(async () => {
  server = await testServer()
  const people = ['Ágata Souza', 'Bruno Lima', 'Conceição Áquila', 'Danilo Ação', 'Érica Nóbrega']
  for (const [at, xNome] of people.entries())
    await server.insert('cliente', {
      xNome,
      UF: at % 2 === 0 ? 'SP' : 'PR',
      limite_credito: `${at * 100}.50`,
      ativo: at !== 3,
    })
})
afterAll(() => server.close())

const names = (body: { data: { xNome: string }[] }) => body.data.map((one) => one.xNome)

describe('a list', () => {
  it('answers the page, its place and the total; newest first', async () => {
    const { body } = await get('perPage=2&page=2')
    expect(body).toMatchObject({ last_page: 3, current_page: 2, total: 5 })
    expect(names(body)).toEqual(['Conceição Áquila', 'Bruno Lima'])
  })

  it('searches its main fields ignoring case and accents, every word', async () => {
    expect(names((await get('search=aquila')).body)).toEqual(['Conceição Áquila'])
    expect(names((await get('search=ACAO%20danilo')).body)).toEqual(['Danilo Ação'])
    expect(names((await get('search=100%25')).body)).toEqual([])
  })

  it('finds two letters at the beginning, inside, after a sign and at the end of a word', async () => {
    expect(names((await get('search=%C3%A1g')).body)).toEqual(['Ágata Souza'])
    expect(names((await get('search=uz')).body)).toEqual(['Ágata Souza'])
    expect(names((await get('search=ca%20no')).body)).toEqual(['Érica Nóbrega'])
    const made = await server.insert('cliente', { xNome: 'Loja S/A-4 (q7)' })
    for (const two of ['a4', '/a', 'q7', 's/', 'a-'])
      expect([two, names((await get(`search=${encodeURIComponent(two)}`)).body).includes('Loja S/A-4 (q7)')]).toEqual([
        two,
        two !== 'a4',
      ])
    await server.admin('DELETE', `/api/cliente/${made.id}`)
  })

  it('joins field:value pairs, and or or', async () => {
    expect(names((await get('search=UF:SP;xNome:erica')).body)).toEqual(['Érica Nóbrega'])
    expect((await get('search=xNome:erica;xNome:bruno&searchJoin=or')).body.total).toBe(2)
  })

  it('filters exactly, by list, by range, and orders as people expect', async () => {
    expect((await get(`where=${json({ ativo: false })}`)).body.total).toBe(1)
    expect((await get(`where=${json({ UF: ['SP', 'RJ'] })}`)).body.total).toBe(3)
    expect((await get(`between=${json({ limite_credito: { ini: 100, fim: '300.50' } })}`)).body.total).toBe(3)
    expect(names((await get('orderBy=xNome&sortedBy=asc')).body)[0]).toBe('Ágata Souza')
    expect(names((await get('orderBy=xNome&sortedBy=desc')).body)[0]).toBe('Érica Nóbrega')
  })

  it('shows amounts as numbers and dates in the company time zone', async () => {
    const [row] = (await get('search=bruno')).body.data
    expect(row.limite_credito).toBe(100.5)
    expect(row.criado_em).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  })

  it('clamps perPage to 1000', async () => {
    expect((await get('perPage=999999')).body.data).toHaveLength(5)
  })
})

describe('422 a question that cannot be answered', () => {
  it.each([
    ['an unknown field to search', 'search=naoExiste:1'],
    ['an unknown field to filter', `where=${json({ naoExiste: 1 })}`],
    ['a hidden name', `where=${json({ __proto__x: 1 })}`],
    ['an unknown order', 'orderBy=senha'],
    ['a direction that is none', 'sortedBy=up'],
    ['a page that is none', 'page=-1'],
    ['where that is no object', 'where=[1]'],
    ['where that is no JSON', 'where=%7Bx'],
    ['a number that is none', `where=${json({ limite_credito: 'abc' })}`],
    ['an unknown custom filter', `custom=${json({ x: 1 })}`],
  ])('%s', async (_, query) => {
    expect(await get(query)).toMatchObject({ status: 422, body: { code: 'validation' } })
  })

  it('never a 5xx for odd input', async () => {
    for (const query of [
      "search=';drop table cliente;--",
      'search=%00',
      'search=\\',
      'page=1e99',
      `where=${json({ id: '1 or 1=1' })}`,
      `search=${'a'.repeat(500)}`,
    ])
      expect((await get(query)).status).toBeLessThan(500)
  })
})

describe('the query budget', () => {
  it('is three queries a list at most, for every resource, however many references it shows', async () => {
    const context = { empresas: [server.empresa_id], timeZone: 'America/Sao_Paulo' }
    for (const resource of resources) {
      let queries = 0
      await server.pool.read(context, async (db) => {
        const counting = new Proxy(db, {
          get: (target, name) => {
            if (name === 'execute') queries++
            return Reflect.get(target, name)
          },
        })
        const ctx = systemCtx(server.services, db, [server.empresa_id], server.empresa_id)
        // Whose session it is knows which fields its company added.
        await extended(ctx, resource)
        await list({ ...ctx, db: counting }, resource, {})
      })
      expect(`${resource.name}: ${queries <= 3}`).toBe(`${resource.name}: true`)
    }
  })
})

describe('what the records of a list show', () => {
  it('is asked by one statement, planned no more than a few times, however they are found', async () => {
    const asked = ['', 'a', 'lima', 'souza', 'agata', 'bruno', 'erica', 'danilo', 'conceicao', 'nobrega']
    await server.pool.read({ empresas: [server.empresa_id], timeZone: 'America/Sao_Paulo' }, async (db) => {
      const ctx = systemCtx(server.services, db, [server.empresa_id], server.empresa_id)
      const plans = async () => {
        const [row] = await rowsOf(
          ctx,
          sql`select count(*)::int as statements, coalesce(sum(custom_plans), 0)::int as anew, coalesce(sum(generic_plans), 0)::int as once
            from pg_prepared_statements where statement like '%from "cliente" t where t."id" = any%left join%'`,
        )
        return row
      }
      for (const search of asked)
        for (const sortedBy of ['asc', 'desc']) await list(ctx, resourceNamed('cliente'), { search, sortedBy })
      const told = await plans()
      expect(told).toMatchObject({ statements: 1 })
      expect(Number(told?.anew)).toBeLessThanOrEqual(5)
      expect(Number(told?.once)).toBeGreaterThanOrEqual(asked.length)
    })
  })
})

describe('a search through a reference', () => {
  it('finds the same rows as it is asked where few match and where many do', async () => {
    const [first] = (await get('search=agata')).body.data
    const type = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
    for (const cliente_id of [first.id, first.id, first.id + 1])
      await server.insert('venda', { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id: type.id })
    const found = async (search: string) =>
      server.pool.read({ ...SYSTEM, empresas: [server.empresa_id] }, async (db) => {
        const ctx = systemCtx(server.services, db, [server.empresa_id], server.empresa_id)
        const query = readListQuery(ctx, resourceNamed('venda'), { search })
        const ids = async (filters: readonly SQL[] | undefined) =>
          (await rowsOf(ctx, sql`select t.id from venda t ${whereOf(filters ?? [])} order by t.id`)).map(
            (row) => row.id,
          )
        return { few: await ids(query.filters), many: await ids(query.filtersOfMany) }
      })
    for (const [search, count] of [
      ['gata sou', 2],
      ['lima', 1],
      ['nobody', 0],
    ] as const) {
      const { few, many } = await found(search)
      expect(few).toHaveLength(count)
      expect(many).toEqual(few)
    }
  })
})

describe('a long list', () => {
  beforeAll(async () => {
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`insert into fabricante (descricao) select 'Fabricante ' || lpad(n::text, 6, '0') from generate_series(1, 30000) n`,
      ),
    )
    const owner = postgres(server.url, { max: 1 })
    await owner`analyze fabricante`
    await owner.end()
  })

  it('counts to ten thousand and then estimates, saying so', async () => {
    const { body } = await server.admin('GET', '/api/estoque/fabricante')
    expect(body.total_capped).toBe(true)
    expect(body.total).toBeGreaterThan(25_000)
  })

  it('finds every row once over deep pages, whatever the order', async () => {
    for (const order of ['orderBy=id&sortedBy=desc', 'orderBy=descricao&sortedBy=asc']) {
      const pages = await Promise.all(
        [25, 26, 27].map((page) => server.admin('GET', `/api/estoque/fabricante?perPage=1000&page=${page}&${order}`)),
      )
      const seen = pages.flatMap(({ body }) =>
        body.data.map((one: { descricao: string }) => Number(one.descricao.slice(-6))),
      )
      const first = order.includes('desc&') || order.includes('sortedBy=desc') ? 30_000 - 24_000 : 24_001
      expect(seen[0]).toBe(first)
      expect(new Set(seen).size).toBe(3_000)
    }
  })
})
