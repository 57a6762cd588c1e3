import { useState, type ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { Field } from '../../ui/form/fields'
import type { FormModel } from '../../ui/form/form-model'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { formatQuantity } from '../../ui/format'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { hasPrice, sentProduct } from './prices'
import { CompositionTab, PlanningForm, PlanningTab } from './planning'
import { RepriceDialog } from './reprice'
import { PricesTab, StockTab, SuppliersTab } from './tabs'
import { importAction } from '../../cadastros/importacao/importacao'

const isLow = (row: Row): boolean =>
  (numberOf(row.q_minimo) ?? 0) > 0 && (numberOf(row.q_total) ?? 0) <= (numberOf(row.q_minimo) ?? 0)

const columns: readonly Column[] = [
  { field: 'codigo', label: 'Código', kind: 'code', width: 100, card: 'sub' },
  { field: 'xProd', label: 'Descrição', card: 'title' },
  { field: 'cEAN', label: 'EAN', kind: 'code', width: 140, card: 'none' },
  { field: 'un', label: 'Un', width: 56, sort: false, filter: 'none', card: 'none' },
  { field: 'grupo.descricao', label: 'Grupo', width: 140, card: 'none', hidden: true },
  {
    field: 'q_disp',
    label: 'Disponível',
    kind: 'number',
    width: 110,
    sort: false,
    card: 'value',
    render: (row) => <span className={isLow(row) ? 'negative' : ''}>{formatQuantity(row.q_disp ?? 0)}</span>,
    text: (row) => formatQuantity(row.q_disp ?? 0),
  },
  { field: 'q_total', label: 'Estoque', kind: 'number', width: 100, sort: false, card: 'none' },
  { field: 'q_minimo', label: 'Mínimo', kind: 'number', width: 90, card: 'none' },
  { field: 'vCustoMedio', label: 'Custo médio', kind: 'money', width: 110, sort: false, card: 'none' },
  {
    field: 'ativo',
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
  },
  { field: 'NCM', label: 'NCM', kind: 'ncm', width: 110, hidden: true },
  { field: 'fabricante.descricao', label: 'Fabricante', width: 140, hidden: true },
  { field: 'custo', label: 'Custo', kind: 'money', width: 110, hidden: true },
]

const views = [
  { name: 'Ativas', where: { ativo: true } },
  { name: 'Estoque baixo', custom: { estoque_baixo: true } },
  { name: 'Inativas', where: { ativo: false } },
]

function Mercadorias(): ReactElement {
  const [pricing, setPricing] = useState<readonly Row[] | null>(null)
  const actions: readonly TableAction[] = [
    { label: 'Precificar', icon: 'money', run: setPricing },
    importAction('produtos'),
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
      />
      {pricing === null ? null : <RepriceDialog rows={pricing} onClose={() => setPricing(null)} />}
    </>
  )
}

const DEFAULTS: Values = {
  origem: 0,
  pDescMaximo: 0,
  tipo_etiqueta: 1,
  custo: 0,
  tpCalculo: 0,
  ativo: true,
  tipo: '1',
  decimal_preco: 2,
  pIPI: 0,
  q_minimo: 0,
  exibe_tabela: true,
  mercadoria_precos: [],
}

/** Origin of the goods, as the NF-e's own table says it. */
const ORIGENS = [
  { value: 0, label: '0 · Nacional' },
  { value: 1, label: '1 · Estrangeira, importação direta' },
  { value: 2, label: '2 · Estrangeira, mercado interno' },
  { value: 3, label: '3 · Nacional, importado acima de 40 %' },
  { value: 4, label: '4 · Nacional, processo produtivo básico' },
  { value: 5, label: '5 · Nacional, importado até 40 %' },
  { value: 6, label: '6 · Importação direta sem similar' },
  { value: 7, label: '7 · Mercado interno sem similar' },
  { value: 8, label: '8 · Nacional, importado acima de 70 %' },
]

const TIPOS = [
  { value: '1', label: 'Revenda' },
  { value: '2', label: 'Produto acabado' },
  { value: '3', label: 'Matéria-prima' },
  { value: '4', label: 'Uso e consumo' },
  { value: '5', label: 'Embalagem' },
]

const CALCULO = [
  { value: 0, label: 'Por margem' },
  { value: 1, label: 'Por markup' },
]

const ACTIVE = { ativo: true }

function MainFields(): ReactElement {
  return (
    <>
      <Field name="xProd" label="Descrição" required span={8} maxLength={120} />
      <Field name="codigo" label="Código" span={2} maxLength={60} />
      <Field name="ativo" label="Ativa" kind="switch" span={2} />
      <Field name="xProdSimple" label="Descrição reduzida" span={5} maxLength={60} />
      <Field name="cEAN" label="EAN" kind="ean" span={3} />
      <ReferenceField name="unidade_id" label="Unidade" resource="estoque/unidade" span={2} />
      <Field name="tipo" label="Tipo" kind="select" options={TIPOS} span={2} />
      <ReferenceField name="grupo_id" label="Grupo" resource="estoque/mercadoria/grupo" span={3} />
      <ReferenceField name="subgrupo_id" label="Subgrupo" resource="estoque/mercadoria/grupo_subgrupo" span={3} />
      <ReferenceField name="familia_id" label="Família" resource="estoque/mercadoria_familia" span={3} />
      <ReferenceField name="fabricante_id" label="Fabricante" resource="estoque/fabricante" span={3} />
      <h3 className="group-title">Fiscal</h3>
      <Field name="NCM" label="NCM" kind="ncm" span={2} />
      <Field name="CEST" label="CEST" span={2} maxLength={7} />
      <Field name="origem" label="Origem" kind="select" options={ORIGENS} span={6} />
      <Field name="pIPI" label="IPI (%)" kind="percent" decimals={4} span={2} />
      <h3 className="group-title">Custo e estoque</h3>
      <Field name="custo" label="Custo" kind="money" decimals={4} span={2} />
      <Field name="tpCalculo" label="Cálculo do preço" kind="select" options={CALCULO} span={3} />
      <Field name="pDescMaximo" label="Desconto máximo (%)" kind="percent" span={3} />
      <Field name="decimal_preco" label="Decimais do preço" kind="integer" span={2} />
      <Field name="q_minimo" label="Estoque mínimo" kind="number" decimals={4} span={2} />
      <Field name="pesoB" label="Peso bruto (kg)" kind="number" decimals={4} span={2} />
      <ReferenceField
        name="particularidade_id"
        label="Pede do veículo"
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
    confirm({ title: 'Mercadoria sem preço, deseja salvar mesmo assim?', action: 'Salvar sem preço' })
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
    'edit/:id/mercadoria_planejamento/:planejamento_id': { component: PlanningForm, size: 'md' },
  },
})
