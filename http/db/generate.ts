/**
 * `bun http/db/generate.ts NAME`: compares the resources with the snapshot and writes the migration that lies between, named by the second; what is done to tables that
 * have rows already and would keep others waiting, as a second one that runs beside their work.
 * Read what it wrote before you commit it: a renamed column shows as one dropped and one added.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMigration } from 'drizzle-kit/api'
import { onlineText, parted } from './online'
import { databaseOf, definedTables, snapshotTables, storeSnapshot } from './snapshot'

const folder = join(import.meta.dirname, 'migrations')
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('usage: bun http/db/generate.ts NAME (letters, digits, _)')

const [before, next] = [snapshotTables(), definedTables()]
const statements = await generateMigration(databaseOf(before), databaseOf(next))
const { atOnce, online } = parted(statements, (table) => before[`public.${table}`] === undefined)
const now = Date.now()
write(now, name, atOnce, (lines) => `${lines.join('\n')}\n`)
write(now + 1000, `${name}_ao_lado`, online, onlineText)
if (statements.length === 0) console.log('Nothing changed.')
else {
  storeSnapshot(next)
  execFileSync(join(import.meta.dirname, '../../node_modules/.bin/oxfmt'), [join(folder, 'snapshot')])
}

/** A file named by its second, as 20261125T101500: after the numbered ones of earlier days, and after whatever was made before it on another branch. */
function write(at: number, called: string, lines: readonly string[], text: (lines: readonly string[]) => string): void {
  if (lines.length === 0) return
  const second = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const file = `${second}_${called}.sql`
  writeFileSync(join(folder, file), text(lines))
  console.log(`${file}: ${lines.length} statements`)
}
