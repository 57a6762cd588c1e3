import type { ReactElement } from 'react'
import { roteirizacaoComputed, roteirizacaoFields } from '../../../core/fields/expedicao/roteirizacao'
import { DocumentTable } from '../../ui/documents/document-table'
import { fieldsOf } from '../../ui/fields-of'
import { formatMoney } from '../../ui/format'
import { numberOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { KIND, km, span } from './plan'

const shown = (field: string, show: (value: number) => string) => (row: Row) => {
  const value = numberOf(row[field])
  return value === null ? '' : show(value)
}
const distance = shown('distancia', km)
const duration = shown('duracao', span)
const cost = (row: Row): string =>
  row.menor_custo === true ? shown('custo', (cents) => formatMoney((cents / 100).toFixed(2)))(row) : ''

const head = fieldsOf({ ...roteirizacaoFields, ...roteirizacaoComputed }, KIND.life)

/** A figure in words: read, not filtered by. */
const inWords = (text: (row: Row) => string) =>
  ({ kind: 'number', width: 90, filter: 'none', render: text, text, card: 'none' }) as const

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('descricao', { card: 'title' }),
  head.column('dRota', { label: 'Dia', width: 100 }),
  head.column('entregas_total', { width: 95, sort: false, card: 'value' }),
  head.column('fora_total', { label: 'Fora', width: 70, sort: false, card: 'none' }),
  head.column('veiculos_total', { width: 90, sort: false, card: 'none' }),
  head.column('distancia', { label: 'Distância', ...inWords(distance) }),
  head.column('duracao', { label: 'Viagem', ...inWords(duration) }),
  head.column('custo', { ...inWords(cost), sort: false }),
  head.column('dhCalculo', { width: 150, card: 'none', hidden: true }),
]
/** C3-002. */
const PAGE = 10

export const Cenarios = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} stateWidth={164} create="Novo cenário" pageSize={PAGE} />
)
