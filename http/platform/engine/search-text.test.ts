import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../fixtures/test-database'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../context'
import { contains, plainText, searchText } from './search-text'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const ask = (query: ReturnType<typeof sql>) => database.pool.read(SYSTEM, (db) => rowsOf({ db }, query))

describe('the text of a search', () => {
  it('is turned here exactly as the database turns what is stored, letter by letter, or left to the database', async () => {
    const letters = Array.from({ length: 0x24f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at))
    const rows = await ask(
      sql`select l, prumo_busca(l) as stored from jsonb_array_elements_text(${JSON.stringify(letters)}::jsonb) l`,
    )
    expect(rows).toHaveLength(letters.length)
    const turnedHere = (letter: string) => !JSON.stringify(searchText(letter).queryChunks).includes('prumo_busca')
    const wrong = rows.filter((row) => turnedHere(String(row.l)) && plainText(String(row.l)) !== row.stored)
    expect(wrong).toEqual([])
    expect(letters.filter(turnedHere)).toEqual(expect.arrayContaining(['a', 'Ç', 'ã', 'É', 'ü']))
  })

  it.each([
    ['100%', '100% algodão', true],
    ['100%', '100x algodão', false],
    ['a_b', 'a_b', true],
    ['a_b', 'axb', false],
    [String.raw`c:\x`, String.raw`C:\X`, true],
    ['AÇAÍ', 'Polpa de açaí', true],
    ['straße', 'Strasse', true],
    ['œuvre', 'OEUVRE', true],
  ])('%j in %j: %j', async (word, stored, found) => {
    const [row] = await ask(sql`select ${contains(sql`prumo_busca(${stored})`, word)} as found`)
    expect(row?.found).toBe(found)
  })
})

describe('the search of a text', () => {
  it('finds by its index what is fenced by company too, instead of reading every row', async () => {
    const plan = await database.pool.transaction(SYSTEM, async (db) => {
      await rowsOf({ db }, sql`set local enable_seqscan = off`)
      return rowsOf({ db }, sql`explain select id from contas_receber where ${contains(sql`busca`, 'T123456')}`)
    })
    expect(plan.map((row) => String(row['QUERY PLAN'])).join('\n')).toContain('Index Scan on contas_receber_busca_ix')
  })
})
