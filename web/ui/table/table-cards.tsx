import type { ReactElement } from 'react'
import type { Row } from '../row'
import { CellContent, cellText, isNumeric, type Column } from './columns'

function placeOf(column: Column, index: number): NonNullable<Column['card']> {
  if (column.card !== undefined) return column.card
  if (index === 0) return 'title'
  if (column.kind === 'chip') return 'chip'
  return isNumeric(column) ? 'value' : 'sub'
}

/** What stands below the name: a day without its time, and of yes or no the name of what is so. */
function subText(column: Column, row: Row): string {
  if (column.kind === 'bool') return row[column.field] === true ? column.label : ''
  return cellText(column.kind === 'datetime' ? { ...column, kind: 'date' } : column, row)
}

/** A row on a narrow screen: name and state, then number, date and value. */
export function CardRow({ row, columns }: { readonly row: Row; readonly columns: readonly Column[] }): ReactElement {
  const at = (place: NonNullable<Column['card']>): readonly Column[] =>
    columns.filter((column, index) => placeOf(column, index) === place)
  const sub = at('sub')
    .map((column) => subText(column, row))
    .filter((text) => text !== '' && text !== '--')
  return (
    <div role="gridcell" className="card">
      <span className="card-title">
        {at('title').map((column) => (
          <CellContent key={column.field} column={column} row={row} />
        ))}
      </span>
      <span className="card-chip">
        {at('chip').map((column) => (
          <CellContent key={column.field} column={column} row={row} />
        ))}
      </span>
      <span className="card-sub">{sub.slice(0, 3).join(' · ')}</span>
      <span className="card-value">
        {at('value')
          .slice(0, 1)
          .map((column) => (
            <span key={column.field}>
              {column.card === undefined ? <small className="card-of">{column.label} </small> : null}
              <CellContent column={column} row={row} />
            </span>
          ))}
      </span>
    </div>
  )
}
