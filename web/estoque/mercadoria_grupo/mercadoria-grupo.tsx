import type { ReactElement } from 'react'
import { mercadoriaGrupoFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell } = fieldsOf(mercadoriaGrupoFields)

const columns = [cell('codigo', { width: 160 }), cell('descricao', { requiredText: 'Informe uma descrição' })]

function Grupos(): ReactElement {
  return <InlineTable resource="estoque/mercadoria/grupo" columns={columns} />
}

export const mercadoriaGrupo = screen({
  path: '/ui/estoque/mercadoria_grupo',
  title: 'Grupos de Produtos',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Grupos,
})
