import { useState, type ReactElement } from 'react'
import { mercadoriaComputed, mercadoriaFields } from '../../../core/fields/estoque/mercadoria'
import { pathOf } from '../../../core/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { formatQuantity } from '../../ui/format'
import { getPath, numberOf, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { lazily } from '../../app/lazy'
import { lazyModal } from '../../ui/lazy-modal'
import { needOf } from '../../app/access'
import { missingFor } from '../../ui/why-not'
import { BULK_LIMIT, TOO_MANY } from '../../ui/table/bulk'
import { isLow } from './low'
import { RepriceDialog } from './reprice'
import { importAction } from '../../cadastros/importacao/importacao'

const { column } = fieldsOf({ ...mercadoriaFields, ...mercadoriaComputed })

const EMPTY = {
  text: 'Crie, importe uma planilha, ou receba a nota de um fornecedor: os produtos dela são cadastrados.',
  to: { path: '/ui/compras/nfe_compra', label: 'Receber o XML de uma nota' },
}

const columns: readonly Column[] = [
  column('codigo', { width: 100, card: 'sub' }),
  column('xProd', {
    card: 'title',
    render: (row) => (
      <>
        {textOf(row.imagem) === '' ? null : <img className="thumb" src={textOf(row.imagem)} alt="" loading="lazy" />}
        {textOf(row.xProd)}
      </>
    ),
  }),
  column('cEAN', { width: 140, card: 'none' }),
  column('un', { label: 'Un', width: 56, sort: false, filter: 'none', card: 'none' }),
  column('grupo.descricao', { width: 140, card: 'none', hidden: true }),
  column('preco', { width: 100, sort: false, card: 'none' }),
  column('q_disp', {
    width: 110,
    sort: false,
    card: 'value',
    render: (row) => <span className={isLow(row) ? 'negative' : ''}>{formatQuantity(row.q_disp ?? 0)}</span>,
    text: (row) => formatQuantity(row.q_disp ?? 0),
  }),
  column('q_total', { label: 'Estoque', width: 100, sort: false, card: 'none' }),
  column('q_minimo', { label: 'Mínimo', width: 90, card: 'none' }),
  column('vCustoMedio', { decimals: 4, width: 110, sort: false, card: 'none' }),
  column('ativo', {
    label: 'Estado',
    kind: 'chip',
    width: 160,
    filter: 'select',
    options: [
      { value: true, label: 'Ativa' },
      { value: false, label: 'Inativa' },
    ],
    chip: (row) => {
      if (row.ativo === false) return { word: 'Inativa', hue: 'cinza', mark: 'dash' }
      return isLow(row) ? { word: 'Estoque baixo', hue: 'ambar' } : { word: 'Ativa', hue: 'verde', mark: 'check' }
    },
    card: 'chip',
  }),
  column('NCM', { width: 110, hidden: true }),
  column('fabricante.descricao', { width: 140, hidden: true }),
  column('custo', { width: 110, hidden: true }),
]

const views = [
  { name: 'Ativas', where: { ativo: true } },
  { name: 'Estoque baixo', custom: { estoque_baixo: true } },
  { name: 'Inativas', where: { ativo: false } },
]

/** Products whose labels are printed at once. */
const MOST_LABELLED = 200

const BulkProducts = lazily(async () => (await import('./bulk')).BulkProducts)
const LabelsDialog = lazily(async () => (await import('../etiqueta/print-dialog')).LabelsDialog)
const SeriesDialog = lazily(async () => (await import('./series')).SeriesDialog)

/** Makes a product like another one and opens it: what tells them apart is still to be written. */
async function duplicate(row: Row): Promise<void> {
  try {
    const copy = numberOf(getPath(await post(`mercadoria/${row.id}/duplica`), 'mercadoria.id'))
    announce('mercadoria')
    if (copy !== null) go(pathOf('mercadoria', copy))
  } catch (error) {
    toast.error(error)
  }
}

function Mercadorias(): ReactElement {
  const [pricing, setPricing] = useState<readonly Row[] | null>(null)
  const [changing, setChanging] = useState<readonly Row[] | null>(null)
  const [labelled, setLabelled] = useState<readonly Row[] | null>(null)
  const [numbering, setNumbering] = useState(false)
  const missing = missingFor(needOf('mercadoria', 'edit'))
  const reason = (rows: readonly Row[]): string | undefined =>
    missing ?? (rows.length > BULK_LIMIT ? TOO_MANY : undefined)
  const actions: readonly TableAction[] = [
    { label: 'Alterar campo', icon: 'edit', run: setChanging, reason },
    { label: 'Precificar', icon: 'money', run: setPricing },
    {
      label: 'Etiquetas',
      icon: 'print',
      run: setLabelled,
      nothing: 'Selecione ao menos uma mercadoria para imprimir etiquetas.',
      reason: (rows) => (rows.length > MOST_LABELLED ? `Escolha até ${MOST_LABELLED} mercadorias.` : undefined),
    },
    importAction('produtos'),
    { label: 'Numeração', icon: 'tag', whole: true, right: 'mercadoria', run: () => setNumbering(true) },
  ]
  return (
    <>
      <ResourceTable
        resource="mercadoria"
        columns={columns}
        views={views}
        actions={actions}
        sort={{ field: 'xProd', desc: false }}
        create="Nova mercadoria"
        duplicate={duplicate}
        empty={EMPTY}
      />
      {pricing === null ? null : <RepriceDialog of={{ rows: pricing }} onClose={() => setPricing(null)} />}
      {changing === null ? null : <BulkProducts rows={changing} onClose={() => setChanging(null)} />}
      {labelled === null ? null : <LabelsDialog products={labelled} onClose={() => setLabelled(null)} />}
      {numbering ? <SeriesDialog onClose={() => setNumbering(false)} /> : null}
    </>
  )
}

const Form = lazyModal(async () => (await import('./form')).MercadoriaForm)

export const mercadoria = screen({
  path: '/ui/estoque/mercadoria',
  title: 'Mercadorias',
  area: 'Estoque',
  right: 'mercadoria',
  component: Mercadorias,
  modals: {
    'edit/:id': { component: Form, size: 'lg' },
    'edit/:id/mercadoria_caracteristica/:caracteristica_id': {
      component: lazyModal(async () => (await import('./characteristics')).CharacteristicForm),
      size: 'lg',
    },
    'edit/:id/mercadoria_planejamento/:planejamento_id': {
      component: lazyModal(async () => (await import('./planning')).PlanningForm),
      size: 'md',
    },
    'edit/:id/mercadoria_referencia/:referencia_id': {
      component: lazyModal(async () => (await import('./codes')).ReferenceForm),
      size: 'md',
    },
    'edit/:id/mercadoria_imagem': {
      component: lazyModal(async () => (await import('./gallery')).Gallery),
      size: 'full',
    },
  },
})
