import { expect, it } from 'vitest'
import { sources } from '../../fixtures/definitions'

/** The oldest PostgreSQL that a company may bring is 16. `PRUMO_TEST_POSTGRES` runs the suite on one; what only newer ones know is found here, without it. */
const NEWER = [
  /returning\s[^`]*\b(?:old|new)\./i, // 18
  /\buuidv7\(/i, // 18
  /\bjson_table\(/i, // 17
  /\bmerge_action\(/i, // 17
]

it('no statement asks for what a PostgreSQL 16 does not know', () => {
  const found = [...sources('http'), ...sources('cli'), ...sources('fixtures')].flatMap(({ path, text }) =>
    NEWER.filter((form) => form.test(text)).map((form) => `${path}: ${form.source}`),
  )
  expect(found).toEqual([])
})
