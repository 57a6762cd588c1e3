import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DrizzleSnapshotJSON, generateDrizzleJson } from 'drizzle-kit/api'
import { resources } from '../resources'

const FOLDER = join(import.meta.dirname, 'migrations/snapshot')
const SCHEMA = 'public.'
const fileOf = (key: string) => `${key.slice(SCHEMA.length)}.json`
const keyOf = (file: string) => `${SCHEMA}${file.replace(/\.json$/, '')}`

type Tables = DrizzleSnapshotJSON['tables']

/** The tables as the resources define them now. */
export function definedTables(): Tables {
  const own = resources.filter((one) => !one.view)
  return generateDrizzleJson(Object.fromEntries(own.map((one) => [one.name, one.table]))).tables
}

/** The tables as the last migration left them: one file a table, so that two who add documents at the same time touch none of the same. */
export function snapshotTables(): Tables {
  const tables: Tables = {}
  for (const file of readdirSync(FOLDER)) tables[keyOf(file)] = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
  return tables
}

/** Writes the snapshot anew. */
export function storeSnapshot(tables: Tables): void {
  const files = new Map(Object.entries(tables).map(([key, table]) => [fileOf(key), `${JSON.stringify(table)}\n`]))
  for (const file of readdirSync(FOLDER)) if (!files.has(file)) rmSync(join(FOLDER, file))
  for (const [file, text] of files) writeFileSync(join(FOLDER, file), text)
}

/** A whole description of a database that has these tables and nothing else. */
export const databaseOf = (tables: Tables): DrizzleSnapshotJSON => ({ ...generateDrizzleJson({}), tables })
