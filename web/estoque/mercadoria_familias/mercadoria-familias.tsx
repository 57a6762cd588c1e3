import type { ReactElement } from 'react'
import { screen } from '../../app/registry'
import { textColumn } from '../../ui/table/inline-cell'
import { InlineTable } from '../../ui/table/inline-table'

const columns = [textColumn('descricao', 'Descrição', { requiredText: 'Preencha este campo.', maxLength: 80 })]

function Familias(): ReactElement {
  return <InlineTable resource="estoque/mercadoria_familia" columns={columns} />
}

export const mercadoriaFamilias = screen({
  path: '/ui/estoque/mercadoria_familias',
  title: 'Familia de Produtos',
  area: 'Estoque',
  right: 'mercadoria',
  component: Familias,
})
