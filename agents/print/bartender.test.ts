import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bartenderPrinter, isModel } from './bartender'
import { NotBegun } from './printer'

/** BarTender is run as the program that it is: its arguments are arguments, whatever they are made of. */

let folder: string
const program = () => join(folder, 'bartend')
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-btw-'))
  // Writes down what it was given, each argument on its line, and the data.
  writeFileSync(
    program(),
    `#!/bin/sh\nfor one in "$@"; do printf '%s\\n' "$one" >> '${folder}/args'; case "$one" in /D=*) cat "\${one#/D=}" > '${folder}/data';; esac; done\ntest ! -e '${folder}/fails'\n`,
  )
  chmodSync(program(), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

const paper = { id: 'a', filename: 'a.csv', bytes: new TextEncoder().encode('NOME;PESO\nção;1') }

describe.skipIf(process.platform === 'win32')('BarTender', () => {
  it('is run with model, data and printer, each an argument of its own and none a command', async () => {
    await bartenderPrinter(program())('C:\\etq\\a; touch x $(id).btw', 'Zebra "1"')(paper, 5_000)
    const args = readFileSync(join(folder, 'args'), 'utf8').split('\n')
    expect(args[0]).toBe('/F=C:\\etq\\a; touch x $(id).btw')
    expect(args.slice(2, 5)).toEqual(['/PRN=Zebra "1"', '/P', '/X'])
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('NOME;PESO\nção;1')
  })

  it('has begun nothing where it is not there, or the model is none; what it failed at nobody knows', async () => {
    const failed = (work: Promise<void>) => work.catch((error: unknown) => error)
    expect(await failed(bartenderPrinter('/nada/bartend')('a.btw', 'Z')(paper, 1_000))).toBeInstanceOf(NotBegun)
    expect(await failed(bartenderPrinter(program())('a.exe', 'Z')(paper, 1_000))).toBeInstanceOf(NotBegun)
    writeFileSync(join(folder, 'fails'), '')
    const told = await failed(bartenderPrinter(program())('a.btw', 'Z')(paper, 5_000))
    expect([told instanceof NotBegun, String(told)]).toEqual([false, 'Error: O BarTender terminou com o código 1.'])
  })

  it('knows a model by its ending', () => {
    expect(['a.btw', 'C:\\x\\é.BTW', 'a.btw\n/P', 'a.exe', '.btw'].map(isModel)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
