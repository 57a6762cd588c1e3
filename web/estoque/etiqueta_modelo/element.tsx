import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { etiquetaElementoFields } from '../../../core/fields/estoque/etiqueta'
import { LABEL_FIELDS } from '../../../core/labels/fields'
import { readTemplate } from '../../../core/labels/template'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ItemForm } from '../../ui/form/item-form'
import { openForms } from '../../ui/form/open-forms'
import { linesOf } from '../../ui/lines/lines-state'
import { textOf, type Values } from '../../ui/row'
import { ELEMENTS, sentTemplate } from './lists'
import { Preview } from './preview'

const { Field, word, defaults } = fieldsOf(etiquetaElementoFields)

const START: Values = { ...defaults, tipo: 'texto', valor: '', x: 2, y: 2, largura: 20, altura: 3 }

/** What the element can hold, put in by a click. */
function Insert({ uso }: { readonly uso: Values[string] }): ReactElement {
  const form = useForm()
  return (
    <div className="label-fields span-12" role="group" aria-label="Campos">
      {Object.entries(LABEL_FIELDS[readTemplate({ uso }).uso]).map(([name, label]) => (
        <Button
          key={name}
          kind="quiet"
          onClick={() => form.set('valor', `${textOf(form.values.value.valor)}{${name}}`)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** What the kind of element asks, and how the label looks with it. */
function Parts({ modal }: { readonly modal: ModalProps }): ReactElement {
  useSignals()
  const line = useForm().values.value
  const path = (modal.path ?? '').split('/').slice(0, -2).join('/')
  const template = openForms.value.get(path)?.values.value ?? {}
  const others = linesOf(template[ELEMENTS]).filter(({ key }) => key !== line.key)
  const { tipo } = line
  const isText = tipo === 'texto'
  const isBars = tipo === 'barras' || tipo === 'code128' || tipo === 'gs1'
  return (
    <>
      <Preview values={{ ...template, [ELEMENTS]: [...others, line] }} />
      <Field name="tipo" span={6} />
      {isText ? <Field name="linhas" span={3} /> : null}
      {tipo === 'caixa' ? null : <Field name="alinha" span={3} />}
      {tipo === 'caixa' ? null : <Field name="valor" span={12} />}
      {tipo === 'caixa' ? null : <Insert uso={template.uso} />}
      <Field name="x" span={3} />
      <Field name="y" span={3} />
      <Field name="largura" span={3} />
      {tipo === 'qr' ? null : <Field name="altura" span={3} />}
      {isText ? <Field name="negrito" span={6} /> : null}
      {isBars ? <Field name="legivel" span={6} /> : null}
    </>
  )
}

/** One element of a label, over its template. */
export function ElementoForm(modal: ModalProps): ReactElement {
  return (
    <ItemForm
      modal={modal}
      name="Elemento"
      title={(line) => `${word('tipo', line.tipo)} ${textOf(line.valor)}`.trim()}
      list={ELEMENTS}
      resource="estoque/etiqueta_modelo"
      shape={sentTemplate}
      defaults={START}
    >
      <Parts modal={modal} />
    </ItemForm>
  )
}
