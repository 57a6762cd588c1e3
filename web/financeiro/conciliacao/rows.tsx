import { useState, type ReactElement } from 'react'
import { conciliacaoVendaFields } from '../../../core/fields/financeiro/conciliacao'
import { DONE } from '../../../core/lifecycle/life'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { fieldsOf } from '../../ui/fields-of'
import { isSet, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { tell } from './ask'
import { ChooseTitle } from './choose-title'

const { column, chipColumn } = fieldsOf(conciliacaoVendaFields)

const columns: readonly Column[] = [
  column('nsu', { width: 150, card: 'title' }),
  column('kind', { width: 130, card: 'sub' }),
  column('sale_date', { width: 150 }),
  column('brand', { width: 120 }),
  column('installment', { width: 90, card: 'none' }),
  column('installments', { width: 90, card: 'none', hidden: true }),
  column('authorization_code', { width: 110, card: 'none' }),
  column('batch_gross_amount', { width: 120, card: 'value' }),
  column('fee_amount', { width: 110, card: 'none' }),
  column('payment_date', { width: 110 }),
  column('conta_receber.numero', { label: 'Conta a receber', width: 130 }),
  chipColumn('status', { 1: { hue: 'ambar' }, 2: DONE }, { width: 150 }),
  column('description', { hidden: true }),
  column('card_number', { width: 160, hidden: true }),
]

const views = [
  { name: 'Sem parcela', where: { status: 1 } },
  { name: 'Vinculados', where: { status: 2 } },
]

const NONE = 'Nenhum registro selecionado'
const one = (rows: readonly Row[]): string | undefined =>
  rows.length === 0 ? NONE : rows.length > 1 ? 'Selecione um registro só.' : undefined

async function free([row]: readonly Row[]): Promise<void> {
  if (row === undefined) return
  try {
    await post(`financeiro/conciliacao_venda/${row.id}/desvincularRegistro`)
    toast.success('Registro desvinculado.')
    tell()
  } catch (error) {
    toast.error(error, 'Não foi possível efetuar esta operação')
  }
}

/** What acquirers told, row by row: what no sale is of, and of which sale the others are. */
export function CardRows(): ReactElement {
  const [choosing, setChoosing] = useState<Row | null>(null)
  const actions: readonly TableAction[] = [
    {
      label: 'Vincular a uma parcela',
      right: 'conciliacao_venda',
      reason: (rows) =>
        one(rows) ?? (isSet(rows[0]?.conta_receber_id) ? 'Registro já vinculado a uma parcela' : undefined),
      run: ([row]) => setChoosing(row ?? null),
    },
    {
      label: 'Desvincular',
      right: 'conciliacao_venda',
      reason: (rows) =>
        one(rows) ?? (isSet(rows[0]?.conta_receber_id) ? undefined : 'Este registro não está vinculado.'),
      run: free,
    },
  ]
  return (
    <>
      <ResourceTable
        resource="financeiro/conciliacao_venda"
        columns={columns}
        views={views}
        sort={{ field: 'sale_date', desc: true }}
        create={false}
        deletable={false}
        actions={actions}
        empty={{
          text: 'Os registros vêm dos arquivos das adquirentes.',
          to: { path: '/ui/financeiro/conciliacao', label: 'Abrir Conciliação de Cartões' },
        }}
      />
      {choosing === null ? null : <ChooseTitle row={choosing} onClose={() => setChoosing(null)} />}
    </>
  )
}
