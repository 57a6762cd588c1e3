import type { ReactElement } from 'react'
import { motivoPerdaFields } from '../../../core/fields/comercial/motivo-perda'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import { InlineTable } from '../../ui/table/inline-table'

const { cell } = fieldsOf(motivoPerdaFields)

const columns = [cell('descricao', { requiredText: 'Informe uma descrição' }), cell('ativo', { width: 120 })]

function Motivos(): ReactElement {
  return <InlineTable resource="comercial/motivo_perda" columns={columns} />
}

export const motivoPerda = screen({
  path: '/ui/comercial/motivo_perda',
  title: 'Motivos de Perda',
  area: 'Comercial',
  register: true,
  right: 'venda_orcamento',
  component: Motivos,
})
