import type { ReactElement } from 'react'
import { screen } from '../../app/registry'
import type { ChipState } from '../../ui/chip'
import { textOf } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const CHIPS: Readonly<Record<string, ChipState>> = {
  exporta: { word: 'Exportou', hue: 'azul' },
  anonimiza: { word: 'Anonimizou', hue: 'cinza', mark: 'dash' },
}

const columns: readonly Column[] = [
  { field: 'criado_em', label: 'Quando', kind: 'datetime', width: 160, card: 'sub' },
  {
    field: 'acao',
    label: 'O quê',
    kind: 'chip',
    width: 130,
    filter: 'select',
    options: Object.entries(CHIPS).map(([value, { word }]) => ({ value, label: word })),
    chip: (row) => CHIPS[textOf(row.acao)] ?? null,
    card: 'chip',
  },
  { field: 'recurso', label: 'Cadastro', width: 130 },
  { field: 'registro_id', label: 'Registro', kind: 'integer', width: 100 },
  { field: 'user.name', label: 'Por', width: 180, card: 'title' },
  { field: 'motivo', label: 'Motivo' },
  { field: 'guarda_ate', label: 'Documentos guardados até', kind: 'date', width: 230 },
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
