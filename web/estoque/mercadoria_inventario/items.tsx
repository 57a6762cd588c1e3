import type { ReactElement } from 'react'
import { COUNT_STATES } from '../../../core/fields/estoque/inventario'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { item, ITEMS } from './kind'

const columns: readonly Column[] = [
  item.column('mercadoria_inventario.descricao', { label: 'Inventário', width: 150, card: 'none', hidden: true }),
  item.column('armazenamento.xArmazenamento', { label: 'Local', width: 150, card: 'sub' }),
  item.column('xProd', { label: 'Mercadoria', card: 'title' }),
  item.column('lote.nLote', { label: 'Lote', width: 120, card: 'none' }),
  item.column('un', { label: 'Un', width: 60, card: 'none' }),
  item.column('qContada', { width: 110, card: 'value' }),
  item.column('qEsperada', { width: 110 }),
  item.column('diferenca', { width: 110 }),
  item.column('vDiferenca', { label: 'Valor', width: 120 }),
  item.column('motivo', { width: 160, hidden: true }),
  item.column('dhContagem', { width: 150, hidden: true }),
  item.chipColumn(
    'situacao',
    {
      contar: { hue: 'cinza' },
      recontar: { hue: 'ambar' },
      supervisor: { hue: 'vermelho' },
      aceita: { hue: 'verde', mark: 'check' },
    },
    { width: 170 },
  ),
]

const VIEWS = Object.entries(COUNT_STATES).map(([situacao, name]) => ({ name, where: { situacao } }))

const EMPTY = {
  text: 'Os itens nascem com o inventário: um para o que há em cada local.',
  to: { path: '/ui/estoque/mercadoria_inventario', label: 'Abrir os inventários' },
}

/** What is counted, of one count or of all. What the books say of it stands there once the adjustments are made. */
export const Items = (): ReactElement => (
  <ResourceTable
    resource={ITEMS}
    columns={columns}
    views={VIEWS}
    sort={{ field: 'armazenamento_id', desc: false }}
    create={false}
    empty={EMPTY}
  />
)
