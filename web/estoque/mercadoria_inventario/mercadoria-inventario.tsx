import type { ReactElement } from 'react'
import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { DocumentTable } from '../../ui/documents/document-table'
import { lazyModal } from '../../ui/lazy-modal'
import type { Column } from '../../ui/table/columns'
import { head, ITEMS, KIND } from './kind'

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('descricao', { card: 'title' }),
  head.column('criado_em', { label: 'Aberto em', width: 150 }),
  head.column('armazem.xNome', { width: 150 }),
  head.column('armazenamento.xArmazenamento', { width: 150, hidden: true }),
  head.column('grupo.descricao', { width: 150, hidden: true }),
  head.column('cego', { width: 120, hidden: true }),
  head.column('vDiferenca', { width: 130, card: 'value' }),
]

const EMPTY = {
  text: 'Conte o que há nos locais: abra um inventário e leia as mercadorias com o telefone ou o leitor.',
}

const Inventarios = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create="Novo inventário" empty={EMPTY} stateWidth={160} printed />
)

export const mercadoriaInventario = screen({
  path: '/ui/estoque/mercadoria_inventario',
  title: 'Inventários',
  area: 'Estoque',
  right: KIND.right,
  component: Inventarios,
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).InventarioForm), size: 'xl' } },
})

/** What counts count: an address of its own, told of one count by a filter. */
export const mercadoriaInventarioItem = screen({
  path: `/ui/${ITEMS}`,
  title: 'Itens de Inventário',
  area: 'Estoque',
  right: KIND.right,
  component: lazyScreen(async () => (await import('./items')).Items),
  create: false,
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./item-form')).ItemForm), size: 'md' } },
})
