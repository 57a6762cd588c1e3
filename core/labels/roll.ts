import type { Drawing } from './draw'
import { dotsOf } from './label'

/** How labels follow each other on a roll: side by side in columns, with gaps between, in mm. */
export interface Roll {
  readonly colunas: number
  readonly espaco_x: number
  readonly espaco_y: number
}

/** Labels that a printer prints at once: a row of the roll, and how many such rows follow. Equal rows of one column are printed as copies. */
export interface RollRow {
  readonly drawings: readonly Drawing[]
  readonly copies: number
}

/** A label as often as it is printed. */
export interface Copies {
  readonly drawing: Drawing
  readonly copies: number
}

/** The rows of a roll that labels fill, each as often as it is wanted, one after the other. */
export function rowsOnRoll(labels: readonly Copies[], { colunas }: Roll): RollRow[] {
  if (colunas === 1) return labels.map(({ drawing, copies }) => ({ drawings: [drawing], copies }))
  const all = labels.flatMap(({ drawing, copies }) => Array.from({ length: copies }, () => drawing))
  return Array.from({ length: Math.ceil(all.length / colunas) }, (_, row) => ({
    drawings: all.slice(row * colunas, (row + 1) * colunas),
    copies: 1,
  }))
}

/** Where the label of a column begins, and how wide the row is, in dots. */
export const columnAt = (column: number, { width, dpi }: Drawing, { espaco_x }: Roll): number =>
  dotsOf(column * (width + espaco_x), dpi)
