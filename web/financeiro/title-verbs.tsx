import { useContext, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { mayCreate, mayEdit, mayEnter } from '../app/access'
import { post } from '../app/api'
import { announce } from '../app/events'
import { useKeys } from '../app/keys'
import { lazily } from '../app/lazy'
import { open } from '../app/navigation'
import { rights } from '../app/session'
import { toast } from '../app/toasts'
import { Button } from '../ui/button'
import { choose, confirm } from '../ui/confirm'
import { SaveContext, useForm } from '../ui/form/context'
import { reloadForm } from '../ui/form/save'
import { Menu, type MenuItem } from '../ui/menu'
import { counted, formatDate, formatMoney } from '../ui/format'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Row } from '../ui/row'
import { settled } from '../ui/documents/use-verbs'
import { PayDialog } from './pay-dialog'
import type { Side } from './side'
import { CompensateDialog, GiveBackDialog, RepeatDialog } from './title-dialogs'

type Asking = 'baixa' | 'recorrencia' | 'compensa' | 'devolve' | 'email' | 'cobranca'

const isCredit = (row: Row): boolean => Number(row.tpConta) === TITLE.CREDITO
const balance = (row: Row): number => numberOf(row.vSaldo) ?? 0

/** Why a title takes no payment now. */
export function whyNotPay(row: Row): string | undefined {
  if (isSet(row.dhCancelamento)) return 'Esta conta está cancelada.'
  if (isCredit(row)) return 'Um crédito é usado por compensação, ou devolvido.'
  return balance(row) === 0 ? 'Esta conta não tem saldo.' : undefined
}

const because = (reason: string | undefined) => (reason === undefined ? {} : { reason })

interface Calling {
  readonly side: Side
  readonly row: Row
  readonly verb: string
  readonly body?: object
  readonly failed: string
}

/** Calls a verb of a title; undefined when it was refused, which is told. */
async function call({ side, row, verb, body = {}, failed }: Calling): Promise<unknown> {
  try {
    const answer = await post(`financeiro/contas_${side}/${row.id}/${verb}`, body)
    announce(`contas_${side}`)
    return answer
  } catch (error) {
    toast.error(error, failed)
    return undefined
  }
}

/** Payments of a title that stand, in words. */
const paymentsOf = (row: Row): readonly string[] =>
  rowsOf(row.movimentos)
    .filter((one) => one.evento === 'baixa' && !isSet(one.estorno_de) && one.desfeito !== true)
    .map((one) => `Estorna a baixa de ${formatDate(one.dMovimento)}: ${formatMoney(Math.abs(Number(one.valor)))}`)

/** How many of its series come later and are open. */
export const laterOf = (row: Row): number =>
  rowsOf(row.recorrencia_list).filter((one) => Number(one.n) > Number(row.recorrencia_n) && Number(one.status) === 0)
    .length

/** Cancels a title, and where it is of a series the later ones that are open, as the person says; its payments are named first. */
async function cancel(side: Side, row: Row): Promise<unknown> {
  const payments = paymentsOf(row)
  const later = laterOf(row)
  const yes = await choose({
    title: `Cancelar a conta ${textOf(row.numero) || row.id}?`,
    text: 'A conta deixa de ser devida e não pode mais ser alterada.',
    details: payments,
    action: 'Cancelar a conta',
    ...(later === 0 ? {} : { other: `Cancelar esta e ${counted(later, 'seguinte em aberto', 'seguintes em aberto')}` }),
    danger: true,
  })
  if (yes === null) return undefined
  const body = { estornaBaixas: payments.length > 0, cancelaRecorrencia: yes ? 0 : 1 }
  return call({ side, row, verb: 'cancela', body, failed: 'Não foi possível cancelar' })
}

async function reverse(side: Side, row: Row): Promise<unknown> {
  const yes = await confirm({
    title: 'Estornar o último movimento?',
    text: 'A conta e o caixa voltam ao que eram, por linhas opostas com a data de hoje.',
    action: 'Estornar',
    danger: true,
  })
  return yes ? call({ side, row, verb: 'estorna', failed: 'Não foi possível estornar' }) : undefined
}

async function lose(row: Row): Promise<unknown> {
  const yes = await confirm({
    title: 'Dar o saldo por perdido?',
    text: 'O cliente deixa de dever esta conta. Se pagar depois, estorne a perda antes.',
    action: 'Dar por perdida',
    danger: true,
  })
  return yes
    ? call({ side: 'receber', row, verb: 'perda', failed: 'Não foi possível efetuar esta operação' })
    : undefined
}

