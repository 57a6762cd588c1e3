import { CsvReader } from '../../../../core/tabular/csv'
import { type Encoding, encodingOf } from '../../../../core/tabular/encoding'
import { unguarded } from '../../../../core/tabular/guard'
import { ApiError } from '../../../platform/errors'
import { decoderOf } from '../../../platform/decoder'
import { invalidFile, type Piece } from './rows'
import { readWorkbook } from './workbook'
import { isOle, isZip } from './zip'

/** A table being read. */
export interface SheetSource {
  /** What it is, as people are told: `CSV (Windows-1252)`. */
  readonly formato: string
  readonly pieces: AsyncIterable<Piece>
}

/** A file that is at hand as a whole, or a stream of bytes of one. */
export interface TableFile {
  readonly name: string
  readonly size: number
  /** The whole content, for workbooks. */
  bytes(): Promise<Uint8Array>
  stream(): ReadableStream<Uint8Array>
}

/** Bytes that are looked at to tell what a file is. */
const SAMPLE = 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'Macintosh',
  cp850: 'DOS 850',
}

/** Opens a table, told by its content: a workbook (XLSX), or text with separators. Throws 400 `invalid_file` for anything else, 413. */
export async function openSheet(file: TableFile): Promise<SheetSource> {
  if (file.size === 0) throw invalidFile('O arquivo está vazio.')
  if (file.size > MAX_BYTES) throw new ApiError(413, 'too_large', 'O arquivo é maior que 64 MB.')
  const sample = await beginning(file)
  if (isOle(sample))
    throw invalidFile(
      'Esta planilha está protegida por senha ou no formato antigo (.xls). Salve como .xlsx sem senha, ou como CSV, e tente de novo.',
    )
  if (isZip(sample)) return { formato: 'XLSX', pieces: readWorkbook(await file.bytes()) }
  const encoding = encodingOf(sample)
  if (encoding.startsWith('utf-16') ? false : hasControls(sample))
    throw invalidFile('Este arquivo não é uma planilha nem um texto CSV.')
  return { formato: `CSV (${ENCODING_NAMES[encoding]})`, pieces: readText(file, encoding) }
}

async function beginning(file: TableFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of file.stream()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= SAMPLE) break
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, SAMPLE))
}

/** Text has no control characters but tab, line ends and form feed. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c)
}

async function* readText(file: TableFile, encoding: Encoding): AsyncGenerator<Piece> {
  const decoder = decoderOf(encoding)
  const reader = new CsvReader()
  const rows = (records: ReturnType<CsvReader['push']>) =>
    records.map(({ line, cells }) => ({ linha: line, celulas: cells.map(unguarded) }))
  let bytes = 0
  let held = ''
  for await (const chunk of file.stream()) {
    bytes += chunk.length
    const text = held + decoder.decode(chunk, { stream: true })
    // The separator is told by the first lines: they come together.
    if (bytes < SAMPLE / 16 && bytes < file.size) {
      held = text
      continue
    }
    held = ''
    yield { rows: rows(reader.push(text)), bytes }
  }
  yield { rows: rows([...reader.push(held + decoder.decode()), ...reader.end()]), bytes }
}
