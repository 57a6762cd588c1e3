import type { ReactElement } from 'react'
import { Field } from '../ui/form/fields'
import { TaxIdField } from '../ui/form/tax-id-field'
import { activeColumn } from '../ui/table/active-column'
import type { Column } from '../ui/table/columns'

/** What one thinks of a person or company, beside whether they are active. */
const SITUACAO = [
  { value: 0, label: 'Normal' },
  { value: 1, label: 'Em observação' },
  { value: 2, label: 'Suspensa' },
]

/** What every register of people and companies shows in its list. */
export const personColumns: readonly Column[] = [
  { field: 'xNome', label: 'Nome' },
  { field: 'xFant', label: 'Nome fantasia', card: 'none' },
  { field: 'CNPJ_CPF', label: 'CNPJ / CPF', kind: 'taxid', width: 180 },
  { field: 'cMun_ref.xMun', label: 'Município', width: 160 },
  { field: 'UF', label: 'UF', width: 64 },
  { field: 'fone', label: 'Telefone', kind: 'phone', width: 150 },
  { field: 'email', label: 'E-mail', width: 200, hidden: true },
  { field: 'st', label: 'Situação', kind: 'option', options: SITUACAO, width: 130, hidden: true },
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
      <Field name="IE" label="Inscrição estadual" span={3} maxLength={20} />
      <Field name="st" label="Situação" kind="select" required options={SITUACAO} span={2} />
      <Field name="ativo" label="Ativo" kind="switch" span={2} />
      <Field name="xNome" label="Nome / Razão social" required span={7} maxLength={120} />
      <Field name="xFant" label="Nome fantasia" span={5} maxLength={120} />
      <Field name="fone" label="Telefone" kind="phone" span={5} />
      <Field name="email" label="E-mail" kind="email" span={7} maxLength={200} />
    </>
  )
}
