import type { ReactElement } from 'react'
import { EmptyState } from '../pieces'
import type { LineFault } from './line-faults'
import { LineMarks, type LineMark } from './line-marks'
import { isEditable, isTitle, showCell, type Line, type LineColumn } from './lines-state'

interface CardsProps {
  readonly label: string
  readonly columns: readonly LineColumn[]
  readonly lines: readonly Line[]
  readonly faults: readonly LineFault[] | undefined
  readonly marks: ((line: Line) => readonly LineMark[]) | undefined
  readonly onOpen: (line: Line) => void
}

const DETAILS = 3

/** What stands under a line's name: the values that are written, the first few. */
function detailOf(columns: readonly LineColumn[], line: Line): string {
  return columns
    .filter((column) => !isTitle(column) && isEditable(column, line) && column.kind !== undefined)
    .map((column) => ({ label: column.label, text: showCell(column, line) }))
    .filter(({ text }) => text !== '' && text !== '0' && text !== '0,00')
    .slice(0, DETAILS)
    .map(({ label, text }) => `${label} ${text}`)
    .join(' · ')
}

/** Lines on a narrow screen: name, what was written, and the last value; a tap opens the line's own form. */
export function LineCards({ label, columns, lines, faults, marks, onOpen }: CardsProps): ReactElement {
  const title = columns.find((column) => isTitle(column))
  const value = columns.findLast((column) => column.kind === 'money')
  if (lines.length === 0) return <EmptyState text="Nenhum item" />
  return (
    <div className="line-cards" role="group" aria-label={label}>
      {lines.map((line, row) => (
        <button
          key={line.key}
          type="button"
          className={`line-card ${faults?.some((fault) => fault.row === row) === true ? 'cell-fault' : ''}`}
          onClick={() => onOpen(line)}
        >
          <b>{title === undefined ? '' : showCell(title, line)}</b>
          <span>{value === undefined ? '' : showCell(value, line)}</span>
          <small>{detailOf(columns, line)}</small>
          <LineMarks marks={marks?.(line) ?? []} />
        </button>
      ))}
    </div>
  )
}
