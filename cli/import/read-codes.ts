import * as v from 'valibot'
import { type CodeTable, codeFields, CST_TAXES } from '../../core/fields/cadastros/tabelas-fiscais'
import { refused } from '../exit'
import { readJson } from './json'

/** A code as an official file has it. `dInicio` and `dFim` are days (YYYY-MM-DD), absent where the file has no such column. */
export interface CodeRow {
  readonly codigo: string
  readonly descricao: string
  readonly imposto?: string
  readonly dInicio?: string | null
  readonly dFim?: string | null
}

export interface CodeList {
  readonly rows: readonly CodeRow[]
  /** The day since which this is the whole table: a code that it lacks is no longer in force. */
  readonly wholeSince?: string
}

const MAX_ROWS = 50_000
const cell = v.nullable(v.union([v.string(), v.number()]))
const tableFile = v.object({
  columns: v.array(v.string()),
  rows: v.pipe(v.array(v.array(cell)), v.maxLength(MAX_ROWS)),
})
/** As the foreign trade portal (Siscomex) gives the NCM: every level of the tree, dotted codes, days as DD/MM/YYYY. */
const ncmFile = v.object({
  Data_Ultima_Atualizacao_NCM: v.optional(v.string(), ''),
  Nomenclaturas: v.pipe(
    v.array(
      v.object({
        Codigo: v.string(),
        Descricao: v.string(),
        Data_Inicio: v.optional(v.string()),
        Data_Fim: v.optional(v.string()),
      }),
    ),
    v.maxLength(MAX_ROWS),
  ),
})
/** The two sheets of the IBS and CBS table of the NF-e portal, row by row. */
const sheetsFile = v.object({
  cst: v.pipe(v.array(v.record(v.string(), cell)), v.maxLength(MAX_ROWS)),
  cClassTrib: v.pipe(v.array(v.record(v.string(), cell)), v.maxLength(MAX_ROWS)),
})

type Table = v.InferOutput<typeof tableFile>
type Cell = v.InferOutput<typeof cell>

/** What columns may be called, without accents, capitals and signs. */
const NAMES = {
  name: ['name', 'nome', 'descricao', 'descricaocclasstrib', 'nomecclasstrib', 'descricaocstibscbs'],
  from: ['from', 'dinicio', 'datainicio', 'dinivig', 'iniciovigencia'],
  to: ['to', 'dfim', 'datafim', 'dfimvig', 'fimvigencia'],
  tax: ['tax', 'imposto'],
} as const

const bare = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()

/** Reads the text of an official file of a table: columns and rows, the NCM of the Siscomex portal, or the IBS and CBS table. Throws exit code 1 naming the line. */
export function readCodes(name: CodeTable, text: string): CodeList {
  const json = readJson(text)
  if (name === 'ncm' && v.is(ncmFile, json)) return readTree(v.parse(ncmFile, json))
  const table = tableOf(name, json)
  if (!table) throw refused(`O arquivo não é uma tabela de ${name}: {"columns": […], "rows": [[…]]}.`)
  return { rows: readTable(name, table) }
}

function tableOf(name: CodeTable, json: unknown): Table | undefined {
  if (v.is(tableFile, json)) return json
  if (!v.is(sheetsFile, json)) return undefined
  const rows = name === 'cst' ? json.cst : json.cClassTrib
  const columns = Object.keys(rows[0] ?? {})
  const list = rows.map((row) => columns.map((column) => row[column] ?? null))
  return name === 'cst'
    ? { columns: [...columns, 'tax'], rows: list.map((row) => [...row, 'IBSCBS']) }
    : { columns, rows: list }
}

