import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { roleFields } from '../../../core/fields/sis/user'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AttachedList } from '../../ui/form/attached-list'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column } = fieldsOf(roleFields)

const columns: readonly Column[] = [column('name', { width: 260 }), column('descricao')]

function Roles(): ReactElement {
  return <ResourceTable resource="funcoes/role" columns={columns} sort={{ field: 'name', desc: false }} />
}

const texts = {
  attach: (name: string) => `Adicionar a permissão “${name}” a esta regra?`,
  detach: (name: string) => `Remover a permissão “${name}” desta regra?`,
  duplicate: 'Esta permissão já foi adicionada nesta regra',
  detachFailed: 'Não foi possível remover a permissão',
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

function RoleForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="funcoes/role"
      name="Regra de acesso"
      title={(row) => textOf(row.descricao) || textOf(row.name)}
      stay
    >
      <Tab label="Regra">
        <Field name="name" span={6} />
        <Field name="descricao" span={6} />
        <Field name="exige_segundo_fator" span={12} />
      </Tab>
      <Tab label="Permissões" needsRecord>
        <Whole />
        <AttachedList
          name="permissions"
          label="Permissões"
          owner="funcoes/role"
          resource="funcoes/permission"
          attach="attachPermission"
          detach="detachPermission"
          param="permission_id"
          texts={texts}
        />
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
  modals: { 'edit/:id': { component: RoleForm, size: 'md' } },
})
