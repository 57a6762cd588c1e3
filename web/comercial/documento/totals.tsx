import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { DocumentTotals } from '../../ui/documents/document-totals'
import { useForm } from '../../ui/form/context'
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
  ].map(({ label, value }) => ({ label, value: value.toFixed(2) }))
  return <DocumentTotals count={lines.length} parts={parts} total={totals.vDocumento.toFixed(2)} />
}
