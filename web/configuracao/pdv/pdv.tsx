import type { ReactElement } from 'react'
import { pdvFields } from '../../../core/fields/comercial/pdv'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { column } = fieldsOf(pdvFields)

const columns: readonly Column[] = [
  column('descricao'),
  column('geraNFe', { width: 180 }),
  column('nfe_serie.serie', { label: 'Série', width: 90, filter: 'none' }),
  column('tpBalanca', { width: 200 }),
  column('ativo', { width: 90 }),
]

function Pdvs(): ReactElement {
  return <ResourceTable resource="config/pdv" columns={columns} sort={{ field: 'descricao', desc: false }} />
}

export const pdv = screen({
  path: '/ui/config/pdv',
  title: 'PDV',
  area: 'Configuração',
  right: 'pdv',
  component: Pdvs,
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./form')).PdvForm) },
    'edit/:id/balanca/:balanca_id': {
      component: lazyModal(async () => (await import('./form')).BalancaForm),
      size: 'md',
    },
  },
})
