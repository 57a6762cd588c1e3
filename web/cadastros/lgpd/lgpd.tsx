import type { ReactElement } from 'react'
import { lgpdFields } from '../../../core/fields/cadastros/lgpd'
import { GONE } from '../../../core/lifecycle/life'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { column, chipColumn } = fieldsOf(lgpdFields)

const columns: readonly Column[] = [
  column('criado_em', { label: 'Quando', width: 160, card: 'sub' }),
  chipColumn('acao', { exporta: { hue: 'azul' }, anonimiza: GONE }),
  column('recurso', { width: 130 }),
  column('registro_id', { width: 100 }),
  column('user.name', { label: 'Por', width: 180, card: 'title' }),
  column('motivo'),
  column('guarda_ate', { width: 230 }),
]

function Atendimentos(): ReactElement {
  return <ResourceTable resource="cadastros/lgpd" columns={columns} create={false} deletable={false} path={false} />
}

/** What was done with people's data at their request. */
export const lgpd = screen({
  path: '/ui/cadastros/lgpd',
  title: 'Atendimentos LGPD',
  area: 'Cadastros',
  register: true,
  right: 'lgpd',
  component: Atendimentos,
})
