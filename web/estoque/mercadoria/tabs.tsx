import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaEanAuxiliarFields, mercadoriaFornecedorFields } from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import { CoreError } from '../../../core/errors'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { formatCost } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import type { Values } from '../../ui/row'
import { FormationDialog } from './formation'
import { costOf, EANS, linked, priceColumns, PRICES, SUPPLIERS } from './prices'

const { line, lineTo } = fieldsOf(mercadoriaFornecedorFields)
const ean = fieldsOf(mercadoriaEanAuxiliarFields)

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
          onTake={(price) => {
            setForming(false)
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

const supplierColumns: readonly LineColumn[] = [
  lineTo('fornecedor_id', 'fornecedor', { minChars: 1 }),
  line('codigo', { width: 200, editable: true }),
  line('fatorConversao', { label: 'Fator', width: 110, editable: true }),
]
const eanColumns: readonly LineColumn[] = [ean.line('cEAN', { editable: true })]

export function SuppliersTab(): ReactElement {
  const form = useForm()
  return (
    <div className="stack">
      <h3 className="group-title">Códigos dos fornecedores</h3>
      <LinesField
        name={SUPPLIERS}
        label="Fornecedores"
        columns={supplierColumns}
        onAdd={() => addRow(form, SUPPLIERS, { codigo: '', fatorConversao: 1 })}
      />
      <h3 className="group-title">Outros códigos de barras</h3>
      <LinesField
        name={EANS}
        label="EANs auxiliares"
        columns={eanColumns}
        tools={
          <Button icon="add" onClick={() => addRow(form, EANS, { cEAN: '' })}>
            Adicionar EAN
          </Button>
        }
      />
    </div>
  )
}
