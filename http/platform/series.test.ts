import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { systemCtx } from './app'
import { type Ctx, rowsOf } from './context'
import { gapsOf, letGo, nextNumber, type SeriesKey, startAt } from './series'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let series = 0
/** A series that no test has used. */
const fresh = (): SeriesKey => ({ empresa_id: server.empresa_id, tpDoc: 1, serie: ++series, tpAmb: 1 })
const run = <T>(work: (ctx: Ctx) => Promise<T>, empresas: readonly number[] = [server.empresa_id]) =>
  server.pool.transaction({ empresas, timeZone: 'America/Sao_Paulo' }, (db) =>
    work(systemCtx(server.services, db, empresas, empresas[0] ?? 0)),
  )
const take = (key: SeriesKey, registro_id = 1) => run((ctx) => nextNumber(ctx, key, { recurso: 'venda', registro_id }))

describe('a series', () => {
  it('gives twenty who ask at once the numbers 1 to 20: none twice, none missing', async () => {
    const key = fresh()
    const given = await Promise.all(Array.from({ length: 20 }, (_, at) => take(key, at)))
    expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(await run((ctx) => gapsOf(ctx, key))).toEqual([])
  })

  it('has no gap whoever rolls back: their number goes to the next', async () => {
    const key = fresh()
    const attempts = Array.from({ length: 20 }, (_, at) =>
      run(async (ctx) => {
        const number = await nextNumber(ctx, key, { recurso: 'venda', registro_id: at })
        if (at % 3 === 0) throw new Error('the sale was refused')
        return number
      }).catch(() => undefined),
    )
    const given = (await Promise.all(attempts)).filter((one) => one !== undefined)
    expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1))
  })

  it('is held to the commit: who comes next waits, and gets the number that was given back', async () => {
    const key = fresh()
    const [holding, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = run(async (ctx) => {
      await nextNumber(ctx, key, { recurso: 'venda', registro_id: 1 })
      holding.resolve()
      await decided.promise
      throw new Error('rolled back')
    }).catch(() => 'rolled back')
    await holding.promise
    let second: number | undefined
    const waiting = take(key).then((number) => (second = number))
    await Bun.sleep(100)
    expect(second).toBeUndefined()
    decided.resolve()
    expect([await first, await waiting]).toEqual(['rolled back', 1])
  })

  it('lists the gaps that are left when numbers are let go of or jumped over, whatever the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant('take'), fc.constant('letGo'), fc.integer({ min: 1, max: 5 })), {
          maxLength: 25,
        }),
        async (steps) => {
          const key = fresh()
          const kept = new Set<number>()
          let last = 0
          await run(async (ctx) => {
            for (const step of steps)
              if (step === 'take') kept.add((last = await nextNumber(ctx, key, { recurso: 'venda', registro_id: 1 })))
              else if (step === 'letGo') {
                const [one] = kept
                if (one === undefined) continue
                await letGo(ctx, key, one)
                kept.delete(one)
              } else if (last > 0) {
                await startAt(ctx, key, last + 1 + step)
                last += step
              }
          })
          const gaps = await run((ctx) => gapsOf(ctx, key))
          const listed = gaps.flatMap(({ de, ate }) => Array.from({ length: ate - de + 1 }, (_, at) => de + at))
          expect(listed).toEqual(Array.from({ length: last }, (_, at) => at + 1).filter((one) => !kept.has(one)))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('begins where another system stopped, without gaps below; 409 back, 400 beyond nine digits', async () => {
    const key = fresh()
    await run((ctx) => startAt(ctx, key, 1001))
    await run((ctx) => startAt(ctx, key, 1501))
    expect([await take(key), await take(key)]).toEqual([1501, 1502])
    expect(await run((ctx) => gapsOf(ctx, key))).toEqual([])
    await expect(run((ctx) => startAt(ctx, key, 1502))).rejects.toMatchObject({ status: 409 })
    await expect(run((ctx) => startAt(ctx, key, 0))).rejects.toMatchObject({ status: 400 })
    await run((ctx) => startAt(ctx, key, 999_999_999))
    expect(await take(key)).toBe(999_999_999)
    await expect(take(key)).rejects.toMatchObject({ status: 400, code: 'series_full' })
  })

  it('is one company’s: trial and production, kinds and companies count apart, and a stranger takes none', async () => {
    const key = fresh()
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(61), xNome: 'Outra' })
    const theirs = { ...key, empresa_id: other.id }
    const numbers = [await take(key), await take({ ...key, tpAmb: 2 }), await take({ ...key, tpDoc: 2 })]
    expect([
      ...numbers,
      await run((ctx) => nextNumber(ctx, theirs, { recurso: 'venda', registro_id: 1 }), [other.id]),
    ]).toEqual([1, 1, 1, 1])
    await expect(take(theirs)).rejects.toThrow()
    const rewrite = run((ctx) => rowsOf(ctx, sql`update numeracao_numero set registro_id = 2`))
    await expect(rewrite).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})
