import type { ReactElement } from 'react'
import { screen } from '../../app/registry'
import { textColumn } from '../../ui/table/inline-cell'
import { InlineTable } from '../../ui/table/inline-table'

const columns = [textColumn('descricao', 'Descrição', { requiredText: 'Preencha este campo.', maxLength: 80 })]

function Motivos(): ReactElement {
  return <InlineTable resource="cadastros/motivo_devolucao" columns={columns} />
}

export const motivoDevolucao = screen({
  path: '/ui/cadastros/motivo_devolucao',
  title: 'Motivos de Devolução',
  area: 'Cadastros',
  icon: 'undo',
  right: 'motivo_devolucao',
  component: Motivos,
})
