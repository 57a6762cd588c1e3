import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'
import { INTEGRACAO, MEIOS, PARCELAMENTO } from './options'

const columns: readonly Column[] = [
  { field: 'descricao', label: 'Descrição' },
  { field: 'tPag', label: 'Meio na NF-e', kind: 'option', options: MEIOS, width: 200 },
  { field: 'maxInstallments', label: 'Parcelas até', kind: 'integer', width: 110 },
  { field: 'emite_boleto', label: 'Boleto', kind: 'bool', width: 90, filter: 'none' },
  { field: 'empresa.xNome', label: 'Empresa', width: 220 },
  { field: 'ativo', label: 'Ativa', kind: 'bool', width: 90 },
]

function Pagamentos(): ReactElement {
  return <ResourceTable resource="financeiro/pagamentos" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

const defaults = {
  tPag: '99',
  emite_boleto: 0,
  maxInstallments: 1,
  installmentType: 2,
  baixaCaixaAutomatico: 0,
  tpIntegracao: 1,
  parcelaDiaUtil: 0,
  ativo: true,
}

export function PagamentoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="financeiro/pagamentos" name="Forma de pagamento" defaults={defaults}>
      <Field name="descricao" label="Descrição" required span={6} maxLength={60} />
      <ReferenceField name="empresa_id" label="Empresa" resource="empresa" span={6} help="Vazio vale para todas" />
      <Field name="tPag" label="Meio de pagamento na NF-e" kind="select" required options={MEIOS} span={6} />
      <Field name="tpIntegracao" label="Integração" kind="select" options={INTEGRACAO} span={6} />
      <Field name="maxInstallments" label="Máximo de parcelas" kind="integer" required span={3} maxLength={3} />
      <Field name="installmentType" label="Juros do parcelamento" kind="select" options={PARCELAMENTO} span={3} />
      <Field name="ativo" label="Ativa" kind="switch" span={6} />
      <Field name="emite_boleto" label="Emite boleto" kind="switch" span={4} />
      <Field name="baixaCaixaAutomatico" label="Baixa automática no caixa" kind="switch" span={4} />
      <Field name="parcelaDiaUtil" label="Vencimento em dia útil" kind="switch" span={4} />
    </ResourceForm>
  )
}

export const pagamento = screen({
  path: '/ui/configuracao/pagamento',
  title: 'Formas de Pagamento',
  area: 'Configuração',
  icon: 'card',
  right: 'pagamento',
  component: Pagamentos,
  modals: { 'edit/:id': { component: PagamentoForm } },
})
