import { existsSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { counted } from '../../core/br/number'
import { type Api, answerOf, openApi, type Target } from '../api'
import { formOf } from '../commands/call'
import { CommandError, EXIT, misuse, unreachable } from '../exit'
import { Progress, say, warn, writeOut } from '../output'

interface Common extends Target {
  readonly empresa?: string
  readonly dryRun: boolean
  readonly json: boolean
}

export type ImportOptions = Common

export interface ExportOptions extends Common {
  readonly transportadora: string
  readonly vendas?: string
  readonly rota?: string
  readonly versao: string
  readonly confirma: boolean
  readonly saida?: string
}

const PATH = '/api/expedicao/edi'
const NUMBER = /^[1-9]\d{0,8}$/

const taken = v.looseObject({
  id: v.number(),
  tipo: v.string(),
  versao: v.string(),
  linhas: v.number(),
  aplicadas: v.number(),
  pendentes: v.number(),
  divergentes: v.number(),
  ignoradas: v.number(),
  avisos: v.array(v.string()),
})

function assertNumbers(given: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !NUMBER.test(value)) throw misuse(`--${name} é um número.`)
}

const headersOf = ({ empresa }: Common): Record<string, string> =>
  empresa === undefined ? {} : { 'X-Empresa': empresa }

/** Reads carriers' files in, one after the other. One that is refused is told and does not stop the others; the command then ends with 1. */
export async function importFiles(files: readonly string[], options: ImportOptions): Promise<void> {
  assertNumbers({ empresa: options.empresa })
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw unreachable(`O arquivo ${missing} não existe.`)
  const api = await openApi(options)
  const progress = new Progress('Arquivos', files.length)
  let failed = 0
  try {
    for (const [at, file] of files.entries()) {
      progress.show(at, file)
      if (!(await importOne(api, file, options))) failed++
    }
  } finally {
    progress.end()
    await api.close()
  }
  if (failed > 0)
    throw new CommandError(EXIT.refused, `${failed} de ${counted(files.length, 'arquivo', 'arquivos')} não entraram.`)
}

async function importOne(api: Api, file: string, options: ImportOptions): Promise<boolean> {
  const body = formOf([file])
  if (options.dryRun) body.append('simula', '1')
  try {
    const init = { method: 'POST', headers: headersOf(options), body }
    const answer = v.parse(taken, await answerOf(await api.request(PATH, init)))
    if (options.json) await writeOut(`${JSON.stringify({ ...answer, file, data: undefined })}\n`)
    else await tell(file, answer, options.dryRun)
    return true
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== EXIT.refused) throw error
    warn(`${file}: ${error.message}`)
    return false
  }
}

async function tell(file: string, told: v.InferOutput<typeof taken>, dryRun: boolean): Promise<void> {
  const parts = [
    `${counted(told.linhas, 'linha', 'linhas')}${dryRun ? ' (simulado)' : ''}`,
    counted(told.aplicadas, 'aplicada', 'aplicadas'),
    ...(told.pendentes > 0 ? [`${told.pendentes} à espera`] : []),
    ...(told.divergentes > 0 ? [`${told.divergentes} com diferença`] : []),
    ...(told.ignoradas > 0 ? [counted(told.ignoradas, 'já conhecida', 'já conhecidas')] : []),
  ]
  await say(`${file}: ${told.tipo.toUpperCase()} ${told.versao.toUpperCase()}: ${parts.join(', ')}`)
  for (const one of told.avisos) warn(`${file}: ${one}`)
}

const made = v.object({ id: v.number(), arquivo: v.string(), notas: v.number(), intercambio: v.string() })

/** Makes a NOTFIS and writes it to a file. Ends with 1 for what the carrier's file refuses, or asks without `--confirma`. */
export async function exportFile(options: ExportOptions): Promise<void> {
  const { transportadora, vendas, rota, versao, confirma, dryRun } = options
  assertNumbers({ transportadora, rota, empresa: options.empresa })
  const ids = vendas?.split(',').map((one) => one.trim())
  if (ids?.some((one) => !NUMBER.test(one))) throw misuse('--vendas são números separados por vírgula.')
  const api = await openApi(options)
  try {
    const body = JSON.stringify({
      transportadora_id: Number(transportadora),
      vendas: ids?.map(Number) ?? null,
      rota_id: rota === undefined ? null : Number(rota),
      versao,
      confirma,
    })
    const headers = { ...headersOf(options), 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body }
    const answer = await answerOf(await api.request(`${PATH}/geraNOTFIS${dryRun ? '?simula=1' : ''}`, init))
    if (dryRun) await tellTrial(answer, options.json)
    else await save(api, v.parse(made, answer), options)
  } finally {
    await api.close()
  }
}

const trial = v.looseObject({
  efeitos: v.looseObject({ avisos: v.optional(v.array(v.looseObject({ frase: v.string() })), []) }),
})

async function tellTrial(answer: unknown, json: boolean): Promise<void> {
  if (json) return writeOut(`${JSON.stringify(answer)}\n`)
  for (const { frase } of v.parse(trial, answer).efeitos.avisos) await say(`${frase} (simulado)`)
}

/** Downloads what was made to where it is wanted; the standard output has the file alone. */
async function save(api: Api, told: v.InferOutput<typeof made>, options: ExportOptions): Promise<void> {
  const response = await api.request(`${PATH}/${told.id}/conteudo`, { method: 'GET', headers: headersOf(options) })
  if (!response.ok) await answerOf(response)
  const content = await response.text()
  if (options.saida === '-') return writeOut(content)
  const file = options.saida ?? told.arquivo
  writeFileSync(file, content)
  if (options.json) await writeOut(`${JSON.stringify({ ...told, file })}\n`)
  else await say(`${file}: ${counted(told.notas, 'nota', 'notas')}, intercâmbio ${told.intercambio}`)
}
