import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { lineOf, LOT, PLACE, PRODUCT_COLUMN } from '../../estoque/goods'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import { computeLine, GOODS, goods, service, SERVICES } from './kind'

/** The two lists of a service order: what was done, and the goods that it took. */

const ACTIVE: Values = { ativo: true }

/** Under warranty a line costs the customer nothing; out of it its price is written again. */
function turnWarranty(form: FormModel, list: string, { key, garantia }: Line): void {
  form.set(
    list,
    linesOf(form.values.value[list]).map((one) =>
      one.key === key
        ? computeLine({ ...one, garantia: garantia !== true, ...(garantia === true ? {} : FREE) }, [])
        : one,
    ),
  )
}
const FREE = { vUnTrib: 0, vDesc: 0 }

const chargedOnly = (line: Line): boolean => line.garantia !== true

const warranty = (form: FormModel, list: string): LineColumn => ({
  field: 'garantia',
  label: 'Garantia',
  width: 80,
  show: (line) => (line.garantia === true ? 'Sim' : 'Não'),
  toggle: (line) => turnWarranty(form, list, line),
})

const serviceColumns = (form: FormModel): readonly LineColumn[] => [
  service.lineTo('servico_id', 'srv/servico', {
    where: ACTIVE,
    minChars: 0,
    pick: (line, row) =>
      computeLine(
        {
          ...line,
          servico_id: row?.id ?? null,
          servico: row,
          xServ: textOf(row?.descricao),
          un: textOf(row?.un),
          vUnTrib: line.garantia === true ? 0 : (numberOf(row?.valor) ?? 0),
        },
        [],
      ),
  }),
  service.line('un', { label: 'Un', width: 48 }),
  service.line('qTrib', { label: 'Quant.', width: 84, editable: true }),
  service.line('vUnTrib', { label: 'Preço', width: 96, editable: chargedOnly }),
  service.line('vDesc', { width: 88, editable: chargedOnly }),
  warranty(form, SERVICES),
  service.lineTo('colaborador_id', 'cadastros/colaborador', { width: 140 }),
  service.line('vTotal', { width: 104, sum: true }),
]

/** What is done, each with its price, or under warranty. */
export function Services(): ReactElement {
  useSignals()
  const form = useForm()
  const add = (): void =>
    form.set(SERVICES, [
      ...linesOf(form.values.value[SERVICES]),
      { key: crypto.randomUUID(), qTrib: 1, vUnTrib: 0, vDesc: 0, garantia: false, vTotal: 0 },
    ])
  return (
    <LinesField
      name={SERVICES}
      label="Serviços"
      columns={serviceColumns(form)}
      compute={computeLine}
      onAdd={add}
      addsInPlace
    />
  )
}

const goodsColumns = (form: FormModel): readonly LineColumn[] => [
  goods.line('xProd', PRODUCT_COLUMN),
  goods.line('un', { label: 'Un', width: 48 }),
  goods.line('qTrib', { label: 'Quant.', width: 84, editable: true }),
  goods.line('vUnTrib', { label: 'Preço', width: 96, editable: chargedOnly }),
  goods.line('vDesc', { width: 88, editable: chargedOnly }),
  warranty(form, GOODS),
  goods.lineTo('armazenamento_id', 'estoque/armazenamento', PLACE),
  goods.lineTo('lote_id', 'estoque/mercadoria_lote', LOT),
  goods.lineTo('servico_id', 'srv/servico', { width: 140, minChars: 0, optional: true, label: 'Usada em' }),
  goods.line('vCusto', { width: 88 }),
  goods.line('vTotal', { width: 104, sum: true }),
]

const newPart = (product: Row, quantity: number): Values => ({
  ...lineOf(product, quantity),
  vUnTrib: numberOf(product.preco) ?? 0,
  vDesc: 0,
  garantia: false,
})

/** Goods that the order takes out of stock as it is finished. */
export function Goods(): ReactElement {
  useSignals()
  const form = useForm()
  return (
    <ProductLines
      name={GOODS}
      label="Mercadorias"
      columns={goodsColumns(form)}
      compute={computeLine}
      newLine={newPart}
    />
  )
}
