import type { ReactElement } from 'react'
import { retornoPagamentoFields } from '../../../core/fields/financeiro/remessa-pagamento'
import { DONE, OPEN } from '../../../core/lifecycle/life'
import { fieldsOf } from '../../ui/fields-of'
import { FileDrop } from '../../ui/drop-area'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { uploadReturns } from './kind'

const head = fieldsOf(retornoPagamentoFields)

const columns: readonly Column[] = [
  head.column('arquivo', { card: 'title' }),
  head.column('banco.descricao', { label: 'Conta caixa', width: 180, card: 'sub' }),
  head.column('criado_em', { label: 'Quando', width: 150 }),
  head.column('data', { label: 'Do banco em', width: 120, card: 'none' }),
  head.column('qLinhas', { width: 110, card: 'none' }),
  head.column('qSemPagamento', { width: 130, card: 'none' }),
  head.column('vPago', { width: 130, card: 'value' }),
  { ...head.chipColumn('status', { 1: OPEN, 2: { hue: 'vermelho', mark: 'dot' }, 4: DONE }), width: 160 },
]

const VIEWS = [
  { name: 'A baixar', where: { status: 1 } },
  { name: 'Com diferenças', where: { status: 2 } },
]

const EMPTY = 'Solte aqui os retornos de pagamentos do banco: o que foi pago recebe a baixa.'

/** Files of banks that told what became of payments. A single file opens as it is read. */
export function PaymentReturns(): ReactElement {
  return (
    <FileDrop
      right="remessa_retorno"
      text="Solte os retornos do banco"
      label="Carregar retornos"
      accept=".txt,.ret,text/*"
      send={uploadReturns}
      opens="retorno_pagamento"
    >
      {(choose) => (
        <ResourceTable
          resource="financeiro/retorno_pagamento"
          columns={columns}
          views={VIEWS}
          sort={{ field: 'id', desc: true }}
          create={false}
          deletable={false}
          empty={choose === null ? { text: 'Nenhum retorno do banco ainda.' } : { text: EMPTY, action: choose(false) }}
          toolbar={choose?.(true)}
        />
      )}
    </FileDrop>
  )
}
