import type { ReactElement } from 'react'
import { lgpdFields } from '../../../core/fields/cadastros/lgpd'
import { fieldsOf } from '../../ui/fields-of'
import { screen } from '../../app/registry'
import type { ChipState } from '../../ui/chip'
import { textOf } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { column } = fieldsOf(lgpdFields)

const CHIPS: Readonly<Record<string, ChipState>> = {
  exporta: { word: 'Exportou', hue: 'azul' },
  anonimiza: { word: 'Anonimizou', hue: 'cinza', mark: 'dash' },
}

const columns: readonly Column[] = [
  column('criado_em', { label: 'Quando', width: 160, card: 'sub' }),
  column('acao', {
    kind: 'chip',
    width: 130,
    filter: 'select',
    chip: (row) => CHIPS[textOf(row.acao)] ?? null,
    card: 'chip',
  }),
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
  right: 'lgpd',
  component: Atendimentos,
})
