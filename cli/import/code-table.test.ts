import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { testServices } from '../../fixtures/test-services'
import { SYSTEM } from '../../http/db/pool'
import { systemCtx } from '../../http/platform/app'
import { rowsOf } from '../../http/platform/context'
import { sql } from 'drizzle-orm'
import { importCodes } from './code-table'
import '../../http/resources'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const load = (rows: unknown, name: 'ncm' | 'cfop' = 'ncm', columns = ['ncm', 'name']) =>
  database.pool.transaction(SYSTEM, (db) =>
    importCodes(systemCtx(testServices(database.pool), db, [], 0), name, JSON.stringify({ columns, rows })),
  )

describe('a table of codes', () => {
  it('is loaded once; changed descriptions are written, nothing is removed', async () => {
    expect(
      await load([
        ['00000000', 'Sem NCM'],
        ['01012100', 'Cavalos'],
      ]),
    ).toBe(2)
    expect(await load([['01012100', 'Cavalos']])).toBe(0)
    expect(await load([['01012100', 'Cavalos vivos']])).toBe(1)
    const rows = await database.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select codigo, descricao, versao from ncm order by 1`),
    )
    expect(rows).toEqual([
      { codigo: '00000000', descricao: 'Sem NCM', versao: 1 },
      { codigo: '01012100', descricao: 'Cavalos vivos', versao: 2 },
    ])
  })

  it('refuses a file of another shape, and writes nothing of one with a wrong line', async () => {
    await expect(load([['1102', 'Compra']], 'cfop', ['nome'])).rejects.toThrow('colunas code e name')
    await expect(
      load(
        [
          ['1102', 'Compra'],
          ['110', 'Curto'],
        ],
        'cfop',
        ['code', 'name'],
      ),
    ).rejects.toThrow('Linha 2')
    await expect(load('nada')).rejects.toThrow('não é uma tabela')
    const [row] = await database.pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select count(*)::int as n from cfop`))
    expect(row).toEqual({ n: 0 })
  })
})
