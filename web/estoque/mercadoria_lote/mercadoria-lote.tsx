import type { ReactElement } from 'react'
import { mercadoriaLoteComputed, mercadoriaLoteFields } from '../../../core/fields/estoque/lote'
import { screen, type ModalProps } from '../../app/registry'
import { Chip } from '../../ui/chip'
import { fieldsOf } from '../../ui/fields-of'
import { PRODUCT } from '../../ui/form/product'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName } from '../../ui/format'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { lotState } from './state'
import { LotTrace } from './trace'

const { Field, ReferenceField, column, defaults } = fieldsOf({ ...mercadoriaLoteFields, ...mercadoriaLoteComputed })

const columns: readonly Column[] = [
  column('nLote', { width: 180, card: 'title' }),
  column('mercadoria.xProd', { label: 'Mercadoria', card: 'sub' }),
  column('dVal', { width: 130 }),
  column('dFab', { width: 130, hidden: true }),
  column('q_total', { width: 120, card: 'value' }),
  column('bloqueado', {
    label: 'Situação',
    kind: 'chip',
    width: 130,
    filter: 'select',
    options: [
      { value: true, label: 'Bloqueado' },
      { value: false, label: 'Não bloqueado' },
    ],
    chip: lotState,
  }),
]

const WITH_STOCK: Values = { com_saldo: true }
const VIEWS = [
  { name: 'Com estoque', custom: WITH_STOCK },
  { name: 'Vencidos', custom: { ...WITH_STOCK, vencidos: true } },
  { name: 'Bloqueados', where: { bloqueado: true } },
]

const EMPTY = { text: 'Os lotes nascem nas entradas: informe o lote e a validade de cada item que chega.' }

const Lotes = (): ReactElement => (
  <ResourceTable
    resource="estoque/mercadoria_lote"
    columns={columns}
    sort={{ field: 'dVal', desc: false }}
    views={VIEWS}
    create="Novo lote"
    empty={EMPTY}
  />
)

function title(row: Row): ReactElement {
  return (
    <span className="document-title">
      <span>
        Lote {textOf(row.nLote)} · {displayName(row.mercadoria)}
      </span>
      <Chip {...lotState(row)} />
    </span>
  )
}

/** A lot: its dates, whether it may leave, where it came from and where it went. */
function LoteForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/mercadoria_lote" name="Lote" title={title} defaults={defaults}>
      <ReferenceField name="mercadoria_id" {...PRODUCT} disabled={modal.id !== 'new'} span={8} />
      <Field name="nLote" span={4} />
      <Field name="dFab" span={3} />
      <Field name="dVal" span={3} />
      <Field name="bloqueado" span={3} />
      <Field name="xMotivoBloqueio" span={12} />
      {modal.id === 'new' ? null : <LotTrace />}
    </ResourceForm>
  )
}

export const lotes = screen({
  path: '/ui/estoque/mercadoria_lote',
  title: 'Lotes',
  area: 'Estoque',
  right: 'mercadoria',
  component: Lotes,
  modals: { 'edit/:id': { component: LoteForm, size: 'lg' } },
})
