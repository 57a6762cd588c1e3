import { useMemo, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { transfArmazFields, transfArmazMercadoriaFields } from '../../../core/fields/estoque/transf-armaz'
import { transfArmazLife } from '../../../core/lifecycle/transf-armaz'
import { screen, type ModalProps } from '../../app/registry'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { formatDate } from '../../ui/format'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { ProductLines } from '../../ui/lines/product-lines'
import { isSet, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { lineOf, PRODUCT_COLUMN } from '../goods'

const KIND: DocumentKind = {
  life: transfArmazLife,
  resource: 'estoque/transf_armaz',
  name: 'transf_armaz',
  right: 'transferencia_armazenamento',
}
const ITEMS = 'transf_armaz_mercadoria_list'

const head = fieldsOf(transfArmazFields, KIND.life)
const item = fieldsOf(transfArmazMercadoriaFields)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'title' }),
  head.column('criado_em', { label: 'Data', width: 150, card: 'sub' }),
  head.column('armazem_orig.xNome', { width: 180 }),
  head.column('armazem_dest.xNome', { width: 180 }),
  head.column('user.name', { label: 'Quem', width: 160 }),
  head.column('obs'),
]

const EMPTY = {
  text: 'Passe mercadorias de um local a outro: leia os itens e diga de onde e para onde vão.',
}

const Transferencias = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create="Nova transferência" empty={EMPTY} />
)

/** Places of the warehouse that the transfer names, else all of its company. */
function placesIn({ empresa_id }: Values, armazem_id: unknown): Values {
  return { ...placesOf({ empresa_id }), ...(isSet(armazem_id) ? { armazem_id } : {}) }
}

const columnsOf = (head: Values): readonly LineColumn[] => [
  item.line('xProd', PRODUCT_COLUMN),
  item.line('un', { label: 'Un', width: 56 }),
  item.line('qTrib', { label: 'Quant.', width: 100, editable: true }),
  item.lineTo('armazenamento_orig_id', 'estoque/armazenamento', {
    width: 150,
    where: placesIn(head, head.armazem_orig_id),
  }),
  item.lineTo('armazenamento_dest_id', 'estoque/armazenamento', {
    width: 150,
    where: placesIn(head, head.armazem_dest_id),
  }),
  item.lineTo('lote_id', 'estoque/mercadoria_lote', {
    width: 150,
    where: ({ mercadoria_id }) => ({ mercadoria_id }),
    detail: (row) => (isSet(row.dVal) ? `vence em ${formatDate(row.dVal)}` : ''),
  }),
]

/** A further line goes from and to where the one before it does. */
const newLine =
  (values: Values) =>
  (product: Row, quantity: number): Values => {
    const last = linesOf(values[ITEMS]).at(-1)
    return {
      ...lineOf(product, quantity),
      ...(last === undefined
        ? {}
        : {
            armazenamento_orig_id: last.armazenamento_orig_id,
            armazenamento_orig: last.armazenamento_orig,
            armazenamento_dest_id: last.armazenamento_dest_id,
            armazenamento_dest: last.armazenamento_dest,
          }),
    }
  }

const sent = (values: Values): Values => sentLists(values, { [ITEMS]: item.sent })

function Items(): ReactElement {
  useSignals()
  const values = useForm().values.value
  const { empresa_id, armazem_orig_id, armazem_dest_id } = values
  const columns = useMemo(
    () => columnsOf({ empresa_id, armazem_orig_id, armazem_dest_id }),
    [empresa_id, armazem_orig_id, armazem_dest_id],
  )
  return <ProductLines name={ITEMS} label="Mercadorias" columns={columns} newLine={newLine(values)} />
}

function TransferenciaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Transferência"
      title={(row) => `Transferência ${row.id}`}
      defaults={head.defaults}
      stay
      life={KIND.life}
      shape={sent}
      actions={<LifeBar kind={KIND} />}
      createdText="Transferência salva com sucesso."
      savedText="Transferência salva com sucesso."
    >
      <Tab label="Informações">
        <head.ReferenceField name="armazem_orig_id" resource="estoque/armazem" help="Vazio: qualquer local" span={4} />
        <head.ReferenceField name="armazem_dest_id" resource="estoque/armazem" help="Vazio: qualquer local" span={4} />
        <head.Field name="emitir_nfe" disabled help="As notas fiscais ainda não são emitidas por aqui." span={4} />
        <head.Field name="obs" kind="textarea" />
      </Tab>
      <Tab label="Mercadorias" joins>
        <Items />
      </Tab>
    </ResourceForm>
  )
}

export const transferencia = screen({
  path: '/ui/estoque/transferencia',
  title: 'Transferências',
  area: 'Estoque',
  right: 'transferencia_armazenamento',
  component: Transferencias,
  modals: { 'edit/:id': { component: TransferenciaForm, size: 'xl' } },
})
