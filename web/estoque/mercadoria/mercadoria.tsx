import { useState, type ReactElement } from 'react'
import { mercadoriaComputed, mercadoriaFields } from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { formatQuantity } from '../../ui/format'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { hasPrice, sentProduct } from './prices'
import { CharacteristicForm, CharacteristicsTab } from './characteristics'
import { CompositionTab, PlanningForm, PlanningTab } from './planning'
import { lazily } from '../../app/lazy'
import { needOf } from '../../app/access'
import { missingFor } from '../../ui/why-not'
import { BULK_LIMIT, TOO_MANY } from '../../ui/table/bulk'
import { RepriceDialog } from './reprice'
import { PricesTab, StockTab, SuppliersTab } from './tabs'
import { importAction } from '../../cadastros/importacao/importacao'

const { Field, ReferenceField, column, defaults } = fieldsOf({ ...mercadoriaFields, ...mercadoriaComputed })

const EMPTY = {
  text: 'Crie, importe uma planilha, ou receba a nota de um fornecedor: os produtos dela são cadastrados.',
  to: { path: '/ui/compras/nfe_compra', label: 'Receber o XML de uma nota' },
}

const isLow = (row: Row): boolean =>
  (numberOf(row.q_minimo) ?? 0) > 0 && (numberOf(row.q_total) ?? 0) <= (numberOf(row.q_minimo) ?? 0)

const columns: readonly Column[] = [
  column('codigo', { width: 100, card: 'sub' }),
  column('xProd', { card: 'title' }),
  column('cEAN', { width: 140, card: 'none' }),
  column('un', { label: 'Un', width: 56, sort: false, filter: 'none', card: 'none' }),
  column('grupo.descricao', { width: 140, card: 'none', hidden: true }),
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

const BulkProducts = lazily(async () => (await import('./bulk')).BulkProducts)
const SeriesDialog = lazily(async () => (await import('./series')).SeriesDialog)

function Mercadorias(): ReactElement {
  const [pricing, setPricing] = useState<readonly Row[] | null>(null)
  const [changing, setChanging] = useState<readonly Row[] | null>(null)
  const [numbering, setNumbering] = useState(false)
  const missing = missingFor(needOf('mercadoria', 'edit'))
  const reason = (rows: readonly Row[]): string | undefined =>
    missing ?? (rows.length > BULK_LIMIT ? TOO_MANY : undefined)
  const actions: readonly TableAction[] = [
    { label: 'Alterar campo', icon: 'edit', run: setChanging, reason },
    { label: 'Precificar', icon: 'money', run: setPricing },
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
        empty={EMPTY}
      />
      {pricing === null ? null : <RepriceDialog of={{ rows: pricing }} onClose={() => setPricing(null)} />}
      {changing === null ? null : <BulkProducts rows={changing} onClose={() => setChanging(null)} />}
      {numbering ? <SeriesDialog onClose={() => setNumbering(false)} /> : null}
    </>
  )
}

const DEFAULTS: Values = { ...defaults, mercadoria_precos: [] }

const ACTIVE = { ativo: true }

function MainFields(): ReactElement {
  return (
    <>
      <Field name="xProd" span={8} />
      <Field name="codigo" span={2} help="Em branco, recebe o próximo número." />
      <Field name="ativo" span={2} />
      <Field name="xProdSimple" span={5} />
      <Field name="cEAN" span={3} />
      <ReferenceField name="unidade_id" resource="estoque/unidade" span={2} />
      <Field name="tipo" span={2} />
      <ReferenceField name="grupo_id" resource="estoque/mercadoria/grupo" span={3} />
      <ReferenceField name="subgrupo_id" resource="estoque/mercadoria/grupo_subgrupo" span={3} />
      <ReferenceField name="familia_id" resource="estoque/mercadoria_familia" span={3} />
      <ReferenceField name="fabricante_id" resource="estoque/fabricante" span={3} />
      <h3 className="group-title">Fiscal</h3>
      <Field name="NCM" span={2} />
      <Field name="CEST" span={2} />
      <Field name="cClassTrib" label="cClassTrib" span={2} help="De IBS e CBS" />
      <Field name="origem" span={4} />
      <Field name="pIPI" span={2} />
      <h3 className="group-title">Custo e estoque</h3>
      <Field name="custo" span={2} />
      <Field name="tpCalculo" span={2} />
      <Field name="vPrecoMinimo" span={2} />
      <Field name="pDescMaximo" span={2} />
      <Field name="decimal_preco" span={2} />
      <Field name="q_minimo" span={2} />
      <Field name="pesoB" span={2} />
      <Field name="op_customizavel" span={3} />
      <Field name="op_flexivel" span={3} />
      <ReferenceField
        name="particularidade_id"
        resource="cadastros/veiculo_particularidade"
        where={ACTIVE}
        help="Só um veículo que a tenha leva este produto"
        span={4}
      />
    </>
  )
}

async function confirmPrice(form: FormModel): Promise<boolean> {
  return (
    hasPrice(form.values.value) ||
    confirm({ title: 'Mercadoria sem preço, deseja salvar mesmo assim?', action: 'Salvar sem preço', anyway: true })
  )
}

function productTitle(row: Row): ReactElement {
  return (
    <span className="document-title">
      <span>{textOf(row.xProd)}</span>
      {isLow(row) ? <Chip word="Estoque baixo" hue="ambar" /> : null}
    </span>
  )
}

/** A product: register, prices, stock, codes. */
export function MercadoriaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="mercadoria"
      name="Mercadoria"
      title={productTitle}
      defaults={DEFAULTS}
      beforeSave={confirmPrice}
      shape={sentProduct}
    >
      <Tab label="Mercadoria">
        <MainFields />
      </Tab>
      <Tab label="Preços">
        <PricesTab />
      </Tab>
      <Tab label="Estoque" needsRecord>
        <StockTab />
      </Tab>
      <Tab label="Fornecedores e EANs" needsRecord>
        <SuppliersTab />
      </Tab>
      <Tab label="Composição" needsRecord>
        <CompositionTab />
      </Tab>
      <Tab label="Características" needsRecord>
        <CharacteristicsTab modal={modal} />
      </Tab>
      <Tab label="Planejamento" needsRecord>
        <PlanningTab modal={modal} />
      </Tab>
    </ResourceForm>
  )
}

export const mercadoria = screen({
  path: '/ui/estoque/mercadoria',
  title: 'Mercadorias',
  area: 'Estoque',
  right: 'mercadoria',
  component: Mercadorias,
  modals: {
    'edit/:id': { component: MercadoriaForm, size: 'lg' },
    'edit/:id/mercadoria_caracteristica/:caracteristica_id': { component: CharacteristicForm, size: 'lg' },
    'edit/:id/mercadoria_planejamento/:planejamento_id': { component: PlanningForm, size: 'md' },
  },
})
