import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../fixtures/test-database'
import { pgCode } from './faults'
import { SYSTEM } from './pool'
import { storeCopies } from './prepare'

let database: TestDatabase
let owner: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  owner = postgres(database.url, { max: 2, onnotice: () => undefined })
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

const stored = () => owner`select *, xmin::text from prumo_copia_pessoal order by de, recurso, campo`

describe('what the database reads of people in documents', () => {
  it('is what the areas name', async () => {
    const rows = await stored()
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.find(({ recurso }) => recurso === 'rota_venda')).toMatchObject({
      de: 'cliente',
      campo: 'venda_id',
      documento: 'venda',
      pessoa: 'cliente_id',
      campos: ['xNome', 'xOcorrencia', 'xEnder', 'lon', 'lat'],
    })
  })

  it('is written anew where a definition changed, and left alone where none did', async () => {
    const before = await stored()
    await storeCopies(owner)
    expect(await stored()).toEqual(before)

    await owner`update prumo_copia_pessoal set campos = '{obs}' where recurso = 'venda'`
    await owner`delete from prumo_copia_pessoal where recurso = 'entrada'`
    await owner`insert into prumo_copia_pessoal values ('cliente', 'nada', 'cliente_id', null, null, '{obs}')`
    await storeCopies(owner)
    const without = (rows: readonly postgres.Row[]) => rows.map((row) => ({ ...row, xmin: '' }))
    expect(without(await stored())).toEqual(without(before))
  })

  it('cannot be read or written by the application: it may not choose which history goes', async () => {
    const refused = (query: string) =>
      database.pool
        .transaction(SYSTEM, (db) => db.execute(sql.raw(query)))
        .then(
          () => 'done',
          (error: unknown) => pgCode(error),
        )
    expect(await refused('select * from prumo_copia_pessoal')).toBe('42501')
    expect(await refused(`insert into prumo_copia_pessoal values ('cliente', 'x', 'y', null, null, '{}')`)).toBe(
      '42501',
    )
  })
})
