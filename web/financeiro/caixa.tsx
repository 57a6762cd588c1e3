import { useState, type ReactElement } from 'react'
import { caixaLancamentoFields, financeiroFechamentoFields } from '../../core/fields/financeiro/caixa'
import { reasonLength, reasonMessage } from '../../core/lifecycle/reasons'
import { post } from '../app/api'
import { announce } from '../app/events'
import { open } from '../app/navigation'
import { screen, type ModalProps } from '../app/registry'
import { toast } from '../app/toasts'
import { askReason, confirm } from '../ui/confirm'
import { fieldsOf } from '../ui/fields-of'
import { ResourceForm } from '../ui/form/resource-form'
import { formatMoney, localToday } from '../ui/format'
import { isSet, textOf, type Row } from '../ui/row'
import type { Column } from '../ui/table/columns'
import { ResourceTable } from '../ui/table/resource-table'
import type { TableAction } from '../ui/table/verbs'
import { CloseMonth } from './close-month'
import { openTransfer, TransferScreen } from './transferencia'

/** What went into cash accounts and out of them, transfers, and months that are closed. */

const entry = fieldsOf(caixaLancamentoFields)
const PATH = 'financeiro/caixa_lancamento'
const PROJECTION = '/ui/financeiro/fluxo_caixa/projecao'
const FAILED = 'Não foi possível efetuar esta operação'

const columns: readonly Column[] = [
  entry.column('dMovimento', { width: 110, card: 'sub' }),
  entry.column('banco.descricao', { label: 'Conta caixa', width: 160 }),
  entry.column('evento', { width: 140 }),
  entry.column('descricao', { card: 'title' }),
  entry.column('plano_conta.descricao', { label: 'Conta de resultado', width: 180, card: 'none' }),
  entry.column('vLancamento', { width: 130, card: 'value' }),
]

const UNDONE = 'Este lançamento é um estorno.'
const one = (rows: readonly Row[]): string | undefined =>
  rows.length !== 1 ? 'Selecione um lançamento.' : isSet(rows[0]?.estorno_de) ? UNDONE : undefined

const whyNoTransfer = (rows: readonly Row[]): string | undefined =>
  rows.length !== 1
    ? 'Selecione um lançamento.'
    : rows[0]?.evento === 'transferencia'
      ? undefined
      : 'Este lançamento não é uma transferência.'

async function reverse([row]: readonly Row[]): Promise<void> {
  if (row === undefined) return
  const yes = await confirm({
    title: 'Estornar este lançamento?',
    text: `${textOf(row.descricao)} ${formatMoney(row.vLancamento)}`.trim(),
    details: ['O que ele baixou volta a estar em aberto.'],
    action: 'Estornar',
    danger: true,
  })
  if (!yes) return
  try {
    await post(`${PATH}/${row.id}/estorna`)
    toast.success('Lançamento estornado.')
    announce('caixa_lancamento')
  } catch (error) {
    toast.error(error, 'Não foi possível estornar')
  }
}

function CashFlow(): ReactElement {
  const actions: readonly TableAction[] = [
    { label: 'Ver a projeção', whole: true, run: () => open(PROJECTION) },
    {
      label: 'Transferir entre contas',
      whole: true,
      right: 'fluxo_caixa',
      run: () => openTransfer('new'),
    },
    {
      label: 'Ver a transferência',
      reason: whyNoTransfer,
      run: ([row]) => {
        if (row !== undefined) openTransfer(row.id)
      },
    },
    { label: 'Estornar', danger: true, right: 'fluxo_caixa', reason: one, run: reverse },
  ]
  return (
    <ResourceTable
      resource={PATH}
      columns={columns}
      sort={{ field: 'dMovimento', desc: true }}
      deletable={false}
      actions={actions}
    />
  )
}

function EntryForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = entry
  return (
    <ResourceForm
      modal={modal}
      resource={PATH}
      name="Lançamento"
      title={(row) => `Lançamento ${row.id}`}
      defaults={{ ...defaults, dMovimento: localToday() }}
    >
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
      <Field name="dMovimento" span={3} />
      <Field name="vLancamento" span={3} />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        where={{ ativo: true }}
        display={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
        help="3 sai, 4 entra"
        span={6}
      />
      <ReferenceField name="centro_resultado_id" resource="financeiro/centro_resultado" minChars={0} span={6} />
      <Field name="descricao" span={12} />
    </ResourceForm>
  )
}

export const fluxoCaixa = screen({
  path: '/ui/financeiro/fluxo_caixa',
  title: 'Fluxo de Caixa',
  area: 'Financeiro',
  right: 'fluxo_caixa',
  component: CashFlow,
  modals: { 'edit/:id': { component: EntryForm }, 'transferencia/:id': { component: TransferScreen, size: 'md' } },
})

const closing = fieldsOf(financeiroFechamentoFields)
const closingColumns: readonly Column[] = [
  closing.column('ate', { width: 140 }),
  closing.column('dhFechamento', { width: 170 }),
  closing.column('user.name', { label: 'Fechado por' }),
  closing.column('xPendencias', { width: 240, card: 'none' }),
  closing.column('xMotivoPendencias', { width: 200, card: 'none' }),
  closing.column('dhReabertura', { width: 170 }),
  closing.column('xMotivoReabertura', { label: 'Reaberto por quê' }),
]

async function reopen([row]: readonly Row[]): Promise<void> {
  if (row === undefined) return
  const motivo = await askReason({
    title: 'Reabrir o mês?',
    action: 'Reabrir',
    label: 'Motivo da reabertura',
    min: reasonLength('cancelamento'),
    tooShort: reasonMessage('cancelamento'),
    danger: true,
  })
  if (motivo === null) return
  try {
    await post(`financeiro/fechamento/${row.id}/reabre`, { motivo })
    announce('financeiro_fechamento')
  } catch (error) {
    toast.error(error, FAILED)
  }
}

function Closings(): ReactElement {
  const [asks, setAsks] = useState(false)
  const actions: readonly TableAction[] = [
    { label: 'Fechar um mês', whole: true, right: 'fluxo_caixa', run: () => setAsks(true) },
    {
      label: 'Reabrir',
      danger: true,
      right: 'fluxo_caixa',
      reason: (rows) => (rows.length === 1 ? undefined : 'Selecione um mês.'),
      run: reopen,
    },
  ]
  return (
    <>
      <ResourceTable
        resource="financeiro/fechamento"
        columns={closingColumns}
        sort={{ field: 'ate', desc: true }}
        create={false}
        deletable={false}
        path={false}
        actions={actions}
      />
      {asks ? <CloseMonth onClose={() => setAsks(false)} /> : null}
    </>
  )
}

export const fechamento = screen({
  path: '/ui/financeiro/fechamento',
  title: 'Fechamento do Mês',
  area: 'Financeiro',
  right: 'fluxo_caixa',
  component: Closings,
})
