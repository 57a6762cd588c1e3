import { generateMigration } from 'drizzle-kit/api'
import { describe, expect, it } from 'vitest'
import { knownMigrations } from './migrate'
import { databaseOf, definedTables, snapshotTables } from './snapshot'

const NUMBERED = 29
const BY_SECOND = /^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d[0-5]\d_[a-z0-9_]+\.sql$/

describe('the snapshot of the tables', () => {
  it('is what the resources define: a definition that changed without its migration fails here', async () => {
    const missing = await generateMigration(databaseOf(snapshotTables()), databaseOf(definedTables()))
    expect(missing).toEqual([])
    expect(snapshotTables()).toEqual(definedTables())
  })
})

describe('names of migrations', () => {
  it('are the UTC second in which each was made, but those of before, which stay', () => {
    const names = knownMigrations().map(({ name }) => name)
    expect(names.slice(0, NUMBERED).filter((name) => !/^00[0-2]\d_/.test(name))).toEqual([])
    expect(names.slice(NUMBERED).filter((name) => !BY_SECOND.test(name))).toEqual([])
    expect(new Set(names.slice(NUMBERED).map((name) => name.slice(0, 15))).size).toBe(names.length - NUMBERED)
  })
})
