import type { ReactElement } from 'react'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { EXCHANGES, exchangeChip, KIND_OPTIONS, kindLabel, notNow, STATE_OPTIONS, tryNow } from './parts'

const columns: readonly Column[] = [
  {
    field: 'tipo',
    label: 'Tipo',
    width: 120,
    filter: 'select',
    options: KIND_OPTIONS,
    text: (row) => kindLabel(row.tipo),
  },
  { field: 'assunto', label: 'Assunto', card: 'sub' },
  {
    field: 'status',
    label: 'Situação',
    kind: 'chip',
    width: 130,
    filter: 'select',
    options: STATE_OPTIONS,
    chip: exchangeChip,
  },
  { field: 'tentativas', label: 'Tentativas', kind: 'integer', width: 110, card: 'none' },
  { field: 'dhProxima', label: 'Próxima tentativa', kind: 'datetime', width: 150, card: 'none' },
  { field: 'criado_em', label: 'Criada em', kind: 'datetime', width: 150, card: 'value' },
  { field: 'dhFim', label: 'Terminada em', kind: 'datetime', width: 150, hidden: true },
  { field: 'chave', label: 'Chave', width: 280, hidden: true },
  { field: 'erro', label: 'Erro', width: 260, filter: 'none', card: 'none' },
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
