import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { counted } from '../../core/br/number'
import { type Api, answerOf, openApi, type Target } from '../api'
import { formOf } from '../commands/call'
import { CommandError, EXIT, misuse, unreachable } from '../exit'
import { Progress, say, warn, writeOut } from '../output'

export interface ImportOfxOptions extends Target {
  readonly conta?: string
  readonly empresa?: string
  readonly confirma: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

const account = v.looseObject({
  conta: v.string(),
  linhas: v.number(),
  novas: v.number(),
  conhecidas: v.number(),
  saldos: v.number(),
  faltas: v.array(v.object({ n: v.number(), fitid: v.string(), motivo: v.string() })),
  avisos: v.array(v.string()),
})
const taken = v.looseObject({ file: v.string(), contas: v.array(account) })

const NUMBER = /^[1-9]\d{0,8}$/

/** Reads statements in, one after the other. A file that is refused is told and does not stop the others; the command then ends with 1. */
export async function importOfx(files: readonly string[], options: ImportOfxOptions): Promise<void> {
  for (const name of ['conta', 'empresa'] as const)
    if (options[name] !== undefined && !NUMBER.test(options[name])) throw misuse(`--${name} é um número.`)
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw unreachable(`O arquivo ${missing} não existe.`)
  const api = await openApi(options)
  const progress = new Progress('Extratos', files.length)
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
    throw new CommandError(EXIT.refused, `${failed} de ${counted(files.length, 'extrato', 'extratos')} não entraram.`)
}

async function importOne(api: Api, file: string, options: ImportOfxOptions): Promise<boolean> {
  const { conta, empresa, confirma, dryRun, json } = options
  const body = formOf([file])
  if (conta !== undefined) body.append('banco_id', conta)
  if (confirma) body.append('confirma', '1')
  if (dryRun) body.append('simula', '1')
  const headers: Record<string, string> = empresa === undefined ? {} : { 'X-Empresa': empresa }
  try {
    const path = '/api/financeiro/extrato_banco/upload_ofx'
    const answer = v.parse(taken, await answerOf(await api.request(path, { method: 'POST', headers, body })))
    if (json) await writeOut(`${JSON.stringify({ ...answer, file, data: undefined })}\n`)
    else await tell(file, answer, dryRun)
    return true
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== EXIT.refused) throw error
    warn(`${file}: ${error.message}`)
    return false
  }
}

async function tell(file: string, { contas }: v.InferOutput<typeof taken>, dryRun: boolean): Promise<void> {
  for (const { conta, novas, conhecidas, saldos, faltas, avisos } of contas) {
    const parts = [
      `${counted(novas, 'linha nova', 'linhas novas')}${dryRun ? ' (simulado)' : ''}`,
      counted(conhecidas, 'já conhecida', 'já conhecidas'),
      ...(saldos > 0 ? [counted(saldos, 'linha de saldo', 'linhas de saldo')] : []),
    ]
    await say(`${file}: ${conta}: ${parts.join(', ')}`)
    for (const one of faltas) warn(`${file}: lançamento ${one.n} não lido: ${one.motivo}`)
    for (const one of avisos) warn(`${file}: ${one}`)
  }
}
