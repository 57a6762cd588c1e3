import type { ReactElement } from 'react'
import { namesOf } from '../../devices/told'
import { Chip } from '../../ui/chip'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { agent, agentChip, AGENTS, isRevoked, revoke } from './parts'

const { column } = agent

const columns: readonly Column[] = [
  column('nome', { width: 180 }),
  {
    field: 'conectado',
    label: 'Situação',
    width: 130,
    filter: 'none',
    sort: false,
    card: 'chip',
    text: (row) => agentChip(row).word,
    render: (row) => <Chip {...agentChip(row)} />,
  },
  column('balancas', { width: 200, filter: 'none', sort: false, text: (row) => namesOf(row.balancas).join(', ') }),
  column('impressoras', {
    width: 220,
    filter: 'none',
    sort: false,
    text: (row) => namesOf(row.impressoras).join(', '),
  }),
  column('empresa.xNome', { label: 'Empresa', width: 200 }),
  column('maquina', { width: 160 }),
  column('sistema', { width: 130, hidden: true }),
  column('programa', { label: 'Versão', width: 100 }),
  column('dhVisto', { width: 150 }),
  column('user.name', { label: 'Pareado por', width: 180, hidden: true }),
  column('dhRevogacao', { width: 150, hidden: true }),
]

const views = [{ name: 'Em uso', where: { dhRevogacao: null } }]

const actions = [
  {
    label: 'Revogar',
    icon: 'lock',
    danger: true,
    right: 'agente',
    reason: (rows: readonly Row[]) => (rows.length > 1 ? 'Selecione um agente só.' : isRevoked(rows)),
    run: async ([row]: readonly Row[]) => {
      if (row !== undefined) await revoke(row)
    },
  },
] as const

export function Agents(): ReactElement {
  return (
    <ResourceTable
      resource={AGENTS}
      columns={columns}
      views={views}
      actions={actions}
      create="Parear"
      deletable={false}
      sort={{ field: 'nome', desc: false }}
      empty={{
        text: 'Instale o agente no computador da balança ou da impressora: ele mostra um código de seis letras, que se digita aqui.',
      }}
    />
  )
}