/** Opens the copy of a title. */
export async function duplicateTitle(side: Side, row: Row): Promise<void> {
  const answer = await call({ side, row, verb: 'duplica', failed: 'Não foi possível duplicar esta conta' })
  const made = isRecord(answer) ? answer[`contas_${side}`] : undefined
  if (isRecord(made)) open(`/ui/financeiro/contas_${side}/edit/${textOf(made.id)}`)
}

const boletos = () => import('./boleto/parts')
const MailDialog = lazily(async () => (await boletos()).MailDialog)
export const ChooseSetup = lazily(async () => (await boletos()).ChooseSetup)

/** Its boleto is made, and its boletos are shown, where the person may. */
function boletoItems(row: Row, refusal: string | undefined, which: () => void): readonly MenuItem[] {
  const make = async (): Promise<void> => (await boletos()).makeBoletos([row.id], which)
  const show = async (): Promise<void> => open((await boletos()).boletosOf(row.id))
  return [
    ...(mayCreate(rights.peek(), 'remessa_retorno')
      ? [{ label: 'Gerar boleto', onSelect: () => void make(), ...because(refusal) }]
      : []),
    ...(mayEnter(rights.peek(), '/ui/financeiro/boleto')
      ? [{ label: 'Ver os boletos', onSelect: () => void show() }]
      : []),
  ]
}

/** What can be done with the title of this form: paid by F10, the rest in its menu. */
export function TitleVerbs({ side }: { readonly side: Side }): ReactElement | null {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [asking, setAsking] = useState<Asking | null>(null)
  const row = form.record.value
  const may = mayEdit(rights.value, `contas_${side}`)
  const refusal = row === undefined ? 'Salve a conta antes.' : whyNotPay(row)
  const ask = async (what: Asking): Promise<void> => {
    if ((await settled({ form, save })) !== undefined) setAsking(what)
  }
  const pay = (): void => (refusal === undefined ? void ask('baixa') : toast.alert(refusal))
  useKeys({ dispatch: may ? pay : undefined })
  if (row === undefined || !may) return null
  const shown = async (done: Promise<unknown>): Promise<void> => {
    if ((await done) !== undefined) await reloadForm(form, `financeiro/contas_${side}`)
  }
  const gone = isSet(row.dhCancelamento) ? 'Esta conta está cancelada.' : undefined
  const items: readonly MenuItem[] = [
    { label: 'Estornar o último movimento', onSelect: () => void shown(reverse(side, row)), ...because(gone) },
    {
      label: 'Compensar',
      onSelect: () => void ask('compensa'),
      ...because(gone ?? (balance(row) === 0 ? 'Esta conta não tem saldo.' : undefined)),
    },
    {
      label: 'Gerar recorrência',
      onSelect: () => void ask('recorrencia'),
      ...because(gone ?? (isSet(row.recorrencia_id) ? 'Esta conta já é de uma recorrência.' : undefined)),
    },
    { label: 'Duplicar', onSelect: () => void duplicateTitle(side, row) },
    ...(side === 'receber'
      ? [
          { label: 'Enviar por e-mail', onSelect: () => void ask('email'), ...because(refusal) },
          ...boletoItems(row, refusal, () => setAsking('cobranca')),
          isCredit(row)
            ? { label: 'Devolver o crédito', onSelect: () => void ask('devolve'), ...because(gone) }
            : { label: 'Dar por perdida', onSelect: () => void shown(lose(row)), ...because(refusal) },
        ]
      : []),
    { label: 'Cancelar a conta', danger: true, onSelect: () => void shown(cancel(side, row)), ...because(gone) },
  ]
  const close = (): void => setAsking(null)
  const done = (): void => void reloadForm(form, `financeiro/contas_${side}`)
  return (
    <>
      <Menu name="Mais ações" label="Mais" items={items} />
      <Button kind="primary" hotkey="dispatch" onClick={pay} {...because(refusal)}>
        Dar baixa
      </Button>
      {asking === 'baixa' ? <PayDialog side={side} rows={[row]} onClose={close} onDone={done} /> : null}
      {asking === 'recorrencia' ? <RepeatDialog side={side} row={row} onClose={close} onDone={done} /> : null}
      {asking === 'compensa' ? <CompensateDialog side={side} row={row} onClose={close} onDone={done} /> : null}
      {asking === 'email' ? (
        <MailDialog row={row} path="financeiro/contas_receber" onClose={close} onDone={done} />
      ) : null}
      {asking === 'cobranca' ? <ChooseSetup rows={[row]} onClose={close} /> : null}
      {asking === 'devolve' ? <GiveBackDialog side={side} row={row} onClose={close} onDone={done} /> : null}
    </>
  )
}
