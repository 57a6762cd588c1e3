import { bareName, type Cell } from './cell'
import { provenMark } from './number'

/** What a row of totals is called in its first cell: `Total`, `Totais:`, `TOTAL GERAL`, `Total de registros: 150`. */
const TOTAL =
  /^(?:sub)?tota(?:l|is)(?:gera(?:l|is))?(?:d[aeo]s?)?(?:registros?|itens|linhas|clientes|fornecedores|produtos|precos|paginas?|relatorio)?\d*$/

/** Rows at the end of a table that are looked at: reports write when and by whom below their totals. */
export const LAST_ROWS = 5

const isEmpty = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '')

function isAmount(cell: Cell): boolean {
  if (typeof cell !== 'string') return typeof cell === 'number'
  return provenMark(cell) !== undefined || /^[R$\s%.,\d()+-]+$/.test(cell.trim())
}

function isTotals(row: readonly Cell[]): boolean {
  const [first, ...others] = row.filter((cell) => !isEmpty(cell))
  return typeof first === 'string' && TOTAL.test(bareName(first)) && others.every(isAmount)
}

/**
 * How many of the last rows of a table are its totals and what a report writes below them: a row that is called so and holds nothing but amounts, with
 * rows of a single cell behind it. A record that happens to be called Total has more than amounts.
 */
export function totalsAtEnd(rows: readonly (readonly Cell[])[]): number {
  const last = rows.slice(-LAST_ROWS)
  for (const [at, row] of last.entries()) {
    const below = last.slice(at + 1)
    if (isTotals(row) && below.every((one) => one.filter((cell) => !isEmpty(cell)).length <= 1 || isTotals(one)))
      return last.length - at
  }
  return 0
}
