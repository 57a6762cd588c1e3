/**
 * Reads the first visible sheet of a workbook in a process of its own, `bun workbook-process.ts`: the file comes on standard input, rows go out
 * as lines of JSON, `[linha, ...cells]`, in step with who reads them. What people should know comes as `{"notice": …}`; a file that cannot be read
 * ends it with a line `{"error": …}`.
 */
import { streamXlsxRows } from 'hucre/xlsx'
import { EncryptedFileError } from 'hucre'
import type { Cell } from '../../../../core/tabular/cell'
import { TABLE_LIMITS } from '../../../../core/tabular/csv'
import { shownNumber } from '../../../../core/tabular/number-format'
import { type Book, type ChosenSheet, chosenSheet, formatsOf, openBook, sheetXml, Styles } from './book'
import { directoryOf, isZip, unpack, ZIP_LIMITS, ZipFault } from './zip'

const LINES_A_WRITE = 500
const MAX_STRINGS = 2_000_000

/** What the reader holds in memory as a whole is held against limits of its own. */
function assertStrings(bytes: Uint8Array): void {
  const entry = directoryOf(bytes).find(({ name }) => /^xl\/sharedStrings\.xml$/i.test(name))
  if (!entry) return
  if (entry.unpacked > ZIP_LIMITS.sharedStrings)
    throw new ZipFault('A planilha tem textos demais. Divida em arquivos menores.')
  const text = unpack(bytes, entry)
  let count = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) count++
  if (count > MAX_STRINGS * 3) throw new ZipFault('A planilha tem textos demais. Divida em arquivos menores.')
}

/** What a cell shows; dates as text, without a time when it is midnight. */
function cellOf(value: unknown, format: string | undefined): Cell {
  if (value instanceof Date)
    return Number.isNaN(value.getTime())
      ? null
      : value
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ')
          .replace(/ 00:00:00$/, '')
  if (typeof value === 'string') return value.slice(0, TABLE_LIMITS.cell + 1)
  if (typeof value === 'number') return format === undefined ? value : shownNumber(value, format)
  return typeof value === 'boolean' ? value : null
}

/** What is told of the sheet that was taken, where there are others. */
function noticeOf({ name, hidden, others }: ChosenSheet): string | undefined {
  if (hidden.length > 0) return `Foi lida a planilha "${name}": a primeira está oculta.`
  return others > 0 ? `Foi lida só a planilha "${name}", a primeira do arquivo.` : undefined
}

/** The formats of the cells, where any shows another thing than its number. */
function stylesOf(book: Book, at: number): Styles | undefined {
  const formats = formatsOf(book)
  const xml = formats && sheetXml(book, at)
  return xml === undefined ? undefined : new Styles(xml, formats ?? new Map())
}

function assertRow(linha: number, cells: readonly unknown[]): void {
  if (cells.length > TABLE_LIMITS.columns)
    throw new ZipFault(`Linha ${linha}: mais de ${TABLE_LIMITS.columns} colunas.`)
  if (cells.some((one) => typeof one === 'string' && one.length > TABLE_LIMITS.cell))
    throw new ZipFault(`Linha ${linha}: célula com mais de ${TABLE_LIMITS.cell} caracteres.`)
}

const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })

async function convert(bytes: Uint8Array): Promise<void> {
  if (!isZip(bytes)) throw new ZipFault('Este arquivo não é uma planilha.')
  assertStrings(bytes)
  let lines: string[] = []
  let rows = 0
  const book = openBook(bytes)
  const sheet = chosenSheet(book)
  const notice = noticeOf(sheet)
  if (notice !== undefined) await write(`${JSON.stringify({ notice })}\n`)
  const styles = stylesOf(book, sheet.at)
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: sheet.at, maxRows: TABLE_LIMITS.rows + 2 })) {
    const formats = styles?.of(index)
    const cells = values.map((value, at) => cellOf(value, formats?.get(at)))
    while (cells.length > 0 && (cells.at(-1) === null || cells.at(-1) === '')) cells.pop()
    if (cells.length === 0) continue
    assertRow(index + 1, cells)
    if (++rows > TABLE_LIMITS.rows + 1)
      throw new ZipFault('A planilha tem mais de 200.000 linhas. Divida em arquivos menores.')
    lines.push(JSON.stringify([index + 1, ...cells]))
    if (lines.length < LINES_A_WRITE) continue
    await write(`${lines.join('\n')}\n`)
    lines = []
  }
  if (lines.length > 0) await write(`${lines.join('\n')}\n`)
}

function messageOf(error: unknown): string {
  if (error instanceof ZipFault) return error.message
  if (error instanceof EncryptedFileError) return 'A planilha está protegida por senha.'
  return 'Não foi possível ler a planilha: o arquivo está danificado ou não é um XLSX.'
}

if (import.meta.main) {
  try {
    await convert(new Uint8Array(await Bun.stdin.arrayBuffer()))
  } catch (error) {
    await write(`${JSON.stringify({ error: messageOf(error) })}\n`)
  }
}
