import type { ReactElement } from 'react'
import { confirm } from '../../ui/confirm'
import { useForm } from '../../ui/form/context'
import { productCodes } from '../../ui/form/product-field'
import { ListField } from '../../ui/lines/list-field'
import { referenceLine } from '../../ui/lines/reference-line'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'

const ADDRESSES = 'endereco_entrega_list'

const addressColumns: readonly LineColumn[] = [
  { field: 'CEP', label: 'CEP', kind: 'cep', width: 100, editable: true },
  { field: 'xLgr', label: 'Logradouro', editable: true },
  { field: 'nro', label: 'Número', width: 80, editable: true },
  { field: 'xCpl', label: 'Complemento', width: 120, editable: true },
  { field: 'xBairro', label: 'Bairro', width: 130, editable: true },
  referenceLine('cMun', 'Município', 'municipio', { object: 'cMun_ref', minChars: 4, width: 150 }),
  { field: 'UF', label: 'UF', kind: 'upper', width: 50, editable: true },
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
    {
      field: 'padrao',
      label: 'Padrão',
      width: 70,
      show: (line) => (line.padrao === true ? 'Sim' : ''),
      toggle: (line) => choose(line.key),
    },
    ...addressColumns,
  ]
  return <ListField name={ADDRESSES} label="Endereços de entrega" columns={columns} blank={{ padrao: false }} />
}

const intentionColumns: readonly LineColumn[] = [
  { field: 'descricao', label: 'O que procura', editable: true, required: true },
  referenceLine('mercadoria_id', 'Produto', 'mercadoria', { minChars: 1, detail: productCodes, width: 260 }),
  { field: 'quantidade', label: 'Quantidade', kind: 'number', width: 110, editable: true },
  { field: 'dPrevista', label: 'Para quando', kind: 'date', width: 120, editable: true },
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
