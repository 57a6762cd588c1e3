import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaEanAuxiliarFields, mercadoriaFornecedorFields } from '../../../core/fields/estoque/mercadoria'
import {
  mercadoriaCodigoFields,
  mercadoriaReferenciaFields,
  unidadeAuxiliarFields,
} from '../../../core/fields/estoque/mercadoria-codigos'
import { yesNo } from '../../../core/fields/field'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ChildList } from '../../ui/form/child-list'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName } from '../../ui/format'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { ListField } from '../../ui/lines/list-field'
import { textOf, type Row } from '../../ui/row'
import { AUXILIARY, BARCODES, EANS, SUPPLIERS } from './prices'

const supplier = fieldsOf(mercadoriaFornecedorFields)
const ean = fieldsOf(mercadoriaEanAuxiliarFields)
const barcode = fieldsOf(mercadoriaCodigoFields)
const auxiliary = fieldsOf(unidadeAuxiliarFields)
const { Field, ReferenceField, defaults, word } = fieldsOf(mercadoriaReferenciaFields)

const supplierColumns: readonly LineColumn[] = [
  supplier.lineTo('fornecedor_id', 'fornecedor', { minChars: 1 }),
  supplier.line('codigo', { width: 200, editable: true }),
  supplier.line('fatorConversao', { label: 'Fator', width: 110, editable: true }),
]
const eanColumns: readonly LineColumn[] = [ean.line('cEAN', { editable: true })]
const unitColumns: readonly LineColumn[] = [
  auxiliary.lineTo('unidade_id', 'estoque/unidade'),
  auxiliary.line('fator_conversao', { label: 'Fator', width: 140, editable: true }),
]

function useBarcodeColumns(): readonly LineColumn[] {
  const form = useForm()
  return [
    barcode.lineTo('fornecedor_id', 'fornecedor', { minChars: 1 }),
    barcode.line('codigo', { width: 180, editable: true }),
    barcode.line('qTrib', { width: 110, editable: true }),
    barcode.line('qtdVariavel', {
      width: 160,
      show: (line) => yesNo(line.qtdVariavel === true),
      toggle: (line) =>
        form.set(
          BARCODES,
          linesOf(form.values.value[BARCODES]).map((one) =>
            one.key === line.key ? { ...one, qtdVariavel: one.qtdVariavel !== true } : one,
          ),
        ),
    }),
  ]
}

const describe = (row: Row): string =>
  [textOf(row.referencia), word('tipo', row.tipo), displayName(row.fabricante), textOf(row.obs)]
    .filter((text) => text !== '' && text !== '--')
    .join(' · ')

/** What goods are called and counted by others: suppliers' codes and bar codes, further bar codes, references, other units. */
export function CodesTab({ modal }: { readonly modal: ModalProps }): ReactElement {
  useSignals()
  const barcodeColumns = useBarcodeColumns()
  return (
    <div className="stack">
      <ListField
        addKey={false}
        name={SUPPLIERS}
        label="Códigos dos fornecedores"
        columns={supplierColumns}
        blank={supplier.defaults}
      />
      <ListField
        addKey={false}
        name={BARCODES}
        label="Códigos de barras dos fornecedores"
        columns={barcodeColumns}
        blank={barcode.defaults}
      />
      <p className="field-help">Uma leitura vale a quantidade; espaço muda se ela é perguntada.</p>
      <ListField addKey={false} name={EANS} label="Outros códigos de barras" columns={eanColumns} />
      <ListField addKey={false} name={AUXILIARY} label="Unidades auxiliares" columns={unitColumns} />
      <p className="field-help">Fator: quantas das nossas há em uma destas. Caixa de 12, 12.</p>
      <ChildList
        modal={modal}
        label="Referências"
        resource="estoque/mercadoria_referencia"
        field="mercadoria_id"
        segment="mercadoria_referencia"
        describe={describe}
        unsaved="Salve a mercadoria antes."
      />
    </div>
  )
}

/** A reference of a product: what others call it. */
export function ReferenceForm(modal: ModalProps): ReactElement {
  const mercadoria_id = Number(modal.params.id)
  return (
    <ResourceForm
      modal={modal}
      resource="estoque/mercadoria_referencia"
      name="Referência"
      title={(row) => textOf(row.referencia)}
      defaults={{ ...defaults, mercadoria_id }}
    >
      <Field name="referencia" span={6} />
      <Field name="tipo" span={6} />
      <ReferenceField name="fabricante_id" resource="estoque/fabricante" span={6} />
      <Field name="obs" span={6} />
    </ResourceForm>
  )
}
