import type { ReactElement } from 'react'
import { Field } from '../ui/form/fields'
import { TaxIdField } from '../ui/form/tax-id-field'
import type { Column } from '../ui/table/columns'

/** What every register of people and companies shows in its list. */
export const personColumns: readonly Column[] = [
  { field: 'xNome', label: 'Nome' },
  { field: 'xFant', label: 'Nome fantasia', card: 'none' },
  { field: 'CNPJ_CPF', label: 'CNPJ / CPF', kind: 'taxid', width: 180 },
  { field: 'cMun_ref.xMun', label: 'Município', width: 160 },
  { field: 'UF', label: 'UF', width: 64 },
  { field: 'fone', label: 'Telefone', kind: 'phone', width: 150 },
  { field: 'email', label: 'E-mail', width: 200, hidden: true },
  {
    field: 'ativo',
    label: 'Estado',
    kind: 'chip',
    width: 100,
    filter: 'select',
    options: [
      { value: true, label: 'Ativo' },
      { value: false, label: 'Inativo' },
    ],
    chip: (row) =>
      row.ativo === false
        ? { word: 'Inativo', hue: 'cinza', mark: 'dash' }
        : { word: 'Ativo', hue: 'verde', mark: 'check' },
  },
]

export const personViews = [
  { name: 'Ativos', where: { ativo: true } },
  { name: 'Inativos', where: { ativo: false } },
]

/** What identifies a person or company. */
export function PersonFields(): ReactElement {
  return (
    <>
      <TaxIdField />
      <Field name="IE" label="Inscrição estadual" span={4} maxLength={20} />
      <Field name="ativo" label="Ativo" kind="switch" span={3} />
      <Field name="xNome" label="Nome / Razão social" required span={7} maxLength={120} />
      <Field name="xFant" label="Nome fantasia" span={5} maxLength={120} />
      <Field name="fone" label="Telefone" kind="phone" span={5} />
      <Field name="email" label="E-mail" kind="email" span={7} maxLength={200} />
    </>
  )
}
