import type { ReactElement } from 'react'
import { empresaComputed } from '../../../core/fields/cadastros/empresa'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'
import { ResourceTable } from '../../ui/table/resource-table'
import { personColumns } from '../person'

const { column } = fieldsOf(empresaComputed)

const columns = [
  ...personColumns.filter(({ field }) => field !== 'ativo'),
  column('certificado_ate', { width: 120, sort: false, filter: 'none', card: 'none' }),
] as const

const VIEWS = [{ name: 'Certificado a vencer', custom: { certificado_vence: true } }]

function Empresas(): ReactElement {
  return <ResourceTable resource="empresa" columns={columns} views={VIEWS} sort={{ field: 'xNome', desc: false }} />
}

export const empresa = screen({
  path: '/ui/cadastros/empresa',
  title: 'Empresas',
  area: 'Cadastros',
  right: 'empresa',
  component: Empresas,
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).EmpresaForm), size: 'xl' } },
})
