import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { relatorioAgendaFields } from '../../core/fields/relatorios/agenda'
import type { ModalProps } from '../app/registry'
import { fieldsOf } from '../ui/fields-of'
import { useForm } from '../ui/form/context'
import { ResourceForm } from '../ui/form/resource-form'
import { isSet, textOf } from '../ui/row'
import type { Column } from '../ui/table/columns'
import { ResourceTable } from '../ui/table/resource-table'
import type { SavedView } from '../ui/table/table-state'

const RESOURCE = 'relatorios/agenda'
const { Field, column, defaults } = fieldsOf(relatorioAgendaFields)

const columns: readonly Column[] = [
  column('titulo', { card: 'title' }),
  column('para', { width: 240, card: 'sub' }),
  column('formato', { width: 90 }),
  column('dia_semana', { width: 140 }),
  column('dia_mes', { width: 110 }),
  column('hora', { width: 80 }),
  column('dhProximo', { width: 150, card: 'value' }),
  column('dhUltimo', { width: 150 }),
  column('xErro', { width: 240 }),
  column('usuario_id', { width: 140, hidden: true }),
  column('ativo', { width: 90 }),
]

const VIEWS: readonly SavedView[] = [
  { name: 'Ativos', where: { ativo: true } },
  { name: 'Inativos', where: { ativo: false } },
]

/** Reports that go out by mail again and again: one's own, of an administrator all. */
export const Agenda = (): ReactElement => (
  <ResourceTable
    resource={RESOURCE}
    columns={columns}
    views={VIEWS}
    sort={{ field: 'dhProximo', desc: false }}
    create={false}
  />
)

function Problem(): ReactElement | null {
  useSignals()
  const { xErro } = useForm().values.value
  return isSet(xErro) ? (
    <p className="field-error" role="alert">
      O último envio não foi feito: {textOf(xErro)}
    </p>
  ) : null
}

export function AgendaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Envio agendado"
      title={(row) => textOf(row.titulo)}
      defaults={defaults}
    >
      <div className="grid-12 tab-panel">
        <Problem />
        <Field name="para" span={12} />
        <When />
        <Field name="ativo" span={4} />
      </div>
    </ResourceForm>
  )
}

/** As what it is sent, and when. */
export const When = (): ReactElement => (
  <>
    <Field name="formato" span={4} />
    <Field name="hora" span={4} />
    <Field name="dia_semana" span={4} />
    <Field name="dia_mes" span={4} />
  </>
)
