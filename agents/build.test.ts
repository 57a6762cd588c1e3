import { createHash } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readManifest, targetOf } from '../core/agent'
import { VERSION } from '../core/version'
import { type ScaleSimulator, startScale } from '../fixtures/simulators/scale'

/** The program as it is given out: one file for this machine, built, listed, and run without the runtime or the source beside it. */

// On the disk: a hundred megabytes.
const place = join(import.meta.dirname, '../.tmp')
let folder: string
let scale: ScaleSimulator
beforeAll(() => {
  mkdirSync(place, { recursive: true })
  folder = mkdtempSync(join(place, 'agente-'))
  scale = startScale()
  scale.says = [Uint8Array.from('\u000201234\u0003', (character) => character.charCodeAt(0))]
})
afterAll(() => {
  scale.stop()
  rmSync(folder, { recursive: true })
})

it('is built, told in the manifest as it is, says its version, and tries its scales', async () => {
  const target = targetOf(process.platform, process.arch) ?? 'linux-x64'
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts'), folder, target], {
    encoding: 'utf8',
  })
  expect([built.status, built.stdout]).toEqual([0, expect.stringContaining(`ok    prumo-agente-${target}`)])
  const manifest = readManifest(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  const [program] = manifest?.programas ?? []
  const path = join(folder, program?.arquivo ?? '')
  const bytes = readFileSync(path)
  expect([manifest?.versao, program?.bytes, program?.sha256]).toEqual([
    VERSION,
    bytes.length,
    createHash('sha256').update(bytes).digest('hex'),
  ])
  expect(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout).toBe(`prumo-agente ${VERSION}\n`)
  const config = join(folder, 'agente.json')
  const balancas = [{ nome: 'Balcão', protocolo: 'toledo-prt1', tcp: `127.0.0.1:${scale.port}` }]
  writeFileSync(config, JSON.stringify({ origens: ['https://erp.exemplo.com.br'], token: 'x'.repeat(16), balancas }))
  const child = spawn(path, ['doctor', '--config', config])
  let told = ''
  child.stdout.on('data', (chunk) => (told += String(chunk)))
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
  expect(told).toBe('ok    Balcão: 1,234 kg\n')
}, 60_000)
