import type { ReactElement } from 'react'
import { entradaFields } from '../../../core/fields/estoque/entrada'
import { entradaLife } from '../../../core/lifecycle/entrada'
import { numbersOf } from '../../../core/lifecycle/standing'
import { list } from '../../app/api'
import { open } from '../../app/navigation'
import { screen } from '../../app/registry'
import { toast } from '../../app/toasts'
import { stateColumn } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import { displayName } from '../../ui/format'
import { lazyModal } from '../../ui/lazy-modal'
import { textOf, type Values } from '../../ui/row'
import { useScanned } from '../../ui/scan/use-scanned'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const PATH = '/ui/estoque/recebimento'
const head = fieldsOf(entradaFields, entradaLife)
const OPEN: Values = { status: numbersOf(entradaLife, ['aberta', 'recebida']) }

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('criado_em', { label: 'Data', width: 150 }),
  head.column('nNF', { label: 'Nota', width: 100 }),
  head.column('fornecedor.xNome', {
    card: 'title',
    render: (row) => displayName(row.fornecedor) || displayName(row.cliente),
    text: (row) => displayName(row.fornecedor) || displayName(row.cliente),
  }),
  stateColumn(entradaLife),
]

const KEY = /^\d{44}$/

/** Opens the entry of the invoice whose key was read, on the screen that it was read at. */
async function openByKey(code: string, path: string): Promise<void> {
  try {
    const [found] = (await list('entrada', { where: { ...OPEN, chNFe: code }, perPage: 1 })).data
    if (found === undefined) toast.danger('Nenhuma entrada aberta é desta nota: importe-a antes.')
    else open(`${path}/edit/${textOf(found.id)}`)
  } catch (error) {
    toast.error(error)
  }
}

function Recebimentos(): ReactElement {
  useScanned(KEY, (code, path) => void openByKey(code, path))
  return (
    <ResourceTable
      resource="entrada"
      columns={columns}
      where={OPEN}
      create={false}
      deletable={false}
      empty={{ text: 'Nenhuma entrada espera para ser recebida. Importe a nota, ou crie a entrada.' }}
    />
  )
}

export const recebimento = screen({
  path: PATH,
  title: 'Recebimento',
  area: 'Estoque',
  right: 'entrada',
  component: Recebimentos,
  create: false,
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./receiving')).Receiving), size: 'lg' },
    'edit/:id/item/:item_id': { component: lazyModal(async () => (await import('./item')).ReceivingItem), size: 'md' },
    'edit/:id/entrada_duplicata/:item_id': {
      component: lazyModal(async () => (await import('../entrada/forms')).EntradaDuplicataForm),
      size: 'md',
    },
  },
})

/** The same on a phone, one thing at a time. */
export const recebimentoCelular = screen({
  path: '/ui/mobile/recebimento',
  title: 'Recebimento no celular',
  area: 'Estoque',
  right: 'entrada',
  component: Recebimentos,
  create: false,
  register: true,
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./phone')).PhoneReceiving), size: 'full' },
  },
})
