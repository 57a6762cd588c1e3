import { CoreError } from '../../errors'
import { decodeText, type FixedLine, fixedLines } from '../../layout/fixed-width'
import type { Cabecalho, Fecho, Ocorrencia, Recebimento, Retorno } from './retorno'
import { type LineReader, unsupported } from './line-reader'
import { readerOf } from './recognise'

/**
 * Reads a retorno: of 400 or 240 columns, or the 150 of utility slips; bank and layout are seen from its first line. Lines of any ending and any encoding, cut at the right or not,
 * a mark of the end, blank lines. Records that are not known are kept; what does not add up is told in `faltas`; the same occurrence twice is told twice. Throws
 * `unsupported_file` for what no known bank and layout fits, `bad_field` for an amount that is no number, `too_large` over 20 MB or 200,000 lines.
 */
export function readRetorno(file: Uint8Array | string): Retorno {
  const [first, ...lines] = fixedLines(typeof file === 'string' ? file : decodeText(file))
  if (!first) throw unsupported()
  const reader = readerOf(first, lines[0])
  const rows = lines.flatMap((line) => reader.push(line))
  const { last, fecho } = reader.end()
  const all = [...rows, ...last]
  return {
    ...reader.cabecalho,
    ...fecho,
    ocorrencias: all.filter((one) => 'evento' in one),
    recebimentos: all.filter((one) => 'codigo_barras' in one),
  }
}

/** Refuses a file that was cut or altered. Throws `damaged_file`, saying where. */
export function assertWhole({ faltas }: Pick<Fecho, 'faltas'>): void {
  const [first] = faltas
  if (first !== undefined)
    throw new CoreError('damaged_file', `O arquivo está cortado ou foi alterado. ${first}`, { arquivo: faltas })
}

/** A piece of a file that is read as it comes. */
export type RetornoPiece =
  | { readonly tipo: 'cabecalho'; readonly cabecalho: Cabecalho }
  | { readonly tipo: 'ocorrencia'; readonly ocorrencia: Ocorrencia }
  | { readonly tipo: 'recebimento'; readonly recebimento: Recebimento }
  | { readonly tipo: 'fecho'; readonly fecho: Fecho }

const pieceOf = (one: Ocorrencia | Recebimento): RetornoPiece =>
  'evento' in one ? { tipo: 'ocorrencia', ocorrencia: one } : { tipo: 'recebimento', recebimento: one }

const MAX_LINE = 2000
const [LF, CR, END] = [10, 13, 26]

/** The lines of bytes as they come, one at a time; each is decoded by itself. Throws `too_large` for a line of more than 2,000 bytes. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FixedLine> {
  const line = new Uint8Array(MAX_LINE)
  let [size, at, isAfterCr] = [0, 1, false]
  const own = (): FixedLine | undefined => {
    const text = decodeText(line.slice(0, size)).replace(/^\uFEFF/, '')
    return text.trim() === '' ? undefined : { line: at, text }
  }
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte === LF || byte === CR) {
        if (byte === LF && isAfterCr) {
          isAfterCr = false
          continue
        }
        isAfterCr = byte === CR
        const found = own()
        if (found) yield found
        size = 0
        at += 1
        continue
      }
      isAfterCr = false
      if (byte === END) continue
      if (size === MAX_LINE) throw new CoreError('too_large', `A linha ${at} passa do limite de ${MAX_LINE} colunas.`)
      line[size] = byte
      size += 1
    }
  }
  const last = own()
  if (last) yield last
}

/**
 * As `readRetorno`, of a file of any size, with a line of it in memory at a time: first what it says of itself, then occurrence by occurrence, at the end what it comes to. A file
 * of UTF-16 is not read this way.
 */
export async function* streamRetorno(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RetornoPiece> {
  let [first, reader]: [FixedLine | undefined, LineReader | undefined] = [undefined, undefined]
  for await (const line of linesOf(chunks)) {
    if (reader) yield* reader.push(line).map(pieceOf)
    else if (first) {
      reader = readerOf(first, line)
      yield { tipo: 'cabecalho', cabecalho: reader.cabecalho }
      yield* reader.push(line).map(pieceOf)
    } else first = line
  }
  if (!first) throw unsupported()
  if (!reader) {
    reader = readerOf(first, undefined)
    yield { tipo: 'cabecalho', cabecalho: reader.cabecalho }
  }
  const { last, fecho } = reader.end()
  yield* last.map(pieceOf)
  yield { tipo: 'fecho', fecho }
}
