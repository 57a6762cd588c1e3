import { useMemo, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { transfArmazFields, transfArmazMercadoriaFields } from '../../../core/fields/estoque/transf-armaz'
import { transfArmazLife } from '../../../core/lifecycle/transf-armaz'
import { tellsNote } from '../../nfe/nfe/tell'
import { screen, type ModalProps } from '../../app/registry'
import { sentLists } from '../../ui/documents/act'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { stateViews } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { GOES_OUT } from '../../ui/form/operation'
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
  head.column('empresa_destino.xNome', { label: 'Para a empresa', width: 180 }),
  head.column('dhRecebimento', { label: 'Recebida em', width: 150, hidden: true }),
  head.column('armazem_orig.xNome', { width: 180 }),
  head.column('armazem_dest.xNome', { width: 180 }),
  head.column('user.name', { label: 'Quem', width: 160 }),
  head.column('obs'),
]

const EMPTY = {
  text: 'Passe mercadorias de um local a outro: leia os itens e diga de onde e para onde vão.',
}

const VIEWS = [
  ...stateViews(KIND.life),
  { name: 'Em trânsito', custom: { em_transito: true }, sort: { field: 'id', desc: false } },
]

const Transferencias = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} views={VIEWS} create="Nova transferência" empty={EMPTY} />
)

const HOW = tellsNote('transf_armaz_id', 'finalizarTransferencia', 'emiteNFe')

/** Places of the warehouse that the transfer names, else all of its company. */
function placesIn({ empresa_id }: Values, armazem_id: unknown): Values {
  return { ...placesOf({ empresa_id }), ...(isSet(armazem_id) ? { armazem_id } : {}) }
}

/** The company that goods go to: their own, or another one. */
const destinationOf = ({ empresa_id, empresa_destino_id }: Values): Values => ({
  empresa_id: isSet(empresa_destino_id) ? empresa_destino_id : empresa_id,
})

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
    where: placesIn(destinationOf(head), head.armazem_dest_id),
  }),
  item.lineTo('lote_id', 'estoque/mercadoria_lote', {
    width: 150,
    where: ({ mercadoria_id }) => ({ mercadoria_id }),
    detail: (row) => (isSet(row.dVal) ? `vence em ${formatDate(row.dVal)}` : ''),
  }),
  ...(isSet(head.empresa_destino_id) ? [item.line('vCusto', { width: 96, sum: true })] : []),
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
  const { empresa_id, empresa_destino_id, armazem_orig_id, armazem_dest_id } = values
  const columns = useMemo(
    () => columnsOf({ empresa_id, empresa_destino_id, armazem_orig_id, armazem_dest_id }),
    [empresa_id, empresa_destino_id, armazem_orig_id, armazem_dest_id],
  )
  return <ProductLines name={ITEMS} label="Mercadorias" columns={columns} newLine={newLine(values)} />
}

function HeadFields(): ReactElement {
  useSignals()
  const values = useForm().values.value
  const abroad = isSet(values.empresa_destino_id)
  return (
    <>
      <head.ReferenceField
        name="empresa_destino_id"
        resource="empresa"
        help={abroad ? 'As mercadorias esperam lá, em uma entrada aberta' : 'Vazia: ficam na empresa'}
        span={12}
      />
      <head.ReferenceField
        name="armazem_orig_id"
        resource="estoque/armazem"
        where={{ empresa_id: placesOf(values).empresa_id }}
        help="Vazio: qualquer local"
        span={6}
      />
      <head.ReferenceField
        name="armazem_dest_id"
        resource="estoque/armazem"
        where={{ empresa_id: placesOf(destinationOf(values)).empresa_id }}
        help={abroad ? 'Vazio: o local usual da empresa' : 'Vazio: qualquer local'}
        span={6}
      />
      <head.Field name="emitir_nfe" span={6} />
      <head.ReferenceField
        name="tipo_entrada_saida_id"
        {...GOES_OUT}
        required={values.emitir_nfe === true || abroad}
        span={6}
      />
      <head.Field name="obs" kind="textarea" />
    </>
  )
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
      actions={<LifeBar kind={KIND} how={HOW} />}
      createdText="Transferência salva com sucesso."
      savedText="Transferência salva com sucesso."
    >
      <Tab label="Informações">
        <HeadFields />
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
