import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaPlanejamentoFields } from '../../../core/fields/estoque/mercadoria-planejamento'
import { mercadoriaInsumoFields } from '../../../core/fields/estoque/mercadoria-insumo'
import { mobile } from '../../app/prefs'
import { fieldsOf } from '../../ui/fields-of'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { ChildList } from '../../ui/form/child-list'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { ProductEntry } from '../../ui/lines/product-entry'
import { textOf, type Row, type Values } from '../../ui/row'
import { Steps } from './steps'
import { SUBSTITUTES } from './prices'
import { StructureDialog } from './structure'
import { SubstitutesDialog } from './substitutes'

const { Field, ReferenceField, word, defaults } = fieldsOf(mercadoriaPlanejamentoFields)
const input = fieldsOf(mercadoriaInsumoFields)

export const INSUMOS = 'mercadoria_insumos'
const CATEGORIES: Readonly<Record<string, string>> = { 1: 'Parte/Peça', 2: 'Conteúdo Líquido', 3: 'Embalagem' }

const nameOf = ({ mercadoria }: Line): string => displayName(mercadoria)

function useColumns(onSubstitutes: (line: Line) => void): readonly LineColumn[] {
  const form = useForm()
  return [
    input.line('mercadoria_insumo_id', { show: (line) => displayName(line.mercadoria_insumo) }),
    input.line('quantidade', { width: 110, editable: true }),
    input.line('categoria', {
      width: 140,
      show: (line) => CATEGORIES[textOf(line.categoria)] ?? '',
      toggle: (line) =>
        form.set(
          INSUMOS,
          linesOf(form.values.value[INSUMOS]).map((one) =>
            one.key === line.key ? { ...one, categoria: (Number(one.categoria ?? 1) % 3) + 1 } : one,
          ),
        ),
    }),
    input.line('pPerda', { label: 'Perda %', width: 90, editable: true }),
    input.line('qDefasagem', { label: 'Dias depois', width: 100, editable: true }),
    input.line('vCusto', { width: 100, editable: true }),
    input.line('dInicio', { width: 110, editable: true }),
    input.line('dFim', { width: 110, editable: true }),
    {
      field: SUBSTITUTES,
      label: 'Substitutos',
      width: 170,
      show: (line) => linesOf(line[SUBSTITUTES]).map(nameOf).join(', ') || '…',
      toggle: onSubstitutes,
    },
  ]
}

/** What the product is made of, and how. */
export function CompositionTab(): ReactElement {
  useSignals()
  const form = useForm()
  const [opened, setOpened] = useState<Line | null>(null)
  const columns = useColumns(setOpened)
  const write = (lines: readonly Values[]): void => form.set(INSUMOS, lines)
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
    <div className="stack">
      <LinesField
        name={INSUMOS}
        label="Composição"
        columns={columns}
        addKey={false}
        {...(mobile.value ? {} : { onOpen: setOpened })}
        lead={form.readOnly.value ? null : <ProductEntry label="Adicionar insumo" onAdd={add} />}
        tools={
          <span className="field-help">
            Para uma unidade do produto. Espaço muda a categoria, Enter abre os substitutos.
          </span>
        }
      />
      {opened === null ? null : (
        <SubstitutesDialog
          component={opened}
          onTake={(substitutos) =>
            write(
              linesOf(form.values.value[INSUMOS]).map((one) =>
                one.key === opened.key ? { ...one, substitutos } : one,
              ),
            )
          }
          onClose={() => setOpened(null)}
        />
      )}
      <Steps />
      <StructureButton />
    </div>
  )
}

/** What the saved product is made of at every level, what that comes to, and where it is used. */
function StructureButton(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  const [open, setOpen] = useState(false)
  if (record === undefined) return null
  return (
    <span>
      <Button icon="columns" onClick={() => setOpen(true)}>
        Estrutura e custo
      </Button>
      {open ? (
        <StructureDialog id={Number(record.id)} name={textOf(record.xProd)} onClose={() => setOpen(false)} />
      ) : null}
    </span>
  )
}

const describe = (row: Row): string =>
  `${displayName(row.empresa)} · prazo ${textOf(row.prazo)} ${row.tpPrazo === 'uteis' ? 'dias úteis' : 'dias'} · ${word('acao', row.acao)}`

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
      {shown('qLote') ? <Field name="qLote" span={3} required={asks('qLote')} /> : null}
      {shown('qDiasLote') ? <Field name="qDiasLote" span={3} required /> : null}
      {shown('vPedido') ? <Field name="vPedido" span={3} required /> : null}
      {shown('vEstocagem') ? <Field name="vEstocagem" span={3} required /> : null}
      <Field name="qLoteMin" span={3} required={asks('qLoteMin')} />
      <Field name="qLoteMultiplo" span={3} required={asks('qLoteMultiplo')} />
      <Field name="qLoteMax" span={3} required={asks('qLoteMax')} />
    </>
  )
}

/** The planning data of a product in the chosen company. */
export function PlanningForm(modal: ModalProps): ReactElement {
  const mercadoria_id = Number(modal.params.id)
  return (
    <ResourceForm
      modal={modal}
      resource="estoque/mercadoria_planejamento"
      name="Parâmetros de planejamento"
      title={(row) => `Parâmetros de planejamento · ${displayName(row.mercadoria)}`}
      defaults={{ ...defaults, mercadoria_id }}
    >
      <Field name="acao" span={6} />
      <ReferenceField name="fornecedor_id" resource="fornecedor" minChars={1} span={6} />
      <Field name="prazo" required span={3} />
      <Field name="tpPrazo" span={3} />
      <Field name="q_seguranca" span={3} />
      <Field name="pRendimento" span={3} />
      <Field name="tpLote" span={6} />
      <LotFields />
    </ResourceForm>
  )
}
