import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Named } from '../../../core/access/matrix'
import { roleText } from '../../../core/access/words'
import { roleFields } from '../../../core/fields/sis/user'
import { fieldsOf } from '../../ui/fields-of'
import { post } from '../../app/api'
import { screen, type ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { PermissionMatrix } from './permission-matrix'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column } = fieldsOf(roleFields)

/** What a role is called: as people described it, else as the product knows it. */
const called = (row: Row): string => textOf(row.descricao) || roleText(textOf(row.name))

const columns: readonly Column[] = [
  column('descricao', { label: 'Regra', width: 260, render: called, text: called }),
  column('name', { label: 'Nome no sistema', hidden: true }),
]

function Roles(): ReactElement {
  return <ResourceTable resource="funcoes/role" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

const WHOLE = new Set(['admin', 'ceo', 'manager'])

/** Some roles pass every check by their name: an empty list would say the contrary. */
function Whole(): ReactElement | null {
  useSignals()
  const name = textOf(useForm().record.value?.name)
  return WHOLE.has(name) ? (
    <p className="field-help">Esta regra tem todas as permissões, também as que não listar.</p>
  ) : null
}

const PERMISSIONS = 'funcoes/permission'

/** Every permission that can be given. */
const everyPermission = (answer: unknown): readonly Named[] =>
  rowsOf(isRecord(answer) ? answer.data : undefined).map(({ id, name }) => ({ id, name: textOf(name) }))

/** What the role may, given and taken at once: each cell is saved as it is changed. */
function Matrix(): ReactElement {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const known = everyPermission(useLoaded(`${PERMISSIONS}?perPage=1000`, PERMISSIONS))
  const [changed, setChanged] = useState<{ readonly of: unknown; readonly names: ReadonlySet<string> } | null>(null)
  const stored = new Set(rowsOf(record?.permissions).map(({ name }) => textOf(name)))
  const held = changed !== null && changed.of === record ? changed.names : stored
  const toggle = async ({ id, name }: Named, on: boolean): Promise<void> => {
    const next = new Set(held)
    if (on) next.add(name)
    else next.delete(name)
    setChanged({ of: record, names: next })
    try {
      await post(`funcoes/role/${record?.id}/${on ? 'attachPermission' : 'detachPermission'}`, { permission_id: id })
    } catch (error) {
      setChanged({ of: record, names: held })
      toast.error(error)
    }
  }
  return <PermissionMatrix known={known} held={held} onToggle={(one, on) => void toggle(one, on)} />
}

function RoleForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="funcoes/role" name="Regra de acesso" title={called} stay>
      <Tab label="Regra">
        <Field name="descricao" span={6} help="Como as pessoas a veem" />
        <Field name="name" label="Nome no sistema" span={6} />
        <Field name="exige_segundo_fator" span={12} />
      </Tab>
      <Tab label="Permissões" needsRecord>
        <Whole />
        <Matrix />
      </Tab>
    </ResourceForm>
  )
}

export const role = screen({
  path: '/ui/cadastros/role',
  title: 'Regras de Acesso',
  area: 'Cadastros',
  register: true,
  right: 'admin',
  component: Roles,
  modals: { 'edit/:id': { component: RoleForm } },
})
