import { readCell, type Cell } from '../../core/tabular/cell'
import { CsvReader, type CsvRecord } from '../../core/tabular/csv'
import { type Encoding, encodingOf } from '../../core/tabular/encoding'
import { headerRow, mapColumns, type KnownColumn } from '../../core/tabular/header'
import { type MarkCount, provenMark } from '../../core/tabular/number'
import { CoreError } from '../../core/errors'
import { decoderOf } from '../../http/platform/decoder'
import { LineSplitter } from '../lines'
import { misuse, refused } from '../exit'

/** Sales of a product by day, or values one after the other. */
export type Source =
  | { readonly code: string; readonly history: readonly { readonly date: string; readonly quantity: number }[] }
  | { readonly code: string; readonly series: readonly number[] }

const LIMITS = { products: 200_000, rows: 20_000_000, lineBytes: 32 * 1024 * 1024, codeLength: 200 }
/** Rows that are looked at to tell how decimals are written. */
const SAMPLE_ROWS = 1_000

const COLUMNS: readonly KnownColumn[] = [
  { field: 'code', names: ['codigo', 'code', 'produto', 'mercadoria', 'item', 'sku', 'mercadoria_id', 'serie'] },
  { field: 'date', names: ['data', 'date', 'dia', 'emissao', 'data da venda'] },
  { field: 'quantity', names: ['quantidade', 'qtd', 'quantity', 'qtrib', 'vendido', 'valor', 'value'] },
]

/** Reads JSON or CSV, as the first character tells. Throws exit code 1 for what cannot be read, naming the line. */
export async function readSources(chunks: AsyncIterable<Uint8Array>, tell: (rows: number) => void): Promise<Source[]> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) throw refused('O arquivo está vazio.')
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  const start = decoderOf(encodingOf(first.value)).decode(first.value).trimStart()
  return start.startsWith('{') || start.startsWith('[')
    ? readJson(rest())
    : readCsv(rest(), encodingOf(first.value), tell)
}

/** One JSON value (a list, or `{items: […]}`), or one object a line. */
async function readJson(chunks: AsyncIterable<Uint8Array>): Promise<Source[]> {
  const splitter = new LineSplitter(LIMITS.lineBytes)
  const lines: string[] = []
  const keep = (more: readonly (string | undefined)[]): void => {
    for (const line of more) {
      if (line === undefined) throw refused('Linha longa demais: o limite é 32 MB.')
      if (line.trim() !== '') lines.push(line)
      if (lines.length > LIMITS.products * 8)
        throw refused('O arquivo JSON tem linhas demais: use um objeto por linha.')
    }
  }
  for await (const chunk of chunks) keep(splitter.push(chunk))
  keep(splitter.end())
  const whole = parse(lines.join('\n'))
  const values = whole === undefined ? lines.map((line, at) => parse(line) ?? badLine(at + 1)) : listOf(whole)
  if (values.length > LIMITS.products) throw refused(`No máximo ${LIMITS.products} produtos por vez.`)
  return values.map(sourceOf)
}

