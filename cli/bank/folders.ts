import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unreachable } from '../exit'

/** Folders into which banks' programs put files: what was taken in goes into a folder of it. */

const DONE = 'lidos'

/** The files that are named, and those of the folders that are, by name; hidden ones and what is being written (`.tmp`, `.part`) are left. Throws exit code 3 for what is not there. */
export function filesIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw unreachable(`O arquivo ou a pasta ${path} não existe.`)
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { withFileTypes: true })
      .filter((one) => one.isFile() && !/^\.|\.(?:tmp|part)$/i.test(one.name))
      .map((one) => join(path, one.name))
      .toSorted()
  })
}

/** Puts a file that was taken in into the folder for it, under its name, or the name and a number where that is taken. */
export function setAside(file: string): void {
  const folder = join(dirname(file), DONE)
  mkdirSync(folder, { recursive: true })
  const name = basename(file)
  let to = join(folder, name)
  for (let n = 2; existsSync(to); n += 1) to = join(folder, `${name}.${n}`)
  renameSync(file, to)
}

/** What is told of a file that the account's own transmission hands to the bank: the one that was written is a copy. */
export const goesByItself = (entrega: string | null | undefined): string =>
  entrega === null || entrega === undefined ? '' : ', vai ao banco pela transmissão da conta'
