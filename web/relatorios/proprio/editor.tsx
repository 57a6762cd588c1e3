import { useContext, useMemo, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { safeParse } from 'valibot'
import { go } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { SaveContext, useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { addStyle } from '../../ui/later-style'
import { isRecord, recordsOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { ColumnsField } from './columns-field'
import { FiltersField } from './filters-field'
import { useMould } from './mould'
import { OrderField } from './order-field'
import { choiceOf, duplicate, fields, inOrder, Offers, RESOURCE, runPath } from './parts'
import { PreviewPane } from './preview'
import style from './proprio.css' with { type: 'text' }

addStyle(style)

const { Field } = fields

/** Another register: nothing that was said of the one before holds. */
const anew = (_: unknown, form: FormModel): void =>
  form.patch({ colunas: null, filtros: null, ordem: null, grupo: null, somas: null, grafico: 'nenhum' })

function Which(): ReactElement {
  const answer = useLoaded(`${RESOURCE}/recursos`, 'relatorio_proprio')
  const options = useMemo(
    () =>
      recordsOf(isRecord(answer) ? answer.data : []).map((one) => ({
        value: textOf(one.recurso),
        label: textOf(one.titulo),
      })),
    [answer],
  )
  return <Field name="recurso" kind="select" options={options} emptyLabel="Escolha…" span={12} onCommit={anew} />
}

/** What a report of this register may be made of. */
function Made({ recurso }: { readonly recurso: string }): ReactElement {
  useSignals()
  const form = useForm()
  const answer = useLoaded(`${RESOURCE}/campos?recurso=${encodeURIComponent(recurso)}`, 'custom_field')
  const { choices, groups } = useMemo(() => {
    const read = safeParse(Offers, answer)
    return {
      choices: read.success ? inOrder(read.output.data).map(choiceOf) : [],
      groups: read.success ? read.output.grupos : [],
    }
  }, [answer])
  const group = useComputed(() => textOf(form.values.value.grupo)).value
  const isTime = groups.find(({ field }) => field === group)?.tempo === true
  const charts = [
    { value: 'nenhum', label: 'Sem gráfico' },
    ...(group === '' ? [] : [{ value: 'barras', label: 'Barras' }]),
    ...(group === '' ? [] : [{ value: 'pizza', label: 'Pizza' }]),
    ...(isTime ? [{ value: 'linha', label: 'Linha' }] : []),
  ]
  return (
    <>
      <ColumnsField choices={choices} />
      <FiltersField choices={choices} />
      <div className="grid-12 own-part">
        <OrderField choices={choices} />
        <Field
          name="grupo"
          kind="select"
          emptyLabel="Sem agrupamento"
          options={groups.map(({ field, label, tempo }) => ({ value: field, label: tempo ? `${label}: mês` : label }))}
          span={6}
          onCommit={(_, model) => model.set('grafico', 'nenhum')}
        />
        <Field name="grafico" options={charts} span={6} />
        <Field name="orientacao" span={6} />
      </div>
    </>
  )
}

function Builder({ query }: Pick<ModalProps, 'query'>): ReactElement {
  useSignals()
  const form = useForm()
  useMould(form, query)
  const recurso = useComputed(() => textOf(form.values.value.recurso)).value
  return (
    <div className="own-report">
      <div className="own-made">
        <div className="grid-12 own-part">
          <Field name="nome" span={8} />
          <Field name="compartilhado" span={4} />
          <Field name="descricao" span={12} />
          <Which />
        </div>
        {recurso === '' ? null : <Made key={recurso} recurso={recurso} />}
      </div>
      <section className="own-preview" aria-label="Prévia">
        <h3 className="group-title">Prévia</h3>
        <PreviewPane />
      </section>
    </div>
  )
}

/** What is done with a report once it stands: what is typed is saved first. */
function Runs(): ReactElement | null {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const record = form.record.value
  if (record === undefined) return null
  const saved = async (then: () => void | Promise<void>): Promise<void> => {
    if (form.dirty.value && !form.readOnly.value && !(await save())) return
    try {
      await then()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <>
      <Button icon="chart" onClick={() => void saved(() => go(runPath(record.id)))}>
        Executar
      </Button>
      <Button
        icon="file"
        onClick={() => void saved(() => void window.open(`/reporting/pdf/proprio_${record.id}`, '_blank', 'noopener'))}
      >
        PDF
      </Button>
      <Button icon="copy" onClick={() => void saved(() => duplicate(form.record.value ?? record))}>
        Duplicar
      </Button>
    </>
  )
}

/** Puts a report together: what it shows on the left, how it looks on the right. */
export function Editor(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Relatório"
      title={(row) => textOf(row.nome)}
      defaults={fields.defaults}
      actions={<Runs />}
      stay
      shape={(values) => ({ ...values, grupo: textOf(values.grupo) === '' ? null : values.grupo })}
    >
      <Builder query={modal.query} />
    </ResourceForm>
  )
}
