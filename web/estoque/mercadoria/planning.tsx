import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ModalProps } from '../../app/registry'
import { ChildList } from '../../ui/form/child-list'
import { useForm } from '../../ui/form/context'
import { Field, type Option } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { ProductEntry } from '../../ui/lines/product-entry'
import { textOf, type Row, type Values } from '../../ui/row'

export const INSUMOS = 'mercadoria_insumos'
const CATEGORIES: Readonly<Record<string, string>> = { 1: 'Parte/Peça', 2: 'Conteúdo Líquido', 3: 'Embalagem' }

function useColumns(): readonly LineColumn[] {
  const form = useForm()
  return [
    { field: 'mercadoria_insumo_id', label: 'Insumo', show: (line) => displayName(line.mercadoria_insumo) },
    {
      field: 'quantidade',
      label: 'Quantidade',
      kind: 'number',
      decimals: 6,
      width: 110,
      editable: true,
      required: true,
    },
    {
      field: 'categoria',
      label: 'Categoria',
      width: 140,
      show: (line) => CATEGORIES[textOf(line.categoria)] ?? '',
      toggle: (line) =>
        form.set(
          INSUMOS,
          linesOf(form.values.value[INSUMOS]).map((one) =>
            one.key === line.key ? { ...one, categoria: (Number(one.categoria ?? 1) % 3) + 1 } : one,
          ),
        ),
    },
    { field: 'pPerda', label: 'Perda %', kind: 'percent', decimals: 4, width: 90, editable: true },
    { field: 'qDefasagem', label: 'Dias depois', kind: 'integer', width: 100, editable: true },
    { field: 'vCusto', label: 'Custo', kind: 'money', decimals: 4, width: 100, editable: true },
  ]
}

/** What the product is made of. */
export function CompositionTab(): ReactElement {
  useSignals()
  const form = useForm()
  const columns = useColumns()
  const add = (product: Row, quantity: number): Promise<void> => {
    const line = {
      key: crypto.randomUUID(),
      mercadoria_insumo_id: product.id,
      mercadoria_insumo: product,
      quantidade: quantity,
      categoria: 1,
      pPerda: 0,
      qDefasagem: 0,
    }
    form.set(INSUMOS, [...linesOf(form.values.value[INSUMOS]), line])
    return Promise.resolve()
  }
  return (
    <LinesField
      name={INSUMOS}
      label="Composição"
      columns={columns}
      addKey={false}
      lead={form.readOnly.value ? null : <ProductEntry label="Adicionar insumo" onAdd={add} />}
      tools={<span className="field-help">Para uma unidade do produto. Espaço muda a categoria.</span>}
    />
  )
}

const describe = (row: Row): string =>
  `${displayName(row.empresa)} · prazo ${textOf(row.prazo)} ${row.tpPrazo === 'uteis' ? 'dias úteis' : 'dias'} · ${ACOES.find((one) => one.value === row.acao)?.label ?? ''}`

/** How each company plans the product. */
export function PlanningTab({ modal }: { readonly modal: ModalProps }): ReactElement {
  return (
    <ChildList
      modal={modal}
      label="Parâmetros de planejamento"
      resource="estoque/mercadoria_planejamento"
      field="mercadoria_id"
      segment="mercadoria_planejamento"
      describe={describe}
      unsaved="Salve a mercadoria antes."
    />
  )
}

