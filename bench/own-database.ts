import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Database, openDatabase } from '../http/db/connect'

interface OwnDatabase {
  readonly database: Database
  /** A connection of its owner, for bare SQL. */
  readonly owner: postgres.Sql
  /** It was made just now: nothing is in it. */
  readonly isFresh: boolean
}

/** Opens the database that benchmarks keep in `.tmp/NAME`, and makes it on first use. */
export async function ownDatabase(name: string): Promise<OwnDatabase> {
  const dataDir = join(import.meta.dirname, '../.tmp', name)
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const isFresh = !existsSync(join(dataDir, 'pg'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  return { database, owner: postgres(database.url, { max: 1, onnotice: () => undefined }), isFresh }
}

/** Runs a statement, and tells how long it took. */
export type Step = (name: string, statement: string) => Promise<void>

/** Opens one that is the same every time: filled on first use, and anew where it does not hold what it should. */
export async function filledDatabase(
  name: string,
  isFilled: (owner: postgres.Sql) => Promise<boolean>,
  fill: (step: Step) => Promise<void>,
): Promise<Database> {
  const { database, owner, isFresh } = await ownDatabase(name)
  if (isFresh || !(await isFilled(owner)))
    await fill(async (step, statement) => {
      const from = performance.now()
      await owner.unsafe(statement)
      console.error(`${step}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
    })
  await owner.end()
  return database
}
