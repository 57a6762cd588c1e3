import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { AttachedList } from '../../ui/form/attached-list'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const columns: readonly Column[] = [
  { field: 'name', label: 'Nome', width: 260 },
  { field: 'descricao', label: 'Descrição' },
]

function Roles(): ReactElement {
  return <ResourceTable resource="funcoes/role" columns={columns} sort={{ field: 'name', desc: false }} />
}

const texts = {
  attach: (name: string) => `Adicionar a permissão “${name}” a esta regra?`,
  detach: (name: string) => `Remover a permissão “${name}” desta regra?`,
  duplicate: 'Esta permissão já foi adicionada nesta regra',
  detachFailed: 'Não foi possível remover a permissão',
}

function RoleForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="funcoes/role" name="Regra de acesso" stay>
      <Tab label="Regra">
        <Field name="name" label="Nome" required span={6} maxLength={60} />
        <Field name="descricao" label="Descrição" span={6} maxLength={120} />
      </Tab>
      <Tab label="Permissões" needsRecord>
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
  icon: 'lock',
  right: 'admin',
  component: Roles,
  modals: { 'edit/:id': { component: RoleForm, size: 'md' } },
})
