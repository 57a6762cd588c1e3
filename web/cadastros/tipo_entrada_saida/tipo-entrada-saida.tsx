import type { ReactElement } from 'react'
import { tipoEntradaSaidaFields } from '../../../core/fields/cadastros/tipo-entrada-saida'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column, defaults } = fieldsOf(tipoEntradaSaidaFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('tipo', { width: 110 }),
  column('padrao', { label: 'Padrão', width: 110 }),
  column('movimenta_estoque', { label: 'Move estoque', width: 120 }),
  column('gera_financeiro', { width: 150 }),
]

function TiposEntradaSaida(): ReactElement {
  return <ResourceTable resource="tipo_entrada_saida" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

function TipoEntradaSaidaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="tipo_entrada_saida" name="Tipo de operação" defaults={defaults}>
      <Field name="descricao" span={8} />
      <Field name="tipo" span={4} />
      <Field name="padrao" emptyLabel="Nenhum" span={4} />
      <Field name="finNFe" span={4} />
      <Field name="gera_financeiro" span={4} />
      <Field name="movimenta_estoque" span={3} />
      <Field name="exibe_relatorio" span={3} />
      <Field name="forca_tributacao" span={3} />
      <Field name="ativo" span={3} />
    </ResourceForm>
  )
}

export const tipoEntradaSaida = screen({
  path: '/ui/cadastros/tipo_entrada_saida',
  title: 'Tipo de Operação',
  area: 'Cadastros',
  register: true,
  right: 'tipo_entrada_saida',
  component: TiposEntradaSaida,
  modals: { 'edit/:id': { component: TipoEntradaSaidaForm } },
})
