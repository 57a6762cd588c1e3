import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { answerOf, openApi, type Target } from '../api'
import { CommandError, EXIT, misuse } from '../exit'
import { say, table, writeOut } from '../output'

interface Options extends Target {
  readonly search?: string
  readonly where?: string
  readonly between?: string
  readonly custom?: string
  readonly page?: string
  readonly perPage?: string
  readonly orderBy?: string
  readonly sortedBy?: string
  readonly data?: string
  readonly file?: string[]
  readonly empresa?: string
  readonly columns?: string
  readonly field?: string
  readonly dryRun: boolean
  readonly json: boolean
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** The options that say where to call; every command that calls the API has them. */
export function withTarget(command: Command): Command {
  return command
    .option('--server <url>', 'chama este servidor em vez do banco de dados local')
    .option('--token <token>', 'token de acesso ao servidor (ou PRUMO_TOKEN, ou prumo login)')
    .option('--user <email>', 'no banco local: age como este usuário (padrão: o primeiro administrador)')
}

export function callCommand(program: Command): void {
  withTarget(program.command('call <metodo> <caminho>'))
    .description('chama qualquer recurso ou ação da API: prumo call GET cliente --search maria')
    .option('--search <texto>', 'busca livre, ou campo:valor;campo:valor')
    .option('--where <json>', 'filtro exato, por exemplo {"empresa_id":1}')
    .option('--between <json>', 'intervalos, por exemplo {"dVencimento":{"ini":"2026-01-01"}}')
    .option('--custom <json>', 'filtros próprios do recurso')
    .option('--page <n>', 'página')
    .option('--per-page <n>', 'linhas por página (até 1000)')
    .option('--order-by <campo>', 'ordem')
    .option('--sorted-by <asc|desc>', 'sentido da ordem')
    .option('--data <json>', 'corpo da chamada; @arquivo lê de um arquivo, - da entrada padrão')
    .option('--file <arquivo...>', 'envia arquivos (multipart, campo file)')
    .option('--empresa <id>', 'age nesta empresa')
    .option('--columns <nomes>', 'colunas da tabela, separadas por vírgula')
    .option('--dry-run', 'só diz o que seria feito: nada é gravado nem enviado', false)
    .option('--field <nome>', 'só este valor da resposta, para scripts: id, data.0.id')
    .option('--json', 'resposta em JSON', false)
    .action(async (method: string, path: string, options: Options) => {
      const request = await requestOf(method.toUpperCase(), options)
      const api = await openApi(options)
      try {
        const answer = await answerOf(await api.request(pathOf(path, options), request))
        await (options.dryRun ? showTrial(answer, options) : show(answer, options))
      } finally {
        await api.close()
      }
    })
}

/** `cliente`, `api/cliente` and `/api/cliente` are the same. */
export function pathOf(path: string, options: Options): string {
  const bare = path.replace(/^\/+/, '')
  const url = new URL(/^(?:api|reporting)\//.test(bare) ? `/${bare}` : `/api/${bare}`, 'http://prumo.invalid')
  const query = {
    search: options.search,
    where: options.where,
    between: options.between,
    custom: options.custom,
    page: options.page,
    perPage: options.perPage,
    orderBy: options.orderBy,
    sortedBy: options.sortedBy,
  }
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  if (options.dryRun) url.searchParams.set('simula', '1')
  return url.pathname + url.search
}

async function requestOf(method: string, options: Options): Promise<RequestInit> {
  if (!METHODS.includes(method)) throw misuse(`Método desconhecido: ${method}. Use ${METHODS.join(', ')}.`)
  const headers = new Headers(options.empresa === undefined ? {} : { 'X-Empresa': options.empresa })
  if (options.file !== undefined) return { method, headers, body: formOf(options.file) }
  if (options.data === undefined) return { method, headers }
  const text = await dataOf(options.data)
  try {
    JSON.parse(text)
  } catch {
    throw misuse('--data não é um JSON válido.')
  }
  headers.set('Content-Type', 'application/json')
  return { method, headers, body: text }
}

async function dataOf(data: string): Promise<string> {
  if (data === '-') return Bun.stdin.text()
  return data.startsWith('@') ? readInput(data.slice(1)).toString('utf8') : data
}

function readInput(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file)
  } catch {
    throw misuse(`Não foi possível ler o arquivo ${file}.`)
  }
}

/** Files as the upload calls take them. */
export function formOf(files: readonly string[]): FormData {
  const form = new FormData()
  for (const file of files) form.append('file', new File([readInput(file)], basename(file)))
  return form
}

type Row = Readonly<Record<string, unknown>>

async function show(answer: unknown, options: Options): Promise<void> {
  if (options.field !== undefined) return say(textOf(valueAt(answer, options.field)))
  if (options.json) return writeOut(`${JSON.stringify(answer)}\n`)
  if (!isList(answer)) return say(JSON.stringify(answer, null, 2))
  const columns = options.columns?.split(',') ?? shownColumns(answer.data)
  await say(table(answer.data, columns))
  const { total, current_page, last_page } = answer
  if (total !== undefined)
    await say(`${String(total)} no total, página ${String(current_page)} de ${String(last_page)}`)
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** What a change that was only tried would do, one thing a line. What changes nothing answers as always. */
async function showTrial(answer: unknown, options: Options): Promise<void> {
  const efeitos = isObject(answer) && answer.simulado === true ? answer.efeitos : undefined
  if (!isObject(efeitos) || options.json || options.field !== undefined) return show(answer, options)
  const lines = Object.values(efeitos).flatMap((list) =>
    Array.isArray(list) ? list.map((one: unknown) => (isObject(one) ? String(one.frase) : '')) : [],
  )
  await say(`Nada foi gravado. ${lines.length === 0 ? 'Não faria nada.' : 'Seria feito:'}`)
  for (const line of lines) await say(`  ${line}`)
}

/** The value at a dotted path; nothing there is a refusal, so that a script stops. */
function valueAt(answer: unknown, path: string): unknown {
  const value = path
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(name) : undefined),
      answer,
    )
  if (value === undefined || value === null) throw new CommandError(EXIT.refused, `A resposta não tem ${path}.`)
  return value
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function isList(answer: unknown): answer is { data: Row[]; total?: number; current_page?: number; last_page?: number } {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
}

const HIDDEN = new Set(['versao', 'criado_em', 'alterado_em'])
const SHOWN = 7

/** The first columns that hold something: a table is for people, `--json` has it all. */
function shownColumns(rows: readonly Row[]): string[] {
  const filled = (name: string) => rows.some((row) => row[name] !== null && typeof row[name] !== 'object')
  return Object.keys(rows[0] ?? { id: 0 })
    .filter((name) => !HIDDEN.has(name) && filled(name))
    .slice(0, SHOWN)
}
