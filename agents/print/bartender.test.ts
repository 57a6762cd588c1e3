import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bartenderPrinter, modelIn } from './bartender'
import { NotBegun, type Printer } from './printer'

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
  const MODELS = 'C:\\etq'
  const printer = (name: string, by = program()): Printer => {
    const found = bartenderPrinter(by, MODELS)(name, 'Zebra "1"')
    if (!found) throw new Error(`${name} is no model.`)
    return found
  }

  it('is run with model, data and printer, each an argument of its own and none a command', async () => {
    await printer('a; touch x $(id).btw')(paper, 5_000)
    const args = readFileSync(join(folder, 'args'), 'utf8').split('\n')
    expect(args[0]).toBe('/F=C:\\etq\\a; touch x $(id).btw')
    expect(args.slice(2, 5)).toEqual(['/PRN=Zebra "1"', '/P', '/X'])
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('NOME;PESO\nção;1')
  })

  it('has begun nothing where it is not there; what it failed at nobody knows', async () => {
    const failed = (work: Promise<void>) => work.catch((error: unknown) => error)
    expect(await failed(printer('a.btw', '/nada/bartend')(paper, 1_000))).toBeInstanceOf(NotBegun)
    writeFileSync(join(folder, 'fails'), '')
    const told = await failed(printer('a.btw')(paper, 5_000))
    expect([told instanceof NotBegun, String(told)]).toEqual([false, 'Error: O BarTender terminou com o código 1.'])
  })

  it.each([
    ['a.btw', 'C:\\etq\\a.btw'],
    ['volumes/é.BTW', 'C:\\etq\\volumes\\é.BTW'],
    ['c:\\ETQ\\a.btw', 'c:\\ETQ\\a.btw'],
    ['C:/etq/volumes/../a.btw', 'C:\\etq\\a.btw'],
  ])('finds %s in the folder of models', (name, path) => expect(modelIn(MODELS, name)).toBe(path))

  it.each([
    'a.exe',
    '.btw',
    'a.btw\n/P',
    '..\\a.btw',
    'volumes/../../a.btw',
    'C:\\a.btw',
    'C:\\etqs\\a.btw',
    'D:\\etq\\a.btw',
    'D:a.btw',
    '\\etqs\\a.btw',
    '\\\\servidor\\etq\\a.btw',
    '//servidor/etq/a.btw',
    '\\\\?\\C:\\etq\\a.btw',
    'a.txt:b.btw',
  ])('%j is no model', (name) => expect(bartenderPrinter(program(), MODELS)(name, 'Zebra')).toBeUndefined())
})
