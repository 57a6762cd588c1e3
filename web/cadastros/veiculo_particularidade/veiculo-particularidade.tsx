import type { ReactElement } from 'react'
import { veiculoParticularidadeFields } from '../../../core/fields/cadastros/particularidades'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell } = fieldsOf(veiculoParticularidadeFields)

const columns = [cell('descricao')]

function Particularidades(): ReactElement {
  return <InlineTable resource="cadastros/veiculo_particularidade" columns={columns} />
}

export const veiculoParticularidade = screen({
  path: '/ui/cadastros/veiculo_particularidade',
  title: 'Particularidades de Veículo',
  area: 'Cadastros',
  register: true,
  right: 'transportadora',
  component: Particularidades,
})
