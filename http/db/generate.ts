/**
 * `bun http/db/generate.ts NAME`: compares the resources with the snapshot and writes the migration that lies between, named by the second.
 * Read what it wrote before you commit it: a renamed column shows as one dropped and one added.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMigration } from 'drizzle-kit/api'
import { databaseOf, definedTables, snapshotTables, storeSnapshot } from './snapshot'

const folder = join(import.meta.dirname, 'migrations')
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('usage: bun http/db/generate.ts NAME (letters, digits, _)')

const next = definedTables()
const statements = await generateMigration(databaseOf(snapshotTables()), databaseOf(next))
if (statements.length === 0) console.log('Nothing changed.')
else {
  // 20261125T101500: after the numbered ones of earlier days, and after whatever was made before it on another branch.
  const second = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const file = `${second}_${name}.sql`
  writeFileSync(join(folder, file), `${statements.join('\n')}\n`)
  storeSnapshot(next)
  execFileSync(join(import.meta.dirname, '../../node_modules/.bin/oxfmt'), [join(folder, 'snapshot')])
  console.log(`${file}: ${statements.length} statements`)
}
