import type { Cell } from '../../../../core/tabular/cell'
import { TABLE_LIMITS } from '../../../../core/tabular/csv'
import { badRequest } from '../../../platform/errors'

/** A row as the file holds it: its line there, and its cells. */
export interface RawRow {
  readonly linha: number
  readonly celulas: readonly Cell[]
}

/** Rows that were read together, and how much of the file has been read. */
export interface Piece {
  readonly rows: readonly RawRow[]
  readonly bytes: number
  /** What people should know of the file. */
  readonly notices?: readonly string[]
}

/** A file that is no table, or a bad one: 400 `invalid_file`. */
export const invalidFile = (message: string) => badRequest(message, 'invalid_file')

/** Refuses more rows than a table may have. */
export function assertRows(count: number): void {
  if (count > TABLE_LIMITS.rows)
    throw invalidFile(
      `O arquivo tem mais de ${TABLE_LIMITS.rows.toLocaleString('pt-BR')} linhas. Divida em arquivos menores.`,
    )
}
