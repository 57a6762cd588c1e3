import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Denied, type Place } from './place'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * A folder of the server that a bank's program empties: each company has its own beneath the one that the server's settings name, made where it is not there. Throws Denied
 * where it cannot be.
 */
export async function folderOf(base: string, empresa_id: number, pasta: string): Promise<Place> {
  const folder = join(base, String(empresa_id), pasta)
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Denied('A pasta não pode ser criada no servidor.', { cause: error })
  })
  return {
    // It has been made.
    check: () => Promise.resolve(),
    read: async (name) => {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw new Denied('A pasta não pode ser lida no servidor.', { cause: error })
      }
    },
    write: async (name, bytes) => {
      const file = await open(join(folder, name), 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    rename: async (from, to) => {
      await rename(join(folder, from), join(folder, to)).catch((error: unknown) => {
        throw new Denied('O arquivo não pode ser gravado na pasta do servidor.', { cause: error })
      })
      const at = await open(folder, 'r')
      await at.sync().finally(() => at.close())
    },
  }
}
