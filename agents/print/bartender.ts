import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotBegun, type Printer } from './printer'

/** What a caller may name as a model: a file of BarTender's. */
export const isModel = (name: string): boolean => /^[^\p{C}"|<>?*]{1,496}\.btw$/iu.test(name)

/**
 * Prints by the BarTender that is installed on this PC: its program is run with the model, the data as a file, and the printer, each an argument of its own and no shell between.
 * Once it has begun nobody knows what came out, but by its end.
 */
export const bartenderPrinter =
  (program: string) =>
  (model: string, printer: string): Printer =>
  async ({ filename, bytes }, limitMs) => {
    if (!isModel(model)) throw new NotBegun(`“${model}” não é um modelo do BarTender (.btw).`)
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
