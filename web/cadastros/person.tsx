import type { ReactElement } from 'react'
import { person } from '../../core/fields/cadastros/pessoas'
import { fieldsOf } from '../ui/fields-of'
import { TaxIdField } from '../ui/form/tax-id-field'
import { activeColumn } from '../ui/table/active-column'
import type { Column } from '../ui/table/columns'

const { Field, column } = fieldsOf(person())

/** What every register of people and companies shows in its list. */
export const personColumns: readonly Column[] = [
  column('xNome'),
  column('xFant', { card: 'none' }),
  column('CNPJ_CPF', { width: 180 }),
  column('cMun_ref.xMun', { width: 160 }),
  column('UF', { width: 64 }),
  column('fone', { width: 150 }),
  column('email', { width: 200, hidden: true }),
  column('st', { width: 130, hidden: true }),
  activeColumn,
]

export const personViews = [
  { name: 'Ativos', where: { ativo: true } },
  { name: 'Inativos', where: { ativo: false } },
]

/** What identifies a person or company. */
export function PersonFields({ taxIdRequired = false }: { readonly taxIdRequired?: boolean }): ReactElement {
  return (
    <>
      <TaxIdField required={taxIdRequired} />
      <Field name="IE" span={3} />
      <Field name="st" span={2} />
      <Field name="ativo" span={2} />
      <Field name="xNome" label="Nome / Razão social" span={7} />
      <Field name="xFant" span={5} />
      <Field name="fone" span={5} />
      <Field name="email" span={7} />
    </>
  )
}
