import type { ReactElement } from 'react'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { EXCHANGES, kindLabel, notNow, statusColumn, troca, tryNow } from './parts'

const { column } = troca

const columns: readonly Column[] = [
  column('tipo', { width: 120, filter: 'select', text: (row) => kindLabel(row.tipo) }),
  column('assunto', { card: 'sub' }),
  statusColumn,
  column('tentativas', { width: 110, card: 'none' }),
  column('dhProxima', { width: 150, card: 'none' }),
  column('criado_em', { label: 'Criada em', width: 150, card: 'value' }),
  column('dhFim', { width: 150, hidden: true }),
  column('chave', { width: 280, hidden: true }),
  column('erro', { width: 260, filter: 'none', card: 'none' }),
]

const views = [
  { name: 'Incertas', where: { status: 'incerta' } },
  { name: 'Falharam', where: { status: 'falhou' } },
  { name: 'Na fila', where: { status: 'na_fila' } },
  { name: 'Respondidas', where: { status: 'respondida' } },
]

const actions = [
  { label: 'Tentar agora', icon: 'refresh', run: (rows: readonly Row[]) => tryNow(rows), reason: notNow },
] as const

export function Exchanges(): ReactElement {
  return (
    <ResourceTable
      resource={EXCHANGES}
      columns={columns}
      views={views}
      actions={actions}
      create={false}
      deletable={false}
      sort={{ field: 'id', desc: true }}
    />
  )
}
