import { useId, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { etiquetaElementoFields, etiquetaModeloFields } from '../../../core/fields/estoque/etiqueta'
import { ELEMENT_DEFAULTS } from '../../../core/labels/label'
import { GIVEN_TEMPLATES } from '../../../core/labels/template'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { LinesField } from '../../ui/lines/lines-field'
import type { LineColumn } from '../../ui/lines/lines-state'
import { textOf, type Values } from '../../ui/row'
import { ELEMENTS, sentTemplate } from './lists'
import { Preview } from './preview'

const { Field, defaults } = fieldsOf(etiquetaModeloFields)
const element = fieldsOf(etiquetaElementoFields)

const number = { width: 84, editable: true } as const
const columns: readonly LineColumn[] = [
  element.line('tipo', { width: 150, show: (line) => element.word('tipo', line.tipo) }),
  element.line('valor', { editable: true }),
  element.line('x', { label: 'X', ...number }),
  element.line('y', { label: 'Y', ...number }),
  element.line('largura', { label: 'Largura', ...number }),
  element.line('altura', { label: 'Altura', ...number }),
]

/** Takes size, sheet and elements of a template that comes with the program. */
function begin(form: FormModel, n: number): void {
  const given = GIVEN_TEMPLATES.find((one) => one.n === n)
  if (given === undefined) return
  const { n: _, elementos, ...template } = given
  form.patch({
    ...template,
    [ELEMENTS]: elementos.map((one) => ({ ...ELEMENT_DEFAULTS, ...one, key: crypto.randomUUID() })),
  })
}

/** A new template begins as one that there is. */
function Beginning(): ReactElement | null {
  useSignals()
  const id = useId()
  const form = useForm()
  if (form.record.value !== undefined || form.readOnly.value) return null
  return (
    <div className="field" style={{ '--span': 12 }}>
      <label htmlFor={id}>Começar de</label>
      <select id={id} className="input" defaultValue="" onChange={(event) => begin(form, Number(event.target.value))}>
        <option value="">Em branco</option>
        {GIVEN_TEMPLATES.map(({ n, descricao }) => (
          <option key={n} value={n}>
            {descricao}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Sheets have paper and places, rolls a printer. */
function Medium(): ReactElement {
  useSignals()
  const isRoll = useForm().values.value.midia === 'rolo'
  return (
    <>
      {isRoll ? null : <Field name="papel" span={3} />}
      <Field name="colunas" span={3} />
      {isRoll ? null : <Field name="linhas" span={3} />}
      <Field name="dpi" span={3} />
      {isRoll ? null : <Field name="margem_x" span={3} />}
      {isRoll ? null : <Field name="margem_y" span={3} />}
      <Field name="espaco_x" span={3} />
      <Field name="espaco_y" span={3} />
      {isRoll ? <Field name="linguagem" span={4} /> : null}
      {isRoll ? <Field name="impressora" span={4} help="Como o agente de impressão a conhece" /> : null}
      {isRoll ? <Field name="bartender" span={4} /> : null}
    </>
  )
}

function Live(): ReactElement {
  useSignals()
  return <Preview values={useForm().values.value} />
}

function Elements({ modal }: { readonly modal: ModalProps }): ReactElement {
  return (
    <LinesField
      name={ELEMENTS}
      label="Elementos"
      columns={columns}
      onAdd={() => open(`${textOf(modal.path)}/elemento/new`)}
      onOpen={(line) => open(`${textOf(modal.path)}/elemento/${textOf(line.id) || line.key}`)}
      tools={<span className="field-help">Em milímetros, a partir do canto de cima à esquerda.</span>}
    />
  )
}

const START: Values = { ...defaults, [ELEMENTS]: [] }

/** A template of labels: its size, what it is printed on, its elements, and how it looks meanwhile. */
export function ModeloForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="estoque/etiqueta_modelo"
      name="Modelo de etiqueta"
      title={(row) => textOf(row.descricao)}
      defaults={START}
      shape={sentTemplate}
      stay
    >
      <Tab label="Modelo">
        <Beginning />
        <Field name="descricao" span={8} />
        <Field name="ativo" span={4} />
        <Field name="uso" span={3} />
        <Field name="midia" span={5} />
        <Field name="tipo_etiqueta" span={4} help="De 1 a 9, como no cadastro do produto" />
        <Field name="largura" span={3} />
        <Field name="altura" span={3} />
        <Medium />
      </Tab>
      <Tab label="Elementos">
        <Live />
        <Elements modal={modal} />
      </Tab>
    </ResourceForm>
  )
}
