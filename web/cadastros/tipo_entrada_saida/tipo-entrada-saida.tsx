import type { ReactElement } from 'react'
import { tipoEntradaSaidaFields } from '../../../core/fields/cadastros/tipo-entrada-saida'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'
import { CfopLines } from './cfop-lines'

const { Field, column, defaults } = fieldsOf(tipoEntradaSaidaFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('tipo', { width: 110 }),
  column('padrao', { label: 'Padrão', width: 110 }),
  column('natOp', { width: 220, hidden: true }),
  column('finNFe', { width: 160, hidden: true }),
  column('movimenta_estoque', { label: 'Move estoque', width: 120 }),
  column('gera_financeiro', { width: 150 }),
]

function TiposEntradaSaida(): ReactElement {
  return <ResourceTable resource="tipo_entrada_saida" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

function TipoEntradaSaidaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="tipo_entrada_saida"
      name="Tipo de operação"
      title={(row) => textOf(row.descricao)}
      defaults={defaults}
    >
      <Tab label="Operação">
        <Field name="descricao" span={8} />
        <Field name="tipo" span={4} />
        <Field name="padrao" emptyLabel="Nenhum" span={4} />
        <Field name="gera_financeiro" span={4} />
        <Field name="movimenta_estoque" span={4} />
        <Field name="exibe_relatorio" span={4} />
        <Field name="ativo" span={4} />
      </Tab>
      <Tab label="Nota fiscal">
        <Field name="natOp" span={8} />
        <Field name="finNFe" span={4} />
        <Field name="tpNFDebito" emptyLabel="Nenhum" span={6} />
        <Field name="tpNFCredito" emptyLabel="Nenhum" span={6} />
        <Field name="indFinal" emptyLabel="Pelo cliente" span={4} />
        <Field name="indPres" emptyLabel="Por onde foi a venda" span={4} />
        <Field name="tPag" emptyLabel="O da forma de pagamento" span={4} />
        <Field name="exige_referencia" span={6} />
        <Field name="forca_tributacao" span={6} />
        <CfopLines />
      </Tab>
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
