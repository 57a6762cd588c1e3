/**
 * `bun http/db/generate.ts NAME`: compares the resources with the last snapshot and writes the next migration.
 * Read what it wrote before you commit it: a renamed column shows as one dropped and one added.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { resources } from '../resources'

const folder = join(import.meta.dirname, 'migrations')
const snapshotFile = join(folder, 'snapshot.json')
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('usage: bun http/db/generate.ts NAME (letters, digits, _)')

const next = generateDrizzleJson(Object.fromEntries(resources.map((one) => [one.name, one.table])))
const statements = await generateMigration(previous(), next)
if (statements.length === 0) console.log('Nothing changed.')
else {
  const number = String(readdirSync(folder).filter((file) => file.endsWith('.sql')).length).padStart(4, '0')
  writeFileSync(join(folder, `${number}_${name}.sql`), `${statements.join('\n')}\n`)
  writeFileSync(snapshotFile, `${JSON.stringify(next)}\n`)
  console.log(`${number}_${name}.sql: ${statements.length} statements`)
}

function previous(): DrizzleSnapshotJSON {
  try {
    const stored: DrizzleSnapshotJSON = JSON.parse(readFileSync(snapshotFile, 'utf8'))
    return stored
  } catch {
    return generateDrizzleJson({})
  }
}
