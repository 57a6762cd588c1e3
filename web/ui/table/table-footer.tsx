import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { decimal, ZERO } from '../../../core/money/decimal'
import type { Sums } from '../../app/api'
import { Button } from '../button'
import { amountOf, counted, formatMoney, formatQuantity } from '../format'
import { getPath, textOf, type Row } from '../row'
import type { Column } from './columns'
import { ListCount } from './list-count'
import type { ListModel } from './list-model'
import type { Selection } from './use-table'

interface FooterProps {
  readonly model: ListModel
  readonly columns: readonly Column[]
  readonly selection: Selection
}

const amountText = (column: Column, total: unknown): string =>
  column.kind === 'money' ? formatMoney(total) : formatQuantity(total, column.decimals ?? 3)

/** Exact sum of a column over rows; undefined of quantities, whose rows do not say their unit. */
function sumOfRows(column: Column, rows: readonly Row[]): string | undefined {
  if (column.sum !== 'amount') return undefined
  const total = rows.reduce((sum, row) => sum.plus(decimal(amountOf(getPath(row, column.field)))), ZERO)
  return amountText(column, total.toString())
}

/** The sum of a column as a list told it: `R$ 12,50`; of a quantity `3 KG · 12 UN`. Undefined where it told none. */
export function sumText(column: Column, sums: Sums): string | undefined {
  const told = sums[column.field]
  if (told === undefined) return undefined
  if (column.sum !== 'unit') return amountText(column, told)
  const parts = (Array.isArray(told) ? told : []).map(
    ({ unidade, soma }) => `${formatQuantity(soma, column.decimals ?? 3)} ${textOf(unidade)}`,
  )
  return parts.length === 0 ? '0' : parts.join(' · ')
}

/** Counts and sums, always in view: of the selection when there is one, else of all that the list finds. */
export function TableFooter({ model, columns, selection }: FooterProps): ReactElement {
  useSignals()
  const chosen = [...selection.rows.values()]
  const summed = columns.filter((column) => column.sum !== undefined)
  const known = model.sums.value
  const sums = summed.flatMap((column) => {
    const text =
      chosen.length > 0 ? sumOfRows(column, chosen) : known === undefined ? undefined : sumText(column, known)
    return text === undefined ? [] : [{ ...column, text }]
  })
  const unknown = chosen.length === 0 && summed.length > 0 && !model.fresh.value && known === undefined
  return (
    <footer className="list-foot">
      <span>
        {model.fresh.value ? (
          ' '
        ) : (
          <ListCount model={model} noun={model.total.value === 1 ? 'registro' : 'registros'} />
        )}
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
      {unknown ? (
        <Button kind="quiet" busy={model.counting.value} onClick={() => void model.countAll()}>
          {`Somar ${summed.map(({ label }) => label).join(', ')}`}
        </Button>
      ) : null}
      {sums.map(({ field, label, text }) => (
        <span key={field}>
          {label} <strong>{text}</strong>
        </span>
      ))}
    </footer>
  )
}
