import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { bookFaults } from '../../http/books'
import { withDatabase } from '../../http/db/connect'
import { prepare } from '../../http/db/prepare'
import { refused } from '../exit'
import { type RestoreReport, restore } from './restore'

/**
 * Proves that a copy can be restored: into a database of its own on the same server, which is thrown away afterwards; its books are proved there. Nothing else is
 * touched. Throws exit code 1 with what is wrong with it.
 */
export async function drill(url: string, file: string): Promise<RestoreReport> {
  const name = `prumo_ensaio_${randomBytes(6).toString('hex')}`
  const scratch = withDatabase(url, name)
  await onServer(url, `create database ${name}`)
  try {
    await asOwner(scratch, (sql) => prepare(sql, scratch))
    const report = await restore(scratch, file)
    const faults = await asOwner(scratch, bookFaults)
    if (faults.length > 0)
      throw refused(`Os livros da cópia não conferem: ${faults.map(({ rule }) => rule).join('; ')}.`)
    return report
  } finally {
    await onServer(url, `drop database if exists ${name} with (force)`)
  }
}

const onServer = (url: string, statement: string) =>
  asOwner(withDatabase(url, 'postgres'), (sql) => sql.unsafe(statement))

async function asOwner<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 2, connect_timeout: 10, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
