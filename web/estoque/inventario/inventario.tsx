import type { ReactElement } from 'react'
import { mercadoriaInventarioFields } from '../../../core/fields/estoque/inventario'
import { mercadoriaInventarioLife } from '../../../core/lifecycle/mercadoria-inventario'
import { numbersOf } from '../../../core/lifecycle/standing'
import { screen } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import type { Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const PATH = '/ui/estoque/inventario'
const head = fieldsOf(mercadoriaInventarioFields, mercadoriaInventarioLife)
const OPEN: Values = { status: numbersOf(mercadoriaInventarioLife, ['aberto']) }

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('descricao', { card: 'title' }),
  head.column('armazem.xNome', { width: 180 }),
  head.column('criado_em', { label: 'Aberto em', width: 150 }),
]

const EMPTY = {
  text: 'Nenhum inventário em contagem.',
  to: { path: '/ui/estoque/mercadoria_inventario', label: 'Abrir os inventários' },
}

/** The counts that are open, to choose the one that is counted. */
const Contagens = (): ReactElement => (
  <ResourceTable
    resource="estoque/mercadoria_inventario"
    columns={columns}
    where={OPEN}
    create={false}
    deletable={false}
    path={({ id }) => `${PATH}/${id}`}
    empty={EMPTY}
  />
)

/** Counting itself, also at `/a/{number}`, where the QR code of a count leads. */
export const inventario = screen({
  path: PATH,
  title: 'Contagem de Estoque',
  area: 'Estoque',
  right: 'inventario',
  component: Contagens,
  create: false,
  aliases: ['/a'],
  modals: { ':id': { component: lazyModal(async () => (await import('./counting')).Counting), size: 'lg' } },
})
