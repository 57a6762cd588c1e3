import type { ReactElement } from 'react'
import { tabelaPrecoFields } from '../../../core/fields/comercial/tabela-preco'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'
import { importAction } from '../../cadastros/importacao/importacao'

const { Field, column, defaults } = fieldsOf(tabelaPrecoFields)

const actions = [importAction('precos')]

const columns: readonly Column[] = [
  column('descricao'),
  column('pMargem', { label: 'Margem %', width: 120 }),
  column('pMarkup', { label: 'Markup %', width: 120 }),
  column('padrao', { label: 'Padrão', width: 100 }),
  column('ativo', { width: 100 }),
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
    <ResourceForm modal={modal} resource="comercial/tabela_preco" name="Tabela de preço" defaults={defaults}>
      <Field name="descricao" span={12} />
      <Field name="pMargem" span={6} />
      <Field name="pMarkup" span={6} />
      <Field name="padrao" span={6} />
      <Field name="ativo" span={6} />
    </ResourceForm>
  )
}

export const tabelaPreco = screen({
  path: '/ui/comercial/tabela_preco',
  title: 'Tabelas de Preço',
  area: 'Comercial',
  register: true,
  right: 'tabela_preco',
  component: TabelasPreco,
  modals: { 'edit/:tabela_preco_id': { component: TabelaPrecoForm, size: 'md' } },
})