function readTable(name: CodeTable, { columns, rows }: Table): CodeRow[] {
  const known = columns.map(bare)
  const find = (names: readonly string[]) => names.map((one) => known.indexOf(one)).find((at) => at !== -1) ?? -1
  const code = find([name, ...(name === 'cst' ? ['cstibscbs'] : []), 'code', 'codigo'])
  const at = { name: find(NAMES.name), from: find(NAMES.from), to: find(NAMES.to), tax: find(NAMES.tax) }
  if (code === -1 || at.name === -1 || (name === 'cst' && at.tax === -1))
    throw refused(`A tabela precisa das colunas code e name${name === 'cst' ? ' e tax' : ''}.`)
  const { max = 0, min = 0 } = codeFields[name].codigo.meta
  const shape = new RegExp(`^\\d{${min},${max}}$`)
  const text = (row: readonly Cell[], place: number) => String(row[place] ?? '').trim()
  // In the table of IBS and CBS, rows without a CST are the legend, and codes that were struck out.
  const cst = find(['cstibscbs', 'cst'])
  return rows.flatMap((row, index) => {
    if (cst !== -1 && text(row, cst) === '') return []
    const [codigo, descricao] = [text(row, code).replaceAll('.', ''), text(row, at.name)]
    const wrong = () => refused(`Linha ${index + 1}: código inválido (${codigo} ${descricao}).`)
    if (descricao === '' || !shape.test(codigo)) throw wrong()
    const imposto = name === 'cst' ? taxOf(text(row, at.tax)) : undefined
    if (name === 'cst' && imposto === undefined) throw wrong()
    return {
      codigo,
      descricao: cut(descricao),
      ...(imposto === undefined ? {} : { imposto }),
      ...(at.from === -1 ? {} : { dInicio: dayOf(text(row, at.from), index) }),
      ...(at.to === -1 ? {} : { dFim: dayOf(text(row, at.to), index) }),
    }
  })
}

const TAX_NAMES: Readonly<Record<string, string>> = { icmssn: 'CSOSN' }

function taxOf(text: string): string | undefined {
  const name = TAX_NAMES[bare(text)] ?? bare(text).toUpperCase()
  return Object.hasOwn(CST_TAXES, name) ? name : undefined
}

const MAX_TEXT = 1000
const cut = (text: string): string => text.slice(0, MAX_TEXT)

/** YYYY-MM-DD or DD/MM/YYYY, with whatever hour; the end of time is no end. */
function dayOf(text: string, index: number): string | null {
  if (text === '') return null
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(text) ?? []
  const iso = year === undefined ? text.slice(0, 10) : `${year}-${month}-${day}`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso) || Number.isNaN(Date.parse(iso)))
    throw refused(`Linha ${index + 1}: data inválida (${text}).`)
  return iso.startsWith('9999') ? null : iso
}

/** Codes of eight digits, each described by its heading and all levels between. */
function readTree({ Nomenclaturas, Data_Ultima_Atualizacao_NCM: told }: v.InferOutput<typeof ncmFile>): CodeList {
  const path: { readonly code: string; readonly text: string }[] = []
  const rows: CodeRow[] = []
  for (const [index, one] of Nomenclaturas.entries()) {
    const code = one.Codigo.replaceAll('.', '').trim()
    if (!/^\d{2,8}$/.test(code)) throw refused(`Linha ${index + 1}: código inválido (${one.Codigo} ${one.Descricao}).`)
    while (path.length > 0 && !code.startsWith(path.at(-1)?.code ?? '')) path.pop()
    path.push({ code, text: one.Descricao.trim() })
    if (code.length !== 8) continue
    const levels = path.filter((level) => level.code.length >= 4)
    rows.push({
      codigo: code,
      descricao: cut(levels.map((level) => level.text).join(' ')),
      dInicio: dayOf(one.Data_Inicio ?? '', index),
      dFim: dayOf(one.Data_Fim ?? '', index),
    })
  }
  const since = /\d{2}\/\d{2}\/\d{4}/.exec(told)?.[0]
  const day = since === undefined ? null : dayOf(since, 0)
  return day === null ? { rows } : { rows, wholeSince: day }
}
