import type { ReactElement } from 'react'
import { screen } from '../../app/registry'
import { referenceColumn, textColumn } from '../../ui/table/inline-cell'
import { InlineTable } from '../../ui/table/inline-table'

const columns = [
  referenceColumn('grupo', 'Grupo', 'estoque/mercadoria/grupo', { width: 280, requiredText: 'Informe um grupo' }),
  textColumn('codigo', 'Código', { width: 160, maxLength: 20 }),
  textColumn('descricao', 'Descrição', { requiredText: 'Informe uma descrição', maxLength: 80 }),
]

function Subgrupos(): ReactElement {
  return <InlineTable resource="estoque/mercadoria/grupo_subgrupo" columns={columns} />
}

export const mercadoriaGrupoSubgrupo = screen({
  path: '/ui/estoque/mercadoria_grupo_subgrupo',
  title: 'Subgrupos de Produtos',
  area: 'Estoque',
  right: 'mercadoria',
  component: Subgrupos,
})
