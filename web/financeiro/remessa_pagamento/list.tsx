import type { ReactElement } from 'react'
import { remessaPagamentoFields, remessaPagamentoSums } from '../../../core/fields/financeiro/remessa-pagamento'
import { DocumentTable } from '../../ui/documents/document-table'
import { stateViews } from '../../ui/documents/state'
import { fieldsOf } from '../../ui/fields-of'
import { FileDrop } from '../../ui/drop-area'
import type { Column } from '../../ui/table/columns'
import { KIND, uploadReturns } from './kind'

const head = fieldsOf(remessaPagamentoFields, KIND.life)
const sums = fieldsOf(remessaPagamentoSums)

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'none' }),
  head.column('descricao', { card: 'title' }),
  head.column('banco.descricao', { label: 'Conta caixa', width: 180, card: 'sub' }),
  head.column('dPagamento', { label: 'Pagar em', width: 110 }),
  sums.column('qPagamentos', { sort: false, width: 110, card: 'none' }),
  sums.column('vTotal', { sort: false, width: 130, card: 'value' }),
  sums.column('vPago', { sort: false, width: 130, card: 'none' }),
  sums.column('qEsperam', { sort: false, width: 90, card: 'none' }),
  sums.column('qRecusados', { sort: false, width: 100, card: 'none' }),
  head.column('dhEnvio', { width: 150, hidden: true }),
  head.column('user.name', { label: 'Quem', width: 160, hidden: true }),
]

const VIEWS = [
  ...stateViews(KIND.life),
  { name: 'Com recusados', custom: { com_recusados: true } },
  { name: 'Sem resposta', custom: { sem_resposta: true } },
]

const EMPTY = {
  text: 'Junte as contas a pagar de um dia, aprove e envie o arquivo ao banco. O retorno dele, solto aqui, dá baixa no que foi pago.',
}

/** Remittances of payments; files of the bank that are dropped here say what became of them. A single one opens as it is read. */
export function Remittances(): ReactElement {
  return (
    <FileDrop
      right={KIND.right}
      text="Solte os retornos do banco"
      label="Carregar retornos"
      accept=".txt,.ret,.rem,text/*"
      send={uploadReturns}
      opens="retorno_pagamento"
    >
      {(choose) => (
        <DocumentTable
          kind={KIND}
          columns={columns}
          views={VIEWS}
          sort={{ field: 'id', desc: true }}
          create="Nova remessa"
          empty={EMPTY}
          toolbar={choose?.(false)}
        />
      )}
    </FileDrop>
  )
}
