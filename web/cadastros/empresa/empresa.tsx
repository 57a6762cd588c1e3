import type { ReactElement } from 'react'
import { lazily } from '../../app/lazy'
import { screen } from '../../app/registry'
import { ResourceTable } from '../../ui/table/resource-table'
import { personColumns } from '../person'

const columns = [
  ...personColumns.filter(({ field }) => field !== 'ativo'),
  {
    field: 'certificado_ate',
    label: 'Certificado até',
    kind: 'date',
    width: 120,
    sort: false,
    filter: 'none',
    card: 'none',
  },
] as const

function Empresas(): ReactElement {
  return <ResourceTable resource="empresa" columns={columns} sort={{ field: 'xNome', desc: false }} />
}

export const empresa = screen({
  path: '/ui/cadastros/empresa',
  title: 'Empresas',
  area: 'Cadastros',
  icon: 'factory',
  right: 'empresa',
  component: Empresas,
  modals: { 'edit/:id': { component: lazily(async () => (await import('./form')).EmpresaForm), size: 'xl' } },
})
