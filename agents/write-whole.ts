import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file whole or not at all, for the agent's own user to read: on the disk before it takes its name. `close` is done to it before there is anything to read. Throws what the disk says. */
export function writeWhole(path: string, text: string, close: (path: string) => void = () => undefined): void {
  const part = `${path}.parte`
  rmSync(part, { force: true })
  try {
    const file = openSync(part, 'wx', 0o600)
    try {
      close(part)
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
