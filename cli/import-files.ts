import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { counted } from '../core/br/number'
import { type Api, answerOf, openApi, type Target } from './api'
import { formOf } from './commands/call'
import { CommandError, EXIT, misuse, unreachable } from './exit'
import { Progress, say, warn, writeOut } from './output'

/** Commands that read files in: one after the other, each by itself. */

export interface ImportOptions extends Target {
  readonly empresa?: string
}

/** How files that are sent are only tried, and how their answers are written. */
export interface SendOptions extends ImportOptions {
  readonly dryRun: boolean
  readonly json: boolean
}

/** The number of a record. */
export const NUMBER = /^[1-9]\d{0,8}$/

/** Throws exit code 2 for an option that is the number of no record. */
export function assertNumbers(given: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !NUMBER.test(value)) throw misuse(`--${name} é um número.`)
}

/** Which company a call acts in. */
export const companyHeader = ({ empresa }: ImportOptions): Record<string, string> =>
  empresa === undefined ? {} : { 'X-Empresa': empresa }

/**
 * Takes files in, one after the other. One that is refused is told and does not stop the others; the command then ends with 1. Throws exit code 3 where one is not there: nothing
 * is taken in then. `what` is a file's name in words, one and many.
 */
export async function importEach(
  files: readonly string[],
  options: ImportOptions,
  what: readonly [one: string, many: string],
  take: (api: Api, file: string) => Promise<void>,
): Promise<void> {
  assertNumbers({ empresa: options.empresa })
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw unreachable(`O arquivo ${missing} não existe.`)
  const api = await openApi(options)
  const progress = new Progress('Arquivos', files.length)
  let failed = 0
  try {
    for (const [at, file] of files.entries()) {
      progress.show(at, file)
      try {
        await take(api, file)
      } catch (error) {
        if (!(error instanceof CommandError) || error.exitCode !== EXIT.refused) throw error
        warn(`${file}: ${error.message}`)
        failed++
      }
    }
  } finally {
    progress.end()
    await api.close()
  }
  if (failed > 0) throw new CommandError(EXIT.refused, `${failed} de ${counted(files.length, ...what)} não entraram.`)
}

/** Where a file is sent, what its answer looks like and how that is told. */
interface Sending<T> {
  readonly path: string
  /** What goes beside the file; what is undefined does not. */
  readonly beside?: Readonly<Record<string, string | undefined>>
  readonly shape: v.GenericSchema<unknown, T>
  /** What became of it, in words. */
  readonly lines: (answer: T) => readonly string[]
  /** What is wrong with it. */
  readonly notices: (answer: T) => readonly string[]
}

/** Sends one file and tells what became of it. */
export async function sendFile<T extends object>(
  api: Api,
  file: string,
  options: SendOptions,
  { path, beside = {}, shape, lines, notices }: Sending<T>,
): Promise<void> {
  const body = formOf([file])
  for (const [name, value] of Object.entries({ ...beside, simula: options.dryRun ? '1' : undefined }))
    if (value !== undefined) body.append(name, value)
  const init = { method: 'POST', headers: companyHeader(options), body }
  const answer = v.parse(shape, await answerOf(await api.request(path, init)))
  if (options.json) {
    await writeOut(`${JSON.stringify({ ...answer, file, data: undefined })}\n`)
    return
  }
  for (const one of lines(answer)) await say(`${file}: ${one}${options.dryRun ? ' (simulado)' : ''}`)
  for (const one of notices(answer)) warn(`${file}: ${one}`)
}
