import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'
import { importAction } from '../../cadastros/importacao/importacao'

const actions = [importAction('precos')]

const columns: readonly Column[] = [
  { field: 'descricao', label: 'Descrição' },
  { field: 'pMargem', label: 'Margem %', kind: 'percent', width: 120 },
  { field: 'pMarkup', label: 'Markup %', kind: 'percent', width: 120 },
  { field: 'padrao', label: 'Padrão', kind: 'bool', width: 100 },
  { field: 'ativo', label: 'Ativa', kind: 'bool', width: 100 },
]

function TabelasPreco(): ReactElement {
  return (
    <ResourceTable
      resource="comercial/tabela_preco"
      columns={columns}
      actions={actions}
      sort={{ field: 'descricao', desc: false }}
    />
  )
}

export function TabelaPrecoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="comercial/tabela_preco"
      name="Tabela de preço"
      defaults={{ ativo: true, padrao: false }}
    >
      <Field name="descricao" label="Descrição" required span={12} maxLength={60} />
      <Field name="pMargem" label="Margem usual (%)" kind="percent" decimals={4} span={6} />
      <Field name="pMarkup" label="Markup usual (%)" kind="percent" decimals={4} span={6} />
      <Field name="padrao" label="Tabela padrão" kind="switch" span={6} />
      <Field name="ativo" label="Ativa" kind="switch" span={6} />
    </ResourceForm>
  )
}

export const tabelaPreco = screen({
  path: '/ui/comercial/tabela_preco',
  title: 'Tabelas de Preço',
  area: 'Comercial',
  right: 'tabela_preco',
  component: TabelasPreco,
  modals: { 'edit/:tabela_preco_id': { component: TabelaPrecoForm, size: 'md' } },
})
