import type { ReactElement } from 'react'
import { pagamentoFields } from '../../../core/fields/financeiro/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, ReferenceField, column, defaults } = fieldsOf(pagamentoFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('tPag', { label: 'Meio na NF-e', width: 200 }),
  column('maxInstallments', { label: 'Parcelas até', width: 110 }),
  column('emite_boleto', { label: 'Boleto', width: 90, filter: 'none' }),
  column('empresa.xNome', { width: 220 }),
  column('ativo', { width: 90 }),
]

function Pagamentos(): ReactElement {
  return <ResourceTable resource="financeiro/pagamentos" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

export function PagamentoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="financeiro/pagamentos" name="Forma de pagamento" defaults={defaults}>
      <Field name="descricao" span={6} />
      <ReferenceField name="empresa_id" resource="empresa" span={6} help="Vazio vale para todas" />
      <Field name="tPag" span={6} />
      <Field name="tpIntegracao" span={6} />
      <Field name="maxInstallments" required span={3} />
      <Field name="installmentType" span={3} />
      <Field name="ativo" span={6} />
      <ReferenceField
        name="banco_id"
        resource="financeiro/banco"
        help="Onde entra a baixa automática; a usual da empresa, se vazia"
        span={6}
      />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        help="Das contas a receber das vendas pagas por ela"
        span={6}
      />
      <Field name="adquirente" span={4} />
      <Field name="pTaxa" span={4} />
      <Field name="diasCredito" span={4} help="Da venda à 1ª parcela, e de uma à outra" />
      <Field name="emite_boleto" span={4} />
      <ReferenceField
        name="banco_cnab_id"
        resource="financeiro/banco_cnab"
        minChars={0}
        where={{ ativo: true }}
        help="Dos seus boletos; a da conta caixa, se vazia"
        span={8}
      />
      <Field name="baixaCaixaAutomatico" span={4} />
      <Field name="parcelaDiaUtil" span={4} />
      <Field name="diasCompensacao" span={4} help="De boletos: o banco credita depois" />
    </ResourceForm>
  )
}

export const pagamento = screen({
  path: '/ui/configuracao/pagamento',
  title: 'Formas de Pagamento',
  area: 'Configuração',
  right: 'pagamento',
  component: Pagamentos,
  modals: { 'edit/:id': { component: PagamentoForm } },
})
