import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../context'
import { allResources, resourceNamed } from '../resource'
import { type Mould, compacted, mouldOf } from './mould'

/** The trail in few bytes: every change that is written down is read back as it was. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = (query: ReturnType<typeof sql>) => server.pool.read(SYSTEM, (db) => rowsOf({ db }, query))

const value = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.boolean(),
  fc.string({ maxLength: 12 }).filter((text) => !text.includes('\0')),
  fc.constantFrom('', '~1', '12', 'é "q" \\', 0.1, 1e15),
  fc.array(fc.record({ id: fc.integer() }), { maxLength: 2 }),
)
const resources = fc.nat().map((at) => allResources()[at % allResources().length] ?? resourceNamed('venda'))

/** What differs from nothing by a mould: what it begins with but for some fields, which have a value of their own. */
function made({ campos, valores }: Mould, own: readonly unknown[]) {
  return campos.flatMap((campo, at) => {
    const para = at < own.length ? own[at] : valores[at]
    return (para ?? null) === null ? [] : [{ campo, de: null, para }]
  })
}

describe('an entry of the trail', () => {
  it('is read back as it was: what was made, what was deleted, what changed, and what is no field', async () => {
    const cases = fc.sample(
      fc.record({
        resource: resources,
        own: fc.array(value, { maxLength: 12 }),
        told: fc.constantFrom('+' as const, '-' as const, '=' as const),
        secret: fc.boolean(),
      }),
      { numRuns: 300, seed: 7 },
    )
    const written = cases.map(({ resource, own, told, secret }) => {
      const mould = mouldOf(resource)
      const all = made(mould, own).map((one) => (told === '-' ? { ...one, de: one.para, para: null } : one))
      const changes = [
        ...(told === '=' ? all.map((one, at) => (at % 3 === 0 ? { ...one, de: 'antes' } : one)) : all),
        ...(secret ? [{ campo: 'roles', de: ['a'], para: ['b'] }] : []),
      ].map((one, at) => (secret && at === 0 && one.campo !== 'roles' ? { ...one, de: {}, para: '(alterado)' } : one))
      return { changes, compacto: compacted(mould, told, changes) }
    })
    const [row] = await ask(
      sql`select jsonb_agg(prumo_campos(null, w.compacto) order by w.at) as campos
          from jsonb_array_elements_text(${JSON.stringify(written.map(({ compacto }) => compacto))}::jsonb) with ordinality w (compacto, at)`,
    )
    const inOrder = (list: readonly { readonly campo: string }[]) =>
      list.toSorted((a, b) => (a.campo < b.campo ? -1 : 1))
    const read: readonly { readonly campo: string }[][] = JSON.parse(JSON.stringify(row?.campos))
    for (const [at, { changes }] of written.entries()) expect(inOrder(read[at] ?? [])).toEqual(inOrder(changes))
  })

  it('is written out where it cannot be told so', () => {
    const mould = mouldOf(resourceNamed('venda'))
    const one = { de: null, para: 1 }
    expect(
      compacted(mould, '=', [
        { campo: 'x', ...one },
        { campo: 'x', ...one },
      ]),
    ).toBeUndefined()
    expect(compacted(mould, '=', [{ campo: '12', ...one }])).toBeUndefined()
  })

  it('of the lines of a sale weighs a sixth of what its changes would, and none is written out', async () => {
    const [cliente_id, tipo_entrada_saida_id] = [
      (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
      (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
    ]
    const goods: object[] = []
    for (let at = 0; at < 10; at++) {
      const { id } = await server.insert('mercadoria', { xProd: `Parafuso sextavado ${at}` })
      goods.push({ mercadoria_id: id, qTrib: at + 1, vUnTrib: 10.5 })
    }
    const sale = await server.admin('POST', '/api/venda', {
      cliente_id,
      tipo_entrada_saida_id,
      venda_mercadorias: goods,
    })
    expect(sale.status, JSON.stringify(sale.body)).toBe(201)
    const [row] = await ask(
      sql`select sum(pg_column_size(a.*))::int as pesa, sum(pg_column_size(prumo_campos(a.campos, a.compacto)))::int as diz, count(*)::int as n, count(campos)::int as escritos
          from auditoria a where recurso = 'venda_mercadoria' and pai_id = ${sale.body.id}`,
    )
    expect(row).toMatchObject({ n: 10, escritos: 0 })
    expect(Number(row?.pesa)).toBeLessThan(Number(row?.diz) / 6)
    const told = (await server.admin('GET', `/api/venda/${sale.body.id}/auditoria`)).body.data
    const line = told.find((one: { recurso: string }) => one.recurso === 'venda_mercadoria')
    expect(line.campos.map((one: { campo: string }) => one.campo)).toEqual(
      expect.arrayContaining(['qTrib', 'vUnTrib', 'vTotal', 'vDesc2', 'pFCPST']),
    )
  })
})
