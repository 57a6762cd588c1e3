import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { decimal, ZERO } from '../../../core/money/decimal'
import { Button } from '../button'
import { amountOf, counted, formatCount, formatMoney, formatQuantity } from '../format'
import { getPath, type Row } from '../row'
import type { Column } from './columns'
import type { ListModel } from './list-model'
import type { Selection } from './use-table'

interface FooterProps {
  readonly model: ListModel
  readonly columns: readonly Column[]
  readonly selection: Selection
}

/** Exact sum of a column over rows. */
export function sumOf(column: Column, rows: readonly Row[]): string {
  const total = rows.reduce((sum, row) => sum.plus(decimal(amountOf(getPath(row, column.field)))), ZERO).toString()
  return column.kind === 'money' ? formatMoney(total) : formatQuantity(total, column.decimals ?? 3)
}

/** Counts and sums, always in view: of the selection when there is one, else of the rows that are here. */
export function TableFooter({ model, columns, selection }: FooterProps): ReactElement {
  useSignals()
  const chosen = [...selection.rows.values()]
  const loaded = model.version.value === 0 ? [] : model.loaded()
  const rows = chosen.length > 0 ? chosen : loaded
  const partial = chosen.length === 0 && loaded.length < model.total.value
  const sums = columns.filter((column) => column.sum === true)
  return (
    <footer className="list-foot">
      <span>
        {model.fresh.value
          ? ' '
          : `${formatCount(model.total.value, model.capped.value)} ${model.total.value === 1 ? 'registro' : 'registros'}`}
      </span>
      {chosen.length === 0 ? null : (
        <>
          <strong>{counted(chosen.length, 'selecionada', 'selecionadas')}</strong>
          <Button kind="quiet" onClick={selection.clear}>
            Limpar
          </Button>
        </>
      )}
      <span className="spacer" />
      {sums.length > 0 && partial ? <small>soma das {loaded.length} primeiras</small> : null}
      {sums.map((column) => (
        <span key={column.field}>
          {column.label} <strong>{sumOf(column, rows)}</strong>
        </span>
      ))}
    </footer>
  )
}
