import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TIME_ZONE } from '../../core/br/time-zone'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { systemCtx } from './app'
import { type Ctx, rowsOf } from './context'
import { badRequest } from './errors'
import { inCompanies } from './in-companies'
import { attempt } from './savepoint'

/** What two companies do together is done in both, and the wall between them stands again afterwards, however it ended. */

let server: TestServer
let here: number
let there: number

beforeAll(async () => {
  server = await testServer()
  here = server.empresa_id
  there = (await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra' })).id
  for (const empresa_id of [here, there])
    await server.insert('armazenamento', { empresa_id, codigo: `L${empresa_id}`, xArmazenamento: 'Local' })
})
afterAll(() => server.close())

/** Work of one company, in a transaction that sees no other. */
const within = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  server.pool.transaction({ empresas: [here], timeZone: TIME_ZONE }, (db) =>
    work(systemCtx(server.services, db, [here], here)),
  )
const seen = async (ctx: Ctx): Promise<number[]> => {
  const rows = await rowsOf(ctx, sql`select empresa_id from armazenamento order by 1`)
  return rows.map(({ empresa_id }) => Number(empresa_id))
}

describe('the wall between companies', () => {
  it('lets both through while the work lasts, by the database and by the engine, and stands again', async () => {
    const told = await within(async (ctx) => [
      await seen(ctx),
      await inCompanies(ctx, [there], async (both) => [await seen(both), both.actor.empresas]),
      await seen(ctx),
    ])
    expect(told).toEqual([
      [here],
      [
        [here, there],
        [here, there],
      ],
      [here],
    ])
  })

  it('stands again where the work was refused, also where only a part of the transaction is taken back', async () => {
    const told = await within(async (ctx) => {
      const refused = () =>
        inCompanies<void>(ctx, [there], () => {
          throw badRequest('Não.', 'no')
        })
      await expect(refused()).rejects.toThrow('Não.')
      const after = await seen(ctx)
      await attempt(ctx, refused)
      return [after, await seen(ctx)]
    })
    expect(told).toEqual([[here], [here]])
  })

  it('stands again for the next who gets the connection, where the database itself ended the transaction', async () => {
    const broken = within((ctx) => inCompanies(ctx, [there], (both) => rowsOf(both, sql`select 1 / 0`)))
    await expect(broken).rejects.toThrow()
    const all = await Promise.all(Array.from({ length: 8 }, () => within(seen)))
    expect(all).toEqual(Array.from({ length: 8 }, () => [here]))
  })

  it('all companies are seen to find out which, and a company that is seen already changes nothing', async () => {
    const told = await within(async (ctx) => [
      await inCompanies(ctx, 'all', seen),
      await inCompanies(ctx, [here], seen),
      await seen(ctx),
    ])
    expect(told).toEqual([[here, there], [here], [here]])
  })
})
