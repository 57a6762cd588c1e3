import type { ReactElement } from 'react'
import { screen } from '../../app/registry'
import { textColumn } from '../../ui/table/inline-cell'
import { InlineTable } from '../../ui/table/inline-table'

const columns = [
  textColumn('codigo', 'Código', { width: 160, maxLength: 20 }),
  textColumn('descricao', 'Descrição', { requiredText: 'Informe uma descrição', maxLength: 80 }),
]

function Grupos(): ReactElement {
  return <InlineTable resource="estoque/mercadoria/grupo" columns={columns} />
}

export const mercadoriaGrupo = screen({
  path: '/ui/estoque/mercadoria_grupo',
  title: 'Grupos de Produtos',
  area: 'Estoque',
  right: 'mercadoria',
  component: Grupos,
})
