import type { ReactElement } from 'react'
import { serieNumeroComputed, serieNumeroFields } from '../../../core/fields/nfe/serie-numero'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { column } = fieldsOf({ ...serieNumeroFields, ...serieNumeroComputed })

const columns: readonly Column[] = [
  column('tpDoc', { width: 120 }),
  column('serie', { width: 90 }),
  column('tpAmb', { width: 150 }),
  column('proximo', { width: 150, sort: false, filter: 'none' }),
  column('usados', { width: 150, sort: false, filter: 'none' }),
  column('empresa.xNome'),
  column('ativo', { width: 90 }),
]

function Series(): ReactElement {
  return <ResourceTable resource="nfe/serie_numero" columns={columns} sort={{ field: 'serie', desc: false }} />
}

export const serieNumero = screen({
  path: '/ui/configuracao/serie_numero',
  title: 'Séries e numeração',
  area: 'Configuração',
  right: 'serie_numero',
  component: Series,
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./numbers')).SerieForm), size: 'md' } },
})
