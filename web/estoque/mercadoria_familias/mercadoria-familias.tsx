import type { ReactElement } from 'react'
import { mercadoriaFamiliaFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell } = fieldsOf(mercadoriaFamiliaFields)

const columns = [cell('descricao')]

function Familias(): ReactElement {
  return <InlineTable resource="estoque/mercadoria_familia" columns={columns} />
}

export const mercadoriaFamilias = screen({
  path: '/ui/estoque/mercadoria_familias',
  title: 'Familia de Produtos',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Familias,
})
