import type { ReactElement } from 'react'
import { mercadoriaCaracteristicaGrupoFields } from '../../../core/fields/estoque/caracteristica'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell } = fieldsOf(mercadoriaCaracteristicaGrupoFields)

const columns = [
  cell('descricao', { requiredText: 'Informe uma descrição' }),
  cell('obrigatorio', { width: 140 }),
  cell('multiplo', { width: 160 }),
]

function Grupos(): ReactElement {
  return <InlineTable resource="estoque/mercadoria_caracteristica_grupo" columns={columns} />
}

export const mercadoriaCaracteristicaGrupo = screen({
  path: '/ui/estoque/mercadoria_caracteristica_grupo',
  title: 'Grupos de Características',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Grupos,
})
