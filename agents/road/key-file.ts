import { spawnSync } from 'node:child_process'
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

/** What leaves a file of Windows to its owner, the system and administrators (by their numbers: their names are translated); what its folder would let others do counts no more. */
const closing = (path: string) =>
  ['icacls', path, '/inheritance:r', '/grant:r', '*S-1-3-4:F', '*S-1-5-18:F', '*S-1-5-32-544:F', '/Q'] as const

function closeOnWindows(path: string): void {
  const [program, ...args] = closing(path)
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true })
  if (status !== 0) throw error ?? new Error(`icacls: ${stderr.trim().slice(0, 200)}`)
}

/** Keeps the key, for the user that runs the agent alone to read: 0600, and on Windows by the file's own list of rights. Throws what the disk says. */
export const writeKey = (folder: string, key: DeviceKey, platform = process.platform): void =>
  writeWhole(pathOf(folder), JSON.stringify(key), platform === 'win32' ? closeOnWindows : undefined)

/** The key is good no more. Throws what the disk says. */
export const forgetKey = (folder: string): void => rmSync(pathOf(folder), { force: true })
