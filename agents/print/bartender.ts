import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import { NotBegun, type Printer } from './printer'

const MODEL = /^[^\p{C}"|<>?*]{1,496}\.btw$/iu
/** Of another computer's files, or of Windows' own names for devices. */
const ELSEWHERE = /^[\\/]{2}/

/** The file of BarTender's that a caller names, by itself or by its path; undefined for one that is no model, or lies outside the folder of models. */
export function modelIn(folder: string, name: string): string | undefined {
  if (!MODEL.test(name) || ELSEWHERE.test(name)) return undefined
  const path = win32.resolve(folder, name)
  // Above the folder, on another drive, or a stream behind a file's name.
  return /^\.\.(?:\\|$)|:/.test(win32.relative(folder, path)) ? undefined : path
}

/**
 * Prints by the BarTender that is installed on this PC: its program is run with the model, the data as a file, and the printer, each an argument of its own and no shell between.
 * Once it has begun nobody knows what came out, but by its end. Undefined for what is no model of the folder.
 */
export const bartenderPrinter = (program: string, models: string) => (name: string, printer: string) => {
  const model = modelIn(models, name)
  return model === undefined ? undefined : printerBy(program, model, printer)
}

const printerBy =
  (program: string, model: string, printer: string): Printer =>
  async ({ filename, bytes }, limitMs) => {
    const folder = await mkdtemp(join(tmpdir(), 'prumo-bartender-'))
    try {
      const data = join(folder, filename)
      await writeFile(data, bytes)
      await ended(program, [`/F=${model}`, `/D=${data}`, `/PRN=${printer}`, '/P', '/X'], limitMs)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

async function ended(program: string, args: readonly string[], limitMs: number): Promise<void> {
  const child = spawn(program, [...args], { stdio: 'ignore', windowsHide: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('error', (error) => reject(new NotBegun(`O BarTender não foi encontrado em ${program}.`, { cause: error })))
  child.on('exit', (code) =>
    code === 0 ? resolve() : reject(new Error(`O BarTender terminou com o código ${code ?? 'nenhum'}.`)),
  )
  const late = setTimeout(() => child.kill(), limitMs)
  await promise.finally(() => clearTimeout(late))
}
