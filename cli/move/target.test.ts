import { describe, expect, it } from 'vitest'
import { type TargetFacts, targetFaults } from './target'

describe('a database that Prumo cannot be moved into', () => {
  const fit: TargetFacts = {
    user: 'ana',
    database: 'prumo',
    version: 180_004,
    encoding: 'UTF8',
    ordersAlike: true,
    isReplica: false,
    isReadOnly: false,
    mayCreate: true,
    mayGiveRole: true,
    lacksExtensions: [],
    foreignTables: 0,
  }
  it.each([
    [{ version: 150_018 }, /PostgreSQL 15: o Prumo precisa do 16/],
    [{ isReplica: true }, /réplica/],
    [{ ordersAlike: false }, /builtin_locale 'C.UTF-8'/],
    [{ ordersAlike: false, version: 160_004 }, /lc_ctype 'C.UTF-8'/],
    [{ lacksExtensions: ['unaccent'] }, /postgresql-contrib/],
  ])('is refused for its kind: %j', (odd, words) => {
    expect(targetFaults(fit)).toEqual([])
    expect(JSON.stringify(targetFaults({ ...fit, ...odd }))).toMatch(words)
  })
})
