import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeWhole } from '../write-whole'

const known = v.object({
  servidor: v.string(),
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

/** Keeps the key, for the user that runs the agent alone to read (0600; on Windows the folder's own rights say who may). Throws what the disk says. */
export const writeKey = (folder: string, key: DeviceKey): void => writeWhole(pathOf(folder), JSON.stringify(key))

/** The key is good no more. Throws what the disk says. */
export const forgetKey = (folder: string): void => rmSync(pathOf(folder), { force: true })
