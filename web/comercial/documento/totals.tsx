import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../../ui/form/context'
import { formatAmount, formatMoney } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import type { DocumentNames } from './kind'
import { totalsOf } from './line'

/** The document's totals while it is written: sums of its lines by the pricing core. */
export function Totals({ names }: { readonly names: DocumentNames }): ReactElement {
  useSignals()
  const { values } = useForm()
  const lines = linesOf(values.value[names.lines])
  const totals = totalsOf(lines, values.value.vFrete)
  const parts = [
    { label: 'Produtos', value: totals.vBruto },
    { label: 'Descontos', value: totals.vDesconto },
    { label: 'IPI', value: totals.vIPI },
    { label: 'ST', value: totals.vICMSST.plus(totals.vFCPST) },
    { label: 'Frete', value: totals.vFrete },
  ]
  return (
    <div className="totals" aria-live="off">
      <span className="totals-count">
        {lines.length} {lines.length === 1 ? 'item' : 'itens'}
      </span>
      {parts.map(({ label, value }) => (
        <span key={label} className={value.isZero() ? 'totals-zero' : ''}>
          {label} <b>{formatAmount(value.toFixed(2))}</b>
        </span>
      ))}
      <strong>
        Total <output>{formatMoney(totals.vDocumento.toFixed(2))}</output>
      </strong>
    </div>
  )
}
