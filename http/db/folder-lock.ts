import { Database } from 'bun:sqlite'
import { join } from 'node:path'

const LOOK_MS = 100

/** Another program held the folder for too long. */
export class FolderBusy extends Error {}

/**
 * Runs work that only one program at a time may do in a folder. The lock is the operating system's own, on the file `.lock`: it goes with the process that holds
 * it, however that ends. Throws `FolderBusy` after `limitMs`.
 */
export async function withFolderLock<T>(folder: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const lock = new Database(join(folder, '.lock'), { create: true })
  try {
    lock.run('pragma busy_timeout = 0')
    for (const until = performance.now() + limitMs; !taken(lock); await Bun.sleep(LOOK_MS))
      if (performance.now() > until) throw new FolderBusy(`Outro programa está abrindo o banco de dados em ${folder}.`)
    return await work()
  } finally {
    lock.close()
  }
}

function taken(lock: Database): boolean {
  try {
    lock.run('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return false
    throw error
  }
}