function badLine(line: number): never {
  throw refused(`Linha ${line}: não é um JSON válido.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'number') ? [{ series: value }] : value
  if (isObject(value) && Array.isArray(value.items)) return value.items
  return [value]
}

function sourceOf(value: unknown, at: number): Source {
  const where = `Produto ${at + 1}`
  if (!isObject(value)) throw refused(`${where}: informe um objeto com history ou series.`)
  const code = typeof value.code === 'string' || typeof value.code === 'number' ? String(value.code) : String(at + 1)
  if (code.length > LIMITS.codeLength) throw refused(`${where}: o código passa de ${LIMITS.codeLength} caracteres.`)
  if (Array.isArray(value.series)) return { code, series: value.series.map((one) => numberOf(one, where)) }
  if (!Array.isArray(value.history)) throw refused(`${where}: informe history [{date, quantity}] ou series [números].`)
  return {
    code,
    history: value.history.map((one) => {
      const row = isObject(one) ? one : {}
      if (typeof row.date !== 'string') throw refused(`${where}: há venda sem data.`)
      return { date: dateOf(row.date, where), quantity: numberOf(row.quantity, where) }
    }),
  }
}

function numberOf(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(`${where}: há um valor que não é número.`)
  return value
}

function dateOf(cell: Cell, where: string): string {
  try {
    const date = readCell(cell, { kind: 'date' }, { commas: 0, points: 0 })
    if (typeof date === 'string') return date
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
  }
  throw refused(`${where}: data inválida: ${String(cell).slice(0, 30)}. Use AAAA-MM-DD ou DD/MM/AAAA.`)
}

/** Adds up a table of sales: a row a sale, days and products in any order. */
class Sales {
  readonly #byCode = new Map<string, Map<string, number>>()
  #columns: (string | null)[] | undefined
  #marks: MarkCount = { commas: 0, points: 0 }
  rows = 0

  /** The first records tell the columns and how decimals are written. */
  begin(records: readonly CsvRecord[]): readonly CsvRecord[] {
    const at = headerRow(
      records.map((one) => one.cells),
      COLUMNS,
    )
    const columns = mapColumns(records[at]?.cells ?? [], COLUMNS)
    const missing = COLUMNS.filter(({ field }) => !columns.includes(field)).map(({ names }) => names[0])
    if (missing.length > 0)
      throw misuse(`Faltam colunas no CSV: ${missing.join(', ')}. A primeira linha nomeia as colunas.`)
    this.#columns = columns
    const sample = records
      .slice(at + 1, at + 1 + SAMPLE_ROWS)
      .map((one) => one.cells[columns.indexOf('quantity')] ?? '')
    const proven = sample.map(provenMark)
    this.#marks = {
      commas: proven.filter((mark) => mark === ',').length,
      points: proven.filter((mark) => mark === '.').length,
    }
    return records.slice(at + 1)
  }

  get begun(): boolean {
    return this.#columns !== undefined
  }

  add({ cells, line }: CsvRecord): void {
    const columns = this.#columns ?? []
    const cell = (field: string): string => cells[columns.indexOf(field)]?.trim() ?? ''
    const code = cell('code').slice(0, LIMITS.codeLength)
    if (code === '') throw refused(`Linha ${line}: falta o produto.`)
    const date = dateOf(cell('date'), `Linha ${line}`)
    const quantity = this.#quantity(cell('quantity'), line)
    const days = this.#byCode.get(code) ?? new Map<string, number>()
    if (days.size === 0) this.#byCode.set(code, days)
    days.set(date, (days.get(date) ?? 0) + quantity)
    this.rows += 1
    if (this.#byCode.size > LIMITS.products) throw refused(`No máximo ${LIMITS.products} produtos por vez.`)
    if (this.rows > LIMITS.rows) throw refused(`No máximo ${LIMITS.rows} linhas por vez.`)
  }

  #quantity(text: string, line: number): number {
    try {
      return Number(readCell(text, { kind: 'decimal' }, this.#marks) ?? 0)
    } catch (error) {
      if (error instanceof CoreError) throw refused(`Linha ${line}: quantidade inválida: ${text.slice(0, 30)}.`)
      throw error
    }
  }

  sources(): Source[] {
    return [...this.#byCode].map(([code, days]) => ({
      code,
      history: [...days].map(([date, quantity]) => ({ date, quantity })),
    }))
  }
}

async function readCsv(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  tell: (rows: number) => void,
): Promise<Source[]> {
  const reader = new CsvReader()
  const decoder = decoderOf(encoding)
  const sales = new Sales()
  const take = (records: readonly CsvRecord[]): void => {
    if (records.length === 0) return
    for (const record of sales.begun ? records : sales.begin(records)) sales.add(record)
    tell(sales.rows)
  }
  for await (const chunk of chunks) take(reader.push(decoder.decode(chunk, { stream: true })))
  take(reader.push(decoder.decode()))
  take(reader.end())
  if (sales.rows === 0) throw refused('O arquivo não tem vendas.')
  return sales.sources()
}
