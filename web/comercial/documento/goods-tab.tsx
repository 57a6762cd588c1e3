import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { open } from '../../app/navigation'
import { useForm } from '../../ui/form/context'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { ProductEntry } from '../../ui/lines/product-entry'
import { textOf, type Values } from '../../ui/row'
import { addProduct } from './goods'
import type { DocumentNames } from './kind'
import { DiscountTool } from './discount'
import { computeLine, lineColumns } from './line'

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The address of a line's own form, with what it is told of its document. */
export function linePath(names: DocumentNames, path: string, line: string, values: Values): string {
  const query = new URLSearchParams()
  const told = {
    [names.link]: values.id,
    st: 'cliente' in values ? 0 : undefined,
    decimal_preco: 2,
    tabela_preco_id: values.tabela_preco_id,
    empresa_id: values.empresa_id,
  }
  for (const [name, value] of Object.entries(told)) if (textOf(value) !== '') query.set(name, textOf(value))
  return `${path}/${names.lineRoute}/${line}?${query.toString()}`
}

/** Goods of a document: entry by code or name, the grid, discounts on chosen lines. */
export function GoodsTab({
  names,
  path,
}: {
  readonly names: DocumentNames
  readonly path: string | undefined
}): ReactElement {
  useSignals()
  const form = useForm()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lines = linesOf(form.values.value[names.lines])
  const columns = lineColumns({
    isChosen: (line) => chosen.has(line.key),
    onToggle: (line) => setChosen(toggled(chosen, line.key)),
    onToggleAll: () => setChosen(new Set(chosen.size < lines.length ? lines.map((line) => line.key) : [])),
  })
  const openLine = (line: Line): void => {
    if (path !== undefined)
      open(linePath(names, path, line.id === undefined ? line.key : textOf(line.id), form.values.value))
  }
  const closed = form.readOnly.value || form.whyNotList(names.lines) !== undefined
  return (
    <LinesField
      name={names.lines}
      label="Mercadorias"
      columns={columns}
      compute={computeLine}
      onOpen={openLine}
      lead={
        closed ? null : <ProductEntry onAdd={(product, quantity) => addProduct(form, names.lines, product, quantity)} />
      }
      tools={
        closed ? null : <DiscountTool lines={lines} chosen={chosen} onChange={(next) => form.set(names.lines, next)} />
      }
    />
  )
}
