import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const TIPO = [
  { value: 0, label: 'Entrada' },
  { value: 1, label: 'Saída' },
]
const PADRAO = [...TIPO, { value: 2, label: 'Produção' }, { value: 3, label: 'Ajuste' }]
const FINALIDADE = [
  { value: 1, label: '1 · Normal' },
  { value: 2, label: '2 · Complementar' },
  { value: 3, label: '3 · Ajuste' },
  { value: 4, label: '4 · Devolução' },
]
const FINANCEIRO = [
  { value: 'GERA_DUPLICATA', label: 'Gera duplicatas' },
  { value: 'NAO_GERA', label: 'Não gera' },
]

const columns: readonly Column[] = [
  { field: 'descricao', label: 'Descrição' },
  { field: 'tipo', label: 'Tipo', kind: 'option', options: TIPO, width: 110 },
  { field: 'padrao', label: 'Padrão', kind: 'option', options: PADRAO, width: 110 },
  { field: 'movimenta_estoque', label: 'Move estoque', kind: 'bool', width: 120 },
  { field: 'gera_financeiro', label: 'Financeiro', kind: 'option', options: FINANCEIRO, width: 150 },
]

function TiposEntradaSaida(): ReactElement {
  return <ResourceTable resource="tipo_entrada_saida" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

const defaults = {
  tipo: 1,
  finNFe: 1,
  exibe_relatorio: true,
  movimenta_estoque: true,
  forca_tributacao: false,
  gera_financeiro: 'GERA_DUPLICATA',
  ativo: true,
}

function TipoEntradaSaidaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="tipo_entrada_saida" name="Tipo de operação" defaults={defaults}>
      <Field name="descricao" label="Descrição" required span={8} maxLength={80} />
      <Field name="tipo" label="Tipo" kind="select" required options={TIPO} span={4} />
      <Field name="padrao" label="Padrão de" kind="select" options={PADRAO} emptyLabel="Nenhum" span={4} />
      <Field name="finNFe" label="Finalidade da NF-e" kind="select" required options={FINALIDADE} span={4} />
      <Field name="gera_financeiro" label="Financeiro" kind="select" required options={FINANCEIRO} span={4} />
      <Field name="movimenta_estoque" label="Movimenta estoque" kind="switch" span={3} />
      <Field name="exibe_relatorio" label="Exibe em relatórios" kind="switch" span={3} />
      <Field name="forca_tributacao" label="Força tributação" kind="switch" span={3} />
      <Field name="ativo" label="Ativo" kind="switch" span={3} />
    </ResourceForm>
  )
}

export const tipoEntradaSaida = screen({
  path: '/ui/cadastros/tipo_entrada_saida',
  title: 'Tipo de Operação',
  area: 'Cadastros',
  icon: 'refresh',
  right: 'tipo_entrada_saida',
  component: TiposEntradaSaida,
  modals: { 'edit/:id': { component: TipoEntradaSaidaForm } },
})
