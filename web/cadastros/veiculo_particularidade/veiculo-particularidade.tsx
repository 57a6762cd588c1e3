import type { ReactElement } from 'react'
import { screen } from '../../app/registry'
import { textColumn } from '../../ui/table/inline-cell'
import { InlineTable } from '../../ui/table/inline-table'

const columns = [textColumn('descricao', 'Descrição', { requiredText: 'Preencha este campo.', maxLength: 80 })]

function Particularidades(): ReactElement {
  return <InlineTable resource="cadastros/veiculo_particularidade" columns={columns} />
}

export const veiculoParticularidade = screen({
  path: '/ui/cadastros/veiculo_particularidade',
  title: 'Particularidades de Veículo',
  area: 'Cadastros',
  icon: 'truck',
  right: 'transportadora',
  component: Particularidades,
})
