import type { ReactElement } from 'react'
import { userBeside, userFields } from '../../../core/fields/sis/user'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { AttachedList } from '../../ui/form/attached-list'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { ResourceTable } from '../../ui/table/resource-table'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import { CompaniesField } from './companies'
import { Permissions } from './permissions'
import { columns, removeFactor, sendLink, texts, whyNotRemove } from './parts'
import { PersonalData } from '../lgpd/personal-data'

const { Field, ReferenceField, defaults } = fieldsOf({ ...userFields, ...userBeside })

const actions = [
  { label: 'Enviar link de nova senha', run: (rows: readonly Row[]) => sendLink(rows) },
  { label: 'Remover segundo fator', danger: true, run: removeFactor, reason: whyNotRemove },
]

function Users(): ReactElement {
  return <ResourceTable resource="user" columns={columns} actions={actions} sort={{ field: 'name', desc: false }} />
}

/** An empty password changes nothing, and is not sent. */
function shape({ password_cp, password, ...values }: Values): Values {
  return isSet(password) || isSet(password_cp) ? { ...values, password, password_cp } : values
}

const matches = (again: unknown, { password }: Values): string | undefined =>
  again === password ? undefined : 'As senhas não coincidem.'

/** Who may only look at users changes no rules of theirs. */
const REGISTER = ['usuario']

function UserForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="user"
      name="Usuário"
      title={(row) => textOf(row.name)}
      defaults={defaults}
      shape={shape}
      stay
      actions={<PersonalData modal={modal} recurso="user" />}
    >
      <Tab label="Usuário">
        <Field name="name" span={6} />
        <Field name="email" span={6} />
        <Field name="password" span={6} validate={(password, { password_cp }) => matches(password_cp, { password })} />
        <Field name="password_cp" span={6} validate={matches} />
        <ReferenceField name="empresa_id" resource="empresa" span={8} />
        <Field name="ativo" span={4} />
        <CompaniesField />
      </Tab>
      <Tab label="Regras" needsRecord resources={REGISTER}>
        <AttachedList
          name="roles"
          label="Regras de acesso"
          owner="user"
          resource="funcoes/role"
          attach="attachRole"
          detach="detachRole"
          param="role_id"
          texts={texts}
        />
        <Permissions />
      </Tab>
    </ResourceForm>
  )
}

export const user = screen({
  path: '/ui/cadastros/user',
  title: 'Usuários',
  area: 'Cadastros',
  right: 'usuario',
  component: Users,
  modals: { 'edit/:id': { component: UserForm } },
})
