import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { retornoPagamentoFields } from '../../../core/fields/financeiro/remessa-pagamento'
import { DONE, OPEN } from '../../../core/lifecycle/life'
import { mayCreate } from '../../app/access'
import { open } from '../../app/navigation'
import { rights } from '../../app/session'
import { DropArea, FileButton } from '../../ui/drop-area'
import { fieldsOf } from '../../ui/fields-of'
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

/** Files of banks that told what became of payments. */
export function PaymentReturns(): ReactElement {
  useSignals()
  const writable = mayCreate(rights.value, 'remessa_retorno')
  const take = async (files: readonly File[]): Promise<void> => {
    const id = await uploadReturns(files)
    if (id !== null) open(pathOf('retorno_pagamento', id))
  }
  const list = (
    <ResourceTable
      resource="financeiro/retorno_pagamento"
      columns={columns}
      views={VIEWS}
      sort={{ field: 'id', desc: true }}
      create={false}
      deletable={false}
      empty={{ text: 'Solte aqui os retornos de pagamentos do banco: o que foi pago recebe a baixa.' }}
      toolbar={
        writable ? (
          <FileButton
            primary
            label="Carregar retornos"
            accept=".txt,.ret,text/*"
            onFiles={(files) => void take(files)}
          />
        ) : null
      }
    />
  )
  return writable ? (
    <DropArea text="Solte os retornos do banco" onFiles={(files) => void take(files)}>
      {list}
    </DropArea>
  ) : (
    list
  )
}
