import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../form/context'
import { counted, formatAmount, formatMoney } from '../format'
import { linesOf } from '../lines/lines-state'
import type { Values } from '../row'

interface DocumentTotalsProps {
  /** How many lines the document has. */
  readonly count: number
  /** In reais. */
  readonly total: string
  /** What the total is made of, in reais; parts that are nothing stand back. */
  readonly parts?: readonly { readonly label: string; readonly value: string }[]
}

/** The foot of a document: how many items, what they come to. */
export function DocumentTotals({ count, total, parts }: DocumentTotalsProps): ReactElement {
  return (
    <div className="totals" aria-live="off">
      <span className="totals-count">{counted(count, 'item', 'itens')}</span>
      {parts?.map(({ label, value }) => (
        <span key={label} className={Number(value) === 0 ? 'totals-zero' : ''}>
          {label} <b>{formatAmount(value)}</b>
        </span>
      ))}
      <strong>
        Total <output>{formatMoney(total)}</output>
      </strong>
    </div>
  )
}

interface ListTotalsProps {
  /** The nested list of the form's record. */
  readonly list: string
  /** What the record comes to, in reais. */
  readonly totalOf: (values: Values) => string
}

/** The foot of the form of a document whose total is of one list. */
export function ListTotals({ list, totalOf }: ListTotalsProps): ReactElement {
  useSignals()
  const { values } = useForm()
  return <DocumentTotals count={linesOf(values.value[list]).length} total={totalOf(values.value)} />
}
