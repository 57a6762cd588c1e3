import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readKey, writeKey } from './key-file'

/** Who may read the key. Windows' program of rights is a script that writes down what it was asked. */

const key = { servidor: 'https://erp.exemplo.com.br', nome: 'Balcão', chave: 'agente_chave-de-teste-bem-comprida' }
let folder: string
let tools: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-chave-'))
  tools = mkdtempSync(join(tmpdir(), 'prumo-icacls-'))
  vi.stubEnv('PATH', `${tools}:${process.env['PATH']}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  rmSync(tools, { recursive: true })
})

function icacls(script: string): void {
  writeFileSync(join(tools, 'icacls'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(tools, 'icacls'), 0o755)
}

describe.skipIf(process.platform !== 'linux')('the key', () => {
  it('is its user’s alone, and of no other server', () => {
    writeKey(folder, key)
    expect([statSync(join(folder, 'chave.json')).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['chave.json']])
    expect([readKey(folder, key.servidor), readKey(folder, 'https://outro.exemplo')]).toEqual([key, undefined])
  })

  it('is closed to others on Windows before there is anything to read in it', () => {
    icacls(`wc -c < "$1" > ${tools}/bytes; echo "$@" > ${tools}/asked`)
    writeKey(folder, key, 'win32')
    expect(readFileSync(join(tools, 'bytes'), 'utf8').trim()).toBe('0')
    expect(readFileSync(join(tools, 'asked'), 'utf8').trim()).toBe(
      `${join(folder, 'chave.json')}.parte /inheritance:r /grant:r *S-1-3-4:F *S-1-5-18:F *S-1-5-32-544:F /Q`,
    )
    expect(readKey(folder, key.servidor)).toEqual(key)
  })

  it('that cannot be closed is not written, and nothing is left of it', () => {
    icacls('echo "Acesso negado." >&2; exit 5')
    expect(() => writeKey(folder, key, 'win32')).toThrow('icacls: Acesso negado.')
    expect(readdirSync(folder)).toEqual([])
  })
})
