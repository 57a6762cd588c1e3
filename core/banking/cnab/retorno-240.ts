import type { FixedLine } from '../../layout/fixed-width'
import { occurrenceOf, reasonsOf } from './occurrences'
import type { Cabecalho, Ocorrencia, PixDoTitulo } from './retorno'
import { commonOf } from './retorno-400'
import {
  BATCH_TRAILER_240,
  HEADER_240,
  SEGMENT_T,
  SEGMENT_U,
  SEGMENT_Y03,
  SEGMENT_Y04,
  SEGMENTS_T,
  TRAILER_240,
} from './retorno-layouts'
import { countOf, documentOf, type LineReader, notes } from './line-reader'
import { dayOf, textOf, type Values, valuesOf } from './values'

const NO_PIX: PixDoTitulo = { location: '', txid: '', emv: '' }

/** Reads a retorno of 240 columns: titles are pairs of segments T and U, with a Y where they can be paid by Pix. */
export function reader240(first: FixedLine): LineReader {
  const banco = first.text.slice(0, 3)
  const segmentT = SEGMENTS_T[banco] ?? SEGMENT_T
  const { unknown, wrong, fecho } = notes()
  const cabecalho = headerOf(valuesOf(first, HEADER_240))
  let [lines, inBatch, closed] = [1, 0, false]
  let waiting: { readonly line: FixedLine; values: Values; pix: PixDoTitulo | null; paired: boolean } | undefined
  const release = (): readonly Ocorrencia[] => {
    if (waiting && !waiting.paired) wrong(`Linha ${waiting.line.line}: o título não tem o segmento U.`)
    const done = waiting ? [occurrence240(banco, waiting.line, waiting.values, waiting.pix)] : []
    waiting = undefined
    return done
  }
  const segment = (line: FixedLine): readonly Ocorrencia[] => {
    const letter = line.text.charAt(13).toUpperCase()
    if (letter === 'T') {
      const done = release()
      waiting = { line, values: valuesOf(line, segmentT), pix: null, paired: false }
      return done
    }
    if (letter === 'U' && waiting && !waiting.paired) {
      waiting.values = { ...waiting.values, ...valuesOf(line, SEGMENT_U) }
      waiting.paired = true
    } else if (letter === 'Y' && waiting) waiting.pix = pixOf(line, waiting.pix) ?? waiting.pix
    else unknown(line)
    return []
  }
  return {
    cabecalho,
    push: (line) => {
      lines += 1
      inBatch += 1
      const kind = line.text.charAt(7)
      if (kind === '3') return segment(line)
      const done = release()
      if (kind === '1') inBatch = 1
      else if (kind === '5') checkBatch(line, inBatch, wrong)
      else if (kind === '9') {
        closed = true
        const told = countOf(textOf(valuesOf(line, TRAILER_240), 'registros'))
        if (told !== null && told > 0 && told !== lines) wrong(`O arquivo diz ter ${told} registros e tem ${lines}.`)
      } else unknown(line)
      return done
    },
    end: () => {
      if (!closed) wrong('Falta o registro final do arquivo.')
      return { last: release(), fecho: fecho(lines) }
    },
  }
}

function checkBatch(line: FixedLine, own: number, wrong: (what: string) => void): void {
  const told = countOf(textOf(valuesOf(line, BATCH_TRAILER_240), 'registros'))
  if (told !== null && told > 0 && told !== own)
    wrong(`O lote ${line.text.slice(3, 7)} diz ter ${told} registros e tem ${own}.`)
}

function headerOf(values: Values): Cabecalho {
  return {
    layout: 'cnab240',
    banco: textOf(values, 'banco'),
    empresa: textOf(values, 'empresa'),
    documento: documentOf(textOf(values, 'empresa_documento')),
    agencia: textOf(values, 'agencia'),
    conta: textOf(values, 'conta'),
    convenio: textOf(values, 'convenio'),
    sequencia: countOf(textOf(values, 'sequencia')),
    data: dayOf(values, 'data'),
    dCredito: null,
  }
}

/** What a segment Y tells of the Pix of its title; undefined for what is none. */
function pixOf(line: FixedLine, before: PixDoTitulo | null): PixDoTitulo | undefined {
  const kind = textOf(valuesOf(line, SEGMENT_Y03), 'kind')
  if (kind === '03') {
    const { location, txid } = valuesOf(line, SEGMENT_Y03)
    return { ...(before ?? NO_PIX), location: String(location ?? ''), txid: String(txid ?? '') }
  }
  return kind === '04' ? { ...(before ?? NO_PIX), emv: textOf(valuesOf(line, SEGMENT_Y04), 'emv') } : undefined
}

function occurrence240(banco: string, line: FixedLine, values: Values, pix: PixDoTitulo | null): Ocorrencia {
  const codigo = textOf(values, 'codigo')
  const { evento, texto } = occurrenceOf(banco, '240', codigo)
  return {
    linha: line.line,
    codigo,
    texto,
    evento,
    motivos: reasonsOf(textOf(values, 'motivos'), 2, '240', evento),
    ...commonOf(values),
    pix,
  }
}
