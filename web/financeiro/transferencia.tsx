import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { transferenciaFields } from '../../core/fields/financeiro/baixa'
import { mayEdit } from '../app/access'
import { post } from '../app/api'
import { announce } from '../app/events'
import { open } from '../app/navigation'
import type { ModalProps } from '../app/registry'
import { rights } from '../app/session'
import { toast } from '../app/toasts'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { confirm } from '../ui/confirm'
import { Dialog } from '../ui/dialog'
import { fieldsOf } from '../ui/fields-of'
import { AskDialog } from '../ui/form/ask-dialog'
import type { FormModel } from '../ui/form/form-model'
import { formatDate, formatMoney, localToday } from '../ui/format'
import { EmptyState } from '../ui/pieces'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../ui/row'
import { useLoaded } from '../ui/use-loaded'

/** A transfer between cash accounts: made, looked at as one thing, and taken back whole. */

const CASH = 'financeiro/caixa_lancamento'
export const TRANSFERS = '/ui/financeiro/fluxo_caixa/transferencia'
const { Field, ReferenceField } = fieldsOf(transferenciaFields)

async function transfer(values: Values, form: FormModel): Promise<boolean> {
  const { banco_id, banco_destino_id, valor, dMovimento, descricao } = values
  try {
    await post(`${CASH}/transferencia`, { banco_id, banco_destino_id, valor, dMovimento, descricao })
    toast.success('Transferência lançada.')
    announce('caixa_lancamento')
    return true
  } catch (error) {
    toast.error(error, 'Não foi possível efetuar esta operação', '', form)
    return false
  }
}

function NewTransfer({ path, onClose }: ModalProps): ReactElement {
  const accounts = { resource: 'financeiro/banco', minChars: 0, where: { ativo: true } } as const
  return (
    <AskDialog
      title="Transferir entre contas"
      action="Transferir"
      initial={{ dMovimento: localToday() }}
      onGo={transfer}
      onClose={onClose}
      {...(path === undefined ? {} : { screen: path })}
    >
      <ReferenceField name="banco_id" {...accounts} span={6} />
      <ReferenceField name="banco_destino_id" {...accounts} span={6} />
      <Field name="valor" span={4} />
      <Field name="dMovimento" span={4} />
      <Field name="descricao" span={12} />
    </AskDialog>
  )
}

async function reverse(id: string): Promise<void> {
  const yes = await confirm({
    title: 'Estornar esta transferência?',
    text: 'As duas contas voltam ao que eram, por linhas opostas com a data de hoje.',
    action: 'Estornar',
    danger: true,
  })
  if (!yes) return
  try {
    await post(`${CASH}/${id}/estorna`)
    toast.success('Transferência estornada.')
    announce('caixa_lancamento')
  } catch (error) {
    toast.error(error, 'Não foi possível estornar')
  }
}

const accountOf = (row: Row | undefined): string => textOf(getPath(row, 'banco.descricao'))

/** Both sides of a transfer, and whether it was taken back. */
function Sides({ lancamento_id, about }: { readonly lancamento_id: string; readonly about: Values }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ lancamento_id: Number(lancamento_id), evento: 'transferencia' }))
  const answer = useLoaded(`${CASH}?where=${where}&orderBy=id&perPage=10`, 'caixa_lancamento')
  if (answer === null) return <EmptyState text="Carregando…" />
  const rows = rowsOf(getPath(answer, 'data'))
  const own = rows.filter((row) => !isSet(row.estorno_de))
  const from = own.find((row) => (numberOf(row.vLancamento) ?? 0) < 0)
  const to = own.find((row) => (numberOf(row.vLancamento) ?? 0) > 0)
  if (from === undefined || to === undefined) return <EmptyState text="Este lançamento não é uma transferência." />
  const facts = [
    ['De', accountOf(from)],
    ['Para', accountOf(to)],
    ['Valor', formatMoney(to.vLancamento)],
    ['Data', formatDate(about.dMovimento)],
    ['Descrição', textOf(about.descricao)],
  ] as const
  return (
    <ul className="pairs tab-panel" aria-label="Transferência">
      {facts.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span>
          <b>{value}</b>
        </li>
      ))}
      {own.length < rows.length ? (
        <li>
          <Chip word="Estornada" hue="cinza" mark="dash" />
        </li>
      ) : null}
    </ul>
  )
}

function ShownTransfer({ id, path, onClose }: ModalProps): ReactElement {
  useSignals()
  const answer = useLoaded(`${CASH}/${id}`, 'caixa_lancamento')
  const row = isRecord(answer) ? answer : null
  const undone = row !== null && isSet(row.estorno_de)
  const reason = !mayEdit(rights.value, 'fluxo_caixa')
    ? 'Você não pode estornar lançamentos.'
    : undone
      ? 'Este lançamento é um estorno.'
      : undefined
  const footer = (
    <>
      <Button kind="danger" onClick={() => void reverse(id)} {...(reason === undefined ? {} : { reason })}>
        Estornar
      </Button>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog
      title={`Transferência ${id}`}
      size="md"
      onClose={onClose}
      footer={footer}
      {...(path === undefined ? {} : { screen: path })}
    >
      {row === null ? (
        <EmptyState text="Carregando…" />
      ) : (
        <Sides lancamento_id={textOf(row.lancamento_id)} about={row} />
      )}
    </Dialog>
  )
}

/** `transferencia/new` makes one, `transferencia/{id}` shows the one that a row of cash is of (S3-017). */
export function TransferScreen(modal: ModalProps): ReactElement {
  return modal.id === 'new' ? <NewTransfer {...modal} /> : <ShownTransfer {...modal} />
}

export const openTransfer = (id: string | number): void => open(`${TRANSFERS}/${id}`)
