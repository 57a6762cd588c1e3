import type { ReactElement } from 'react'
import { etiquetaModeloFields } from '../../../core/fields/estoque/etiqueta'
import { screen } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { column } = fieldsOf(etiquetaModeloFields)

const columns: readonly Column[] = [
  column('descricao', { card: 'title' }),
  column('uso', { width: 120, card: 'sub' }),
  column('midia', { width: 230 }),
  column('largura', { width: 120, card: 'none' }),
  column('altura', { width: 120, card: 'none' }),
  column('impressora', { width: 160, card: 'none' }),
  column('ativo', { width: 90, card: 'none' }),
]

const EMPTY = { text: 'Os modelos que vêm com o sistema já servem. Crie um seu a partir de um deles.' }

const Modelos = (): ReactElement => (
  <ResourceTable
    resource="estoque/etiqueta_modelo"
    columns={columns}
    sort={{ field: 'descricao', desc: false }}
    empty={EMPTY}
  />
)

export const etiquetaModelo = screen({
  path: '/ui/estoque/etiqueta_modelo',
  title: 'Modelos de etiqueta',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Modelos,
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./form')).ModeloForm), size: 'lg' },
    'edit/:id/elemento/:elemento_id': {
      component: lazyModal(async () => (await import('./element')).ElementoForm),
      size: 'lg',
    },
  },
})