const ACOES: readonly Option[] = [
  { value: 'automatica', label: 'Automática: produz o que tem composição' },
  { value: 'comprar', label: 'Comprar' },
  { value: 'produzir', label: 'Produzir' },
  { value: 'nenhuma', label: 'Nenhuma: só passa adiante a demanda' },
]
const PRAZOS: readonly Option[] = [
  { value: 'corridos', label: 'Dias corridos' },
  { value: 'uteis', label: 'Dias úteis' },
]
const LOTES: readonly Option[] = [
  { value: 'L4L', label: 'Lote a lote: o que falta' },
  { value: 'FOQ', label: 'Lote fixo' },
  { value: 'MULT', label: 'Múltiplo de um lote' },
  { value: 'MIN', label: 'Lote mínimo' },
  { value: 'MINMULT', label: 'Mínimo e múltiplo' },
  { value: 'MAX', label: 'Lote máximo' },
  { value: 'POQ', label: 'Dias de consumo' },
  { value: 'WW', label: 'Menor custo (Wagner-Whitin)' },
  { value: 'SM', label: 'Menor custo (Silver-Meal)' },
  { value: 'LUC', label: 'Menor custo unitário' },
  { value: 'PPB', label: 'Período-parte' },
]
/** What each rule asks for. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  FOQ: ['qLote'],
  MULT: ['qLote'],
  MIN: ['qLoteMin'],
  MINMULT: ['qLoteMin', 'qLoteMultiplo'],
  MAX: ['qLoteMax'],
  POQ: ['qDiasLote'],
  WW: ['vPedido', 'vEstocagem'],
  SM: ['vPedido', 'vEstocagem'],
  LUC: ['vPedido', 'vEstocagem'],
  PPB: ['vPedido', 'vEstocagem'],
}
const LIMITS = new Set(['qLoteMin', 'qLoteMultiplo', 'qLoteMax'])

function LotFields(): ReactElement {
  useSignals()
  const rule = textOf(useForm().values.value.tpLote) || 'L4L'
  const wanted = PARTS[rule] ?? []
  const asks = (name: string): boolean => wanted.includes(name)
  const shown = (name: string): boolean => asks(name) || LIMITS.has(name)
  return (
    <>
      {shown('qLote') ? (
        <Field name="qLote" label="Lote" kind="number" decimals={4} span={3} required={asks('qLote')} />
      ) : null}
      {shown('qDiasLote') ? (
        <Field name="qDiasLote" label="Dias cobertos pelo lote" kind="integer" span={3} required />
      ) : null}
      {shown('vPedido') ? <Field name="vPedido" label="Custo de um pedido" kind="money" span={3} required /> : null}
      {shown('vEstocagem') ? (
        <Field name="vEstocagem" label="Custo de guardar um dia" kind="number" decimals={6} span={3} required />
      ) : null}
      <Field name="qLoteMin" label="Lote mínimo" kind="number" decimals={4} span={3} required={asks('qLoteMin')} />
      <Field
        name="qLoteMultiplo"
        label="Múltiplo"
        kind="number"
        decimals={4}
        span={3}
        required={asks('qLoteMultiplo')}
      />
      <Field name="qLoteMax" label="Lote máximo" kind="number" decimals={4} span={3} required={asks('qLoteMax')} />
    </>
  )
}

const DEFAULTS: Values = { acao: 'automatica', prazo: 7, tpPrazo: 'corridos', tpLote: 'L4L', pRendimento: 100 }

/** The planning data of a product in the chosen company. */
export function PlanningForm(modal: ModalProps): ReactElement {
  const mercadoria_id = Number(modal.params.id)
  return (
    <ResourceForm
      modal={modal}
      resource="estoque/mercadoria_planejamento"
      name="Parâmetros de planejamento"
      title={(row) => `Parâmetros de planejamento · ${displayName(row.mercadoria)}`}
      defaults={{ ...DEFAULTS, mercadoria_id }}
    >
      <Field name="acao" label="Reposição" kind="select" options={ACOES} span={6} />
      <ReferenceField name="fornecedor_id" label="Fornecedor preferido" resource="fornecedor" minChars={1} span={6} />
      <Field name="prazo" label="Prazo (dias)" kind="integer" required span={3} />
      <Field name="tpPrazo" label="Contagem" kind="select" options={PRAZOS} span={3} />
      <Field name="q_seguranca" label="Estoque de segurança" kind="number" decimals={4} span={3} />
      <Field name="pRendimento" label="Rendimento (%)" kind="percent" decimals={4} span={3} />
      <Field name="tpLote" label="Regra de lote" kind="select" options={LOTES} span={6} />
      <LotFields />
    </ResourceForm>
  )
}
