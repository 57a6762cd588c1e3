import type { ReactElement } from 'react'
import { formatMoney } from '../../ui/format'
import { numberOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { stateColumn, stateViews } from '../../ui/documents/state'
import { km, LIFE, RESOURCE, span } from './plan'

const shown = (field: string, show: (value: number) => string) => (row: Row) => {
  const value = numberOf(row[field])
  return value === null ? '' : show(value)
}
const distance = shown('distancia', km)
const duration = shown('duracao', span)
const cost = (row: Row): string =>
  row.menor_custo === true ? shown('custo', (cents) => formatMoney((cents / 100).toFixed(2)))(row) : ''

const figure = (field: string, label: string, text: (row: Row) => string): Column => ({
  field,
  label,
  kind: 'number',
  width: 90,
  filter: 'none',
  render: text,
  text,
  card: 'none',
})

const columns: readonly Column[] = [
  { field: 'id', label: 'Número', kind: 'integer', width: 90, card: 'sub' },
  { field: 'descricao', label: 'Descrição', card: 'title' },
  { field: 'dRota', label: 'Dia', kind: 'date', width: 100 },
  { field: 'entregas_total', label: 'Entregas', kind: 'integer', width: 95, sort: false, card: 'value' },
  { field: 'fora_total', label: 'Fora', kind: 'integer', width: 70, sort: false, card: 'none' },
  { field: 'veiculos_total', label: 'Veículos', kind: 'integer', width: 90, sort: false, card: 'none' },
  figure('distancia', 'Distância', distance),
  figure('duracao', 'Viagem', duration),
  { ...figure('custo', 'Custo', cost), sort: false },
  { field: 'dhCalculo', label: 'Calculada em', kind: 'datetime', width: 150, card: 'none', hidden: true },
  stateColumn(LIFE, 164),
]
const views = stateViews(LIFE)
/** C3-002. */
const PAGE = 10

export function Cenarios(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} views={views} create="Novo cenário" pageSize={PAGE} />
}
