import type { ReactElement } from 'react'
import { motivoDevolucaoFields } from '../../../core/fields/cadastros/motivo-devolucao'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell } = fieldsOf(motivoDevolucaoFields)

const columns = [cell('descricao')]

function Motivos(): ReactElement {
  return <InlineTable resource="cadastros/motivo_devolucao" columns={columns} />
}

export const motivoDevolucao = screen({
  path: '/ui/cadastros/motivo_devolucao',
  title: 'Motivos de Devolução',
  area: 'Cadastros',
  register: true,
  right: 'motivo_devolucao',
  component: Motivos,
})
