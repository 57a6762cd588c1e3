import type { ReactElement } from 'react'
import { tablesFields } from '../../core/fields/misc/tables'
import { screen } from '../app/registry'
import { fieldsOf } from '../ui/fields-of'
import { InlineTable } from '../ui/table/inline-table'

const { cell } = fieldsOf(tablesFields)

const columns = [
  cell('title', { width: 280, requiredText: 'Preencha este campo.' }),
  cell('content', { requiredText: 'Preencha este campo.' }),
]

function Tables(): ReactElement {
  return <InlineTable resource="misc/tables" columns={columns} orderBy="title" />
}

export const tables = screen({
  path: '/ui/misc/tables',
  title: 'Tabelas',
  area: 'Configuração',
  register: true,
  right: 'tables',
  component: Tables,
})
