import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CoreError } from '../../../core/errors'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { useForm, useRegistered } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { formatCost } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf } from '../../ui/lines/lines-state'
import type { Values } from '../../ui/row'
import { FORMATION, FormationDialog } from './formation'
import { costOf, linked, priceColumns, PRICES } from './prices'

function addRow(form: FormModel, name: string, row: Values): void {
  form.set(name, [...linesOf(form.values.value[name]), { ...row, key: crypto.randomUUID() }])
}

/** The first price row takes a price; one is made when there is none. */
function takePrice(form: FormModel, price: number): void {
  const rows = linesOf(form.values.value[PRICES])
  const [first, ...others] = rows
  if (first === undefined) {
    addRow(form, PRICES, { vUnTrib: price })
    toast.info('Escolha a tabela da nova linha de preço.')
    return
  }
  form.set(PRICES, [linked({ ...first, vUnTrib: price }, ['vUnTrib'], form.values.value), ...others])
}

/** Prices by table: price, margin and markup follow each other. */
export function PricesTab(): ReactElement {
  useSignals()
  const form = useForm()
  const [forming, setForming] = useState(false)
  useRegistered({ name: FORMATION, label: 'Formação de preço', required: false, focus: () => setForming(true) })
  const product = form.values.value
  const cost = costOf(product)
  return (
    <div className="stack">
      <LinesField
        name={PRICES}
        label="Preços"
        columns={priceColumns}
        compute={(line, written) => linked(line, written, form.values.value)}
        onAdd={() => addRow(form, PRICES, { vUnTrib: 0 })}
        tools={
          <>
            <Button icon="chart" onClick={() => setForming(true)}>
              Formação de preço
            </Button>
            <span className="spacer" />
            <span className="field-help">
              Custo <b>{formatCost(cost)}</b>
            </span>
          </>
        }
      />
      {forming ? (
        <FormationDialog
          product={product}
          onClose={() => setForming(false)}
          onKeep={(told) => {
            setForming(false)
            form.set(FORMATION, told)
          }}
          onTake={(price, told) => {
            setForming(false)
            form.set(FORMATION, told)
            try {
              takePrice(form, price)
            } catch (error) {
              if (!(error instanceof CoreError)) throw error
              toast.danger(error.message)
            }
          }}
        />
      ) : null}
    </div>
  )
}
