import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm } from '../form/context'
import type { Row, Values } from '../row'
import { openLine, type LineRoute } from './line-route'
import { LinesField, type LinesFieldProps } from './lines-field'
import { linesOf } from './lines-state'
import { ProductEntry } from './product-entry'

interface ProductLinesProps extends Omit<LinesFieldProps, 'lead' | 'onOpen'> {
  /** The line that a product begins with; `compute` completes it. */
  readonly newLine: (product: Row, quantity: number) => Values
  /** Where its lines have forms of their own. */
  readonly opens?: LineRoute
}

/** The goods of a document: a product by code or name begins a line of the grid. */
export function ProductLines({ newLine, opens, ...field }: ProductLinesProps): ReactElement {
  useSignals()
  const form = useForm()
  const { name } = field
  const add = (product: Row, quantity: number): Promise<void> => {
    const line = { ...newLine(product, quantity), key: crypto.randomUUID() }
    form.set(name, [...linesOf(form.values.value[name]), field.compute?.(line, []) ?? line])
    return Promise.resolve()
  }
  return (
    <LinesField
      {...field}
      {...(opens === undefined ? {} : { onOpen: (line) => openLine(opens, line, form.values.value) })}
      lead={form.readOnly.value || field.locked === true ? null : <ProductEntry onAdd={add} />}
    />
  )
}
