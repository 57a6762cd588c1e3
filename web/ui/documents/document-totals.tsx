import type { ReactElement } from 'react'
import { counted, formatAmount, formatMoney } from '../format'

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
