import type { Cell } from '../../../core/tabular/cell'
import { headerRow, mapColumns, signatureOf } from '../../../core/tabular/header'
import { type MarkCount, provenMark } from '../../../core/tabular/number'
import { LAST_ROWS, totalsAtEnd } from '../../../core/tabular/totals'
import type { Ctx } from '../../platform/context'
import type { SheetRow } from './check'
import { knownColumns } from './columns'
import type { FileColumn } from './importacao'
import type { ImportKind } from './kind'
import { rememberedMapping } from './memory'
import { assertRows, invalidFile, type Piece, type RawRow } from './sheet/rows'

const LOOKED_AT = 50
const LONGEST_NUMBER = 30

/** What a table as a whole tells: how many rows, how wide, its first rows, and how each column writes decimals. */
export class Survey {
  count = 0
  width = 0
  readonly first: (readonly Cell[])[] = []
  readonly marks: MarkCount[] = []
  /** What people should know of the file, as it was read. */
  readonly notices: string[] = []
  #last: readonly SheetRow[] = []

  /** The rows of a piece, and what is told of it. */
  hear({ rows, notices = [] }: Piece): SheetRow[] {
    this.notices.push(...notices)
    return this.take(rows)
  }

  /** Place of the last row that is one: totals and what a report writes below them come after it. */
  get end(): number {
    return this.count - totalsAtEnd(this.#last.map(({ celulas }) => celulas))
  }

  /** Everything that people should know of the file. */
  told(): readonly string[] {
    const totals = this.#last.find(({ ordem }) => ordem > this.end)
    return totals ? [...this.notices, `A linha ${totals.linha} é de totais e ficou de fora.`] : this.notices
  }

  /** Rows in their order, those that hold nothing left out, numbered on. Throws 400 beyond the limit of rows. */
  take(rows: readonly RawRow[]): SheetRow[] {
    const taken: SheetRow[] = []
    for (const { linha, celulas } of rows) {
      const cells = celulas.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\0', '').toWellFormed() : cell))
      if (cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))) continue
      assertRows(++this.count - 1)
      this.width = Math.max(this.width, cells.length)
      if (this.first.length < LOOKED_AT) this.first.push(cells)
      this.#learn(cells)
      taken.push({ ordem: this.count, linha, celulas: cells })
    }
    this.#last = [...this.#last, ...taken.slice(-LAST_ROWS)].slice(-LAST_ROWS)
    return taken
  }

  #learn(cells: readonly Cell[]): void {
    for (const [at, cell] of cells.entries()) {
      const mark = typeof cell === 'string' && cell.length < LONGEST_NUMBER ? provenMark(cell) : undefined
      if (mark === undefined) continue
      const { commas = 0, points = 0 } = this.marks[at] ?? {}
      this.marks[at] = mark === ',' ? { commas: commas + 1, points } : { commas, points: points + 1 }
    }
  }
}

/** How the columns of a table are read. */
export interface Reading {
  /** Place of the row of names, from 1; 0 when there is none. */
  readonly cabecalho: number
  readonly colunas: readonly FileColumn[]
  readonly total: number
  /** What people should know of the file. */
  readonly avisos: readonly string[]
}

/** Field by column of the file (its name, or its place from 1), before anything is guessed; '' leaves a column out. */
export type Told = Readonly<Record<string, string>>

/** Finds the row of names and maps the columns: as told, as the same person mapped columns of these names before, else by name. */
export async function readingOf(ctx: Ctx, kind: ImportKind, survey: Survey, told: Told = {}): Promise<Reading> {
  if (survey.count === 0) throw invalidFile('O arquivo não tem nenhuma linha preenchida.')
  const header = headerRow(survey.first, knownColumns(kind.columns))
  const names = survey.first[header] ?? []
  const complete = Array.from({ length: survey.width }, (_, at) => names[at] ?? null)
  const titles = complete.map(titleOf)
  const remembered = await rememberedMapping(ctx, kind, signatureOf(titles))
  const guessed = remembered ?? mapColumns(complete, knownColumns(kind.columns))
  const fields = complete.map((_, at) => guessed[at] ?? null)
  applyTold(kind, { names, fields, told })
  const colunas = fields.map((campo, at): FileColumn => {
    const { commas = 0, points = 0 } = survey.marks[at] ?? {}
    return { titulo: titles[at] ?? '', campo, virgulas: commas, pontos: points }
  })
  const cabecalho = header + 1
  return { cabecalho, colunas, total: survey.end - cabecalho, avisos: survey.told() }
}

export const titleOf = (name: Cell | undefined, at: number): string =>
  String(name ?? '')
    .trim()
    .slice(0, 80) || `Coluna ${at + 1}`

interface Telling {
  readonly names: readonly Cell[]
  readonly fields: (string | null)[]
  readonly told: Told
}

function applyTold(kind: ImportKind, { names, fields, told }: Telling): void {
  for (const [column, field] of Object.entries(told)) {
    const place = /^\d{1,3}$/.test(column)
      ? Number(column) - 1
      : names.findIndex((name) => String(name ?? '').trim() === column.trim())
    if (place < 0 || place >= fields.length) throw invalidFile(`O arquivo não tem a coluna '${column.slice(0, 80)}'.`)
    if (field !== '' && !kind.columns.some(({ name }) => name === field))
      throw invalidFile(
        `Não há campo '${field.slice(0, 80)}'. São aceitos: ${kind.columns.map(({ name }) => name).join(', ')}.`,
      )
    for (const [other, taken] of fields.entries()) if (taken === field) fields[other] = null
    fields[place] = field || null
  }
}
