import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const known = v.object({
  servidor: v.string(),
  agente_id: v.number(),
  nome: v.string(),
  chave: v.pipe(v.string(), v.regex(/^agente_[\w-]{20,100}$/)),
})
/** What an agent is paired as, and the key that it comes with. */
export type DeviceKey = v.InferOutput<typeof known>

const pathOf = (folder: string): string => join(folder, 'chave.json')

/** The key that this agent has for a server; undefined where it has none, or one of another server. */
export function readKey(folder: string, servidor: string): DeviceKey | undefined {
  try {
    const { success, output } = v.safeParse(known, JSON.parse(readFileSync(pathOf(folder), 'utf8')))
    return success && output.servidor === servidor ? output : undefined
  } catch {
    return undefined
  }
}

/** Keeps the key, for the user that runs the agent alone to read (0600; on Windows the folder's own rights say who may). Whole, or not at all. */
export function writeKey(folder: string, key: DeviceKey): void {
  mkdirSync(folder, { recursive: true })
  const part = `${pathOf(folder)}.parte`
  rmSync(part, { force: true })
  writeFileSync(part, JSON.stringify(key), { mode: 0o600 })
  chmodSync(part, 0o600)
  renameSync(part, pathOf(folder))
}

/** The key is good no more. */
export const forgetKey = (folder: string): void => rmSync(pathOf(folder), { force: true })
