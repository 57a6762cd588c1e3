import { CoreError } from '../../core/errors'
import { CsvReader, type CsvRecord } from '../../core/tabular/csv'
import { encodingOf } from '../../core/tabular/encoding'
import { headerRow, type KnownColumn, mapColumns } from '../../core/tabular/header'
import { type MarkCount, provenMark, readDecimal } from '../../core/tabular/number'
import { decoderOf } from '../../http/platform/decoder'
import { misuse, refused } from '../exit'

/** A title to settle as a file names it: by its number in the system, or by its own. Amounts are decimal text. */
export interface NamedTitle {
  readonly id?: number
  readonly numero?: string
  readonly vPago?: string
  readonly vJuros?: string
  readonly vMulta?: string
  readonly vDesc?: string
}

const AMOUNTS = ['vPago', 'vJuros', 'vMulta', 'vDesc'] as const
const COLUMNS: readonly KnownColumn[] = [
  { field: 'id', names: ['id', 'conta', 'conta_id'] },
  { field: 'numero', names: ['numero', 'documento', 'titulo'] },
  { field: 'vPago', names: ['valor', 'vpago', 'pago', 'valor pago'] },
  { field: 'vJuros', names: ['juros', 'vjuros'] },
  { field: 'vMulta', names: ['multa', 'vmulta'] },
  { field: 'vDesc', names: ['desconto', 'vdesc'] },
]
const LIMITS = { bytes: 20 * 1024 * 1024, titles: 200_000 }

/** Reads CSV or JSON, as the first character tells. Throws exit code 1 for what cannot be read, naming the line. */
export async function readTitles(chunks: AsyncIterable<Uint8Array>): Promise<NamedTitle[]> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > LIMITS.bytes) throw refused('O arquivo passa de 20 MB.')
    parts.push(chunk)
  }
  const whole = Buffer.concat(parts)
  if (whole.length === 0) throw refused('O arquivo está vazio.')
  const text = decoderOf(encodingOf(whole)).decode(whole)
  const titles = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
  if (titles.length === 0) throw refused('O arquivo não tem contas.')
  if (titles.length > LIMITS.titles) throw refused(`No máximo ${LIMITS.titles} contas por vez.`)
  return titles
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string): NamedTitle[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('O arquivo não é um JSON válido.')
  }
  return (Array.isArray(value) ? value : [value]).map((one: unknown, at) => {
    const where = `Conta ${at + 1}`
    const row = typeof one === 'number' ? { id: one } : one
    if (!isObject(row)) throw refused(`${where}: informe um objeto com id ou numero.`)
    const cell = (name: string): string => {
      const given = row[name]
      return typeof given === 'string' || typeof given === 'number' ? String(given) : ''
    }
    return titleOf(cell, where, { commas: 0, points: 1 })
  })
}

function readCsv(text: string): NamedTitle[] {
  const reader = new CsvReader()
  const records = [...reader.push(text), ...reader.end()].filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  )
  const at = headerRow(
    records.map(({ cells }) => cells),
    COLUMNS,
  )
  const columns = mapColumns(records[at]?.cells ?? [], COLUMNS)
  if (!columns.includes('id') && !columns.includes('numero'))
    throw misuse('Falta a coluna id ou numero no CSV. A primeira linha nomeia as colunas.')
  const rows = records.slice(at + 1)
  const cellOf = ({ cells }: CsvRecord, field: string): string => cells[columns.indexOf(field)]?.trim() ?? ''
  const proven = rows.flatMap((row) => AMOUNTS.map((field) => provenMark(cellOf(row, field))))
  const marks = {
    commas: proven.filter((mark) => mark === ',').length,
    points: proven.filter((mark) => mark === '.').length,
  }
  return rows.map((row) => titleOf((field) => cellOf(row, field), `Linha ${row.line}`, marks))
}

function titleOf(cell: (field: string) => string, where: string, marks: MarkCount): NamedTitle {
  const [id, numero] = [cell('id'), cell('numero')]
  if (id !== '' && !/^[1-9]\d{0,8}$/.test(id)) throw refused(`${where}: id inválido: ${id.slice(0, 30)}.`)
  if (id === '' && numero === '') throw refused(`${where}: falta o id ou o número da conta.`)
  const amounts = AMOUNTS.flatMap((name) => {
    const text = cell(name)
    return text === '' ? [] : [[name, amountOf(text, where, marks)] as const]
  })
  return { ...(id === '' ? { numero } : { id: Number(id) }), ...Object.fromEntries(amounts) }
}

function amountOf(text: string, where: string, marks: MarkCount): string {
  try {
    return readDecimal(text, marks)
  } catch (error) {
    if (error instanceof CoreError) throw refused(`${where}: valor inválido: ${text.slice(0, 30)}.`)
    throw error
  }
}
