import type { ReactElement } from 'react'
import { go } from '../../app/navigation'
import { toast } from '../../app/toasts'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { duplicate, fields, RESOURCE, runPath } from './parts'

export { Editor } from './editor'

const { column } = fields

const columns: readonly Column[] = [
  column('nome', { card: 'title' }),
  column('descricao'),
  column('compartilhado', { width: 130 }),
  column('usuario.name', { label: fields.label('usuario_id'), width: 180 }),
  column('alterado_em', { width: 150 }),
]

const run: TableAction = {
  label: 'Executar',
  icon: 'chart',
  run: ([row]) => {
    if (row !== undefined) go(runPath(row.id))
  },
  reason: (rows) => (rows.length > 1 ? 'Execute um relatório por vez.' : undefined),
}

async function copy(row: Row): Promise<void> {
  try {
    await duplicate(row)
  } catch (error) {
    toast.error(error)
  }
}

/** The reports that somebody has put together, or that others share. */
export function Proprios(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      sort={{ field: 'nome', desc: false }}
      actions={[run]}
      duplicate={copy}
      empty={{ text: 'Monte um relatório de qualquer cadastro: colunas, filtros, grupos e somas.' }}
    />
  )
}
