import type { ReactElement } from 'react'
import { tipoEntradaSaidaFields } from '../../../core/fields/cadastros/tipo-entrada-saida'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { column } = fieldsOf(tipoEntradaSaidaFields)

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

export const tipoEntradaSaida = screen({
  path: '/ui/cadastros/tipo_entrada_saida',
  title: 'Tipo de Operação',
  area: 'Cadastros',
  register: true,
  right: 'tipo_entrada_saida',
  component: TiposEntradaSaida,
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).TipoEntradaSaidaForm) } },
})
