import { csvColumns, labelsCsv } from '../../../core/labels/csv'
import { type Drawing, drawLabelOf, type DrawOptions } from '../../../core/labels/draw'
import { pageOf, printerFile } from '../../../core/labels/files'
import { fieldsIn, type LabelRecord } from '../../../core/labels/label'
import type { Copies } from '../../../core/labels/roll'
import { drawingFor, formatOf, type LabelFormat, type LabelTemplate } from '../../../core/labels/template'
import { badRequest } from '../../platform/errors'
import { inTurns } from '../../platform/others-turn'
import { labelsPdf } from './labels-pdf'

/** One label: what it is called where something is wrong with it, and what it says. */
export interface LabelToPrint {
  readonly name: string
  readonly record: LabelRecord
}

export interface PrintOptions {
  /** The first free place on a sheet, from 1. */
  readonly posInit?: number
  readonly withBarcode?: boolean
  /** A line around each label, to be cut along. */
  readonly withBorder?: boolean
}

/** A file of labels. */
export interface LabelFile {
  readonly format: LabelFormat
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Thickness of the line to cut along, in mm. */
const BORDER = 0.2

const typeOf = (format: LabelFormat): string =>
  format === 'pdf'
    ? 'application/pdf'
    : format === 'csv'
      ? 'text/csv; charset=utf-8'
      : `text/plain; charset=${pageOf(format)}`

/**
 * Labels as a file, in the format that is asked for or as the template prints: a PDF of sheets, or what a label printer takes. Any kind of label is printed by it:
 * entries and production orders bring their own records. Throws CoreError `invalid_label` that names the label which cannot be printed.
 */
export async function labelFile(
  template: LabelTemplate,
  labels: readonly LabelToPrint[],
  { format = formatOf(template), ...options }: PrintOptions & { readonly format?: LabelFormat | undefined } = {},
): Promise<LabelFile> {
  const used =
    format === 'csv'
      ? csvColumns(template.uso).map(([, field]) => field)
      : template.elementos.flatMap(({ valor }) => fieldsIn(valor))
  const runs = equalRuns(labels, used)
  return { format, type: typeOf(format), bytes: await bytesOf(template, runs, format, options) }
}

interface Run extends LabelToPrint {
  readonly copies: number
}

async function bytesOf(
  template: LabelTemplate,
  runs: readonly Run[],
  format: LabelFormat,
  options: PrintOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'csv') return new TextEncoder().encode(labelsCsv(csvColumns(template.uso), runs))
  const drawn = await drawRuns(template, runs, format, options)
  return format === 'pdf' ? labelsPdf(template, drawn, options) : printerFile(format, drawn, template)
}

/** Pieces (texts, bars, runs of QR codes) that one print is drawn of: a file of more would be of no use to anybody. */
const MOST_PIECES = 1_000_000

/** Draws labels, and lets others have their turn. Throws 400 `too_large`. */
async function drawRuns(
  template: LabelTemplate,
  runs: readonly Run[],
  format: LabelFormat,
  options: PrintOptions,
): Promise<Copies[]> {
  const drawn: Copies[] = []
  // A printer makes copies of what comes in one column by itself.
  const isRepeated = format === 'pdf' || template.colunas > 1
  const rest = inTurns()
  let [labels, pieces] = [0, 0]
  for (const { name, record, copies } of runs) {
    const drawing = drawingOf(template, { name, record }, { ...options, ...drawingFor(format) })
    labels += copies
    pieces += piecesOf(drawing) * (isRepeated ? copies : 1)
    if (pieces > MOST_PIECES) {
      const some = Math.max(1, Math.floor((labels * MOST_PIECES) / pieces))
      throw badRequest(
        `Estas etiquetas têm desenho demais para uma só impressão: imprima até ${some} por vez.`,
        'too_large',
      )
    }
    drawn.push({ drawing, copies })
    await rest()
  }
  return drawn
}

const piecesOf = ({ marks }: Drawing): number =>
  marks.reduce(
    (sum, mark) =>
      sum + (mark.kind === 'qr' ? mark.code.runs.length : mark.kind === 'bars' ? mark.symbol.modules.length : 1),
    0,
  )

function drawingOf(
  template: LabelTemplate,
  { name, record }: LabelToPrint,
  { withBorder, ...options }: PrintOptions & DrawOptions,
): Drawing {
  const drawing = drawLabelOf(name, template, record, options)
  if (withBorder !== true) return drawing
  const { width, height } = drawing
  return { ...drawing, marks: [...drawing.marks, { kind: 'box', x: 0, y: 0, width, height, line: BORDER }] }
}

/** Labels that follow each other and say the same by these fields are printed as copies. */
function equalRuns(labels: readonly LabelToPrint[], fields: readonly string[]): Run[] {
  const runs: { name: string; record: LabelRecord; copies: number }[] = []
  for (const { name, record } of labels) {
    const last = runs.at(-1)
    if (last !== undefined && fields.every((field) => last.record[field] === record[field])) last.copies++
    else runs.push({ name, record, copies: 1 })
  }
  return runs
}
