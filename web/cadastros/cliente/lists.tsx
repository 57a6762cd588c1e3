import type { ReactElement } from 'react'
import { clienteEnderecoFields } from '../../../core/fields/cadastros/pessoas'
import { clienteIntencaoFields } from '../../../core/fields/cadastros/cliente-intencao'
import { fieldsOf } from '../../ui/fields-of'
import { confirm } from '../../ui/confirm'
import { useForm } from '../../ui/form/context'
import { productCodes } from '../../ui/form/product'
import { ListField } from '../../ui/lines/list-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'

const { line, lineTo, defaults } = fieldsOf(clienteEnderecoFields)
const intention = fieldsOf(clienteIntencaoFields)

const ADDRESSES = 'endereco_entrega_list'

const addressColumns: readonly LineColumn[] = [
  line('CEP', { width: 100, editable: true }),
  line('xLgr', { editable: true }),
  line('nro', { width: 80, editable: true }),
  line('xCpl', { width: 120, editable: true }),
  line('xBairro', { width: 130, editable: true }),
  lineTo('cMun', 'municipio', { object: 'cMun_ref', minChars: 4, width: 150 }),
  line('UF', { width: 50, editable: true }),
]

/** Where goods go when not to the customer's own address; one of them is the usual one (Space). */
export function DeliveryAddresses(): ReactElement {
  const form = useForm()
  const choose = (key: string): void =>
    form.set(
      ADDRESSES,
      linesOf(form.values.value[ADDRESSES]).map((line) => ({
        ...line,
        padrao: line.key === key && line.padrao !== true,
      })),
    )
  const columns: readonly LineColumn[] = [
    line('padrao', {
      width: 70,
      show: (line) => (line.padrao === true ? 'Sim' : ''),
      toggle: (line) => choose(line.key),
    }),
    ...addressColumns,
  ]
  return <ListField name={ADDRESSES} label="Endereços de entrega" columns={columns} blank={defaults} />
}

const intentionColumns: readonly LineColumn[] = [
  intention.line('descricao', { editable: true }),
  intention.lineTo('mercadoria_id', 'mercadoria', { minChars: 1, detail: productCodes, width: 260 }),
  intention.line('quantidade', { width: 110, editable: true }),
  intention.line('dPrevista', { width: 120, editable: true }),
]

const askToRemove = (): Promise<boolean> =>
  confirm({ title: 'Excluir esta intenção de compra?', action: 'Excluir', danger: true })

export function Intentions(): ReactElement {
  return (
    <ListField
      name="intencao_compra_list"
      label="Intenções de compra"
      columns={intentionColumns}
      onRemove={askToRemove}
      addKey={false}
    />
  )
}
