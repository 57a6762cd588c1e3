import type { ReactElement } from 'react'
import { remessaFields } from '../../../core/fields/financeiro/boleto'
import { DONE, GONE } from '../../../core/lifecycle/life'
import { fieldsOf } from '../../ui/fields-of'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { deliveryColumn } from '../transmissao/delivery'
import { download, ofOne, REMESSA } from './ask'

const { column, chipColumn } = fieldsOf(remessaFields)

export const REMESSA_LOOKS = { 4: DONE, 5: GONE } as const

const columns: readonly Column[] = [
  column('arquivo', { card: 'title' }),
  column('banco_cnab.descricao', { label: 'Cobrança', width: 200, card: 'sub' }),
  column('sequencia', { width: 90, card: 'none' }),
  column('data', { width: 110 }),
  column('qTitulos', { width: 90, card: 'none' }),
  column('vTotal', { width: 130, card: 'value' }),
  chipColumn('status', REMESSA_LOOKS, { width: 130, card: 'chip' }),
  deliveryColumn,
  column('layout', { width: 110, hidden: true, card: 'none' }),
  column('banco.descricao', { label: 'Conta caixa', width: 160, hidden: true, card: 'none' }),
  column('dhDescarte', { width: 150, hidden: true, card: 'none' }),
  column('xMotivo', { width: 200, hidden: true, card: 'none' }),
]

const views = [
  { name: 'Geradas', where: { status: 4 } },
  { name: 'Descartadas', where: { status: 5 } },
]

const actions: readonly TableAction[] = [
  {
    label: 'Baixar de novo',
    icon: 'export',
    reason: ofOne('Selecione uma remessa.'),
    run: ([row]) => {
      if (row !== undefined) download(REMESSA, row.id)
    },
  },
]

/** Files of boletos that went to banks. */
export function Remessas(): ReactElement {
  return (
    <ResourceTable
      resource={REMESSA}
      columns={columns}
      views={views}
      sort={{ field: 'id', desc: true }}
      create="Gerar remessa"
      deletable={false}
      actions={actions}
      empty={{ text: 'A remessa leva ao banco os boletos novos, os recusados já corrigidos e as instruções dadas.' }}
    />
  )
}
