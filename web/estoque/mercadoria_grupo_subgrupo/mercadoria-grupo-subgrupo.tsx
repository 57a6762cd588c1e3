import type { ReactElement } from 'react'
import { mercadoriaGrupoSubgrupoFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell, cellTo } = fieldsOf(mercadoriaGrupoSubgrupoFields)

const columns = [
  cellTo('grupo_id', 'estoque/mercadoria/grupo', { width: 280, requiredText: 'Informe um grupo' }),
  cell('codigo', { width: 160 }),
  cell('descricao', { requiredText: 'Informe uma descrição' }),
]

function Subgrupos(): ReactElement {
  return <InlineTable resource="estoque/mercadoria/grupo_subgrupo" columns={columns} />
}

export const mercadoriaGrupoSubgrupo = screen({
  path: '/ui/estoque/mercadoria_grupo_subgrupo',
  title: 'Subgrupos de Produtos',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Subgrupos,
})
