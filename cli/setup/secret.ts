import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../http/settings'

/** The key that stored secrets are encrypted with: PRUMO_SECRET, else one generated into PRUMO_DATA and kept. */
export function secretOf(settings: Pick<Settings, 'secret' | 'dataDir'>): string {
  if (settings.secret) return settings.secret
  const file = join(settings.dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(settings.dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

/** A password that can be read aloud: 20 letters and digits without look-alikes, about 98 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const picked: string[] = []
  while (picked.length < 20)
    for (const byte of randomBytes(40))
      // Bytes beyond the last whole multiple would make some letters likelier.
      if (byte < 248 && picked.length < 20) picked.push(letters[byte % letters.length] ?? '')
  return picked.join('').replace(/(.{5})(?=.)/g, '$1-')
}
