import type { ReactElement } from 'react'
import { emailFields } from '../../../core/fields/financeiro/baixa'
import { byHandFields } from '../../../core/fields/nfse/municipal'
import { nfseAskFields } from '../../../core/fields/nfse/nfse'
import { nfseLife } from '../../../core/lifecycle/nfse'
import { stateOfNumber } from '../../../core/lifecycle/standing'
import { reasonLength, reasonMessage } from '../../../core/lifecycle/reasons'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { addressesOf } from '../../financeiro/addresses'
import { confirm } from '../../ui/confirm'
import { effectsOf } from '../../ui/documents/effects'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { KIND } from './kind'

const asked = fieldsOf(nfseAskFields)
const mail = fieldsOf(emailFields)
const byHand = fieldsOf(byHandFields)

const { will: WILL } = nfseLife.verbs.cancelar

/** What a dialog is about, with what it has to know before it opens. */
export interface Asking {
  readonly what: 'cancelar' | 'corrigir' | 'sendMail' | 'informaNumero'
  readonly row: Row
  /** What cancelling would do, in the server's words. */
  readonly effects: readonly string[]
}

interface DialogProps {
  readonly asking: Asking
  readonly onClose: () => void
}

interface Sending {
  readonly row: Row
  readonly verb: Asking['what']
  readonly body: Values
  readonly form?: FormModel
  readonly done: string
  readonly failed: string
}

/** Calls a verb of a note, and tells what came of it. */
async function sent({ row, verb, body, form, done, failed }: Sending): Promise<boolean> {
  try {
    await post(`${KIND.resource}/${row.id}/${verb}`, body)
    announce(KIND.resource)
    toast.success(done)
    return true
  } catch (error) {
    toast.error(error, failed, '', form)
    return false
  }
}

/** Begins what a note is asked: one that was refused is read again and sent after a yes, without a dialog. Null where nothing is left to ask. */
export async function begin(what: Asking['what'], row: Row): Promise<Asking | null> {
  if (what === 'corrigir' && stateOfNumber(nfseLife, row.status)?.name === 'rejeitada') {
    const yes = await confirm({
      title: `Reenviar a NFS-e da DPS ${textOf(row.nDPS)}?`,
      text: 'Os dados são lidos de novo dos cadastros e da ordem, e a nota é assinada e enviada com o mesmo número.',
      action: 'Reenviar',
    })
    const done = 'NFS-e enviada ao sistema da NFS-e.'
    if (yes) await sent({ row, verb: what, body: {}, done, failed: 'Não foi possível reenviar' })
    return null
  }
  if (what !== 'cancelar') return { what, row, effects: [] }
  try {
    return { what, row, effects: await effectsOf({ resource: KIND.resource, id: row.id, action: what }) }
  } catch (error) {
    toast.error(error, 'Não foi possível cancelar')
    return null
  }
}

/** The dialog of what is asked. */
export function NfseDialog(props: DialogProps): ReactElement {
  const { what } = props.asking
  if (what === 'cancelar') return <Cancelling {...props} />
  if (what === 'informaNumero') return <ByHand {...props} />
  return what === 'corrigir' ? <Replacing {...props} /> : <Mailing {...props} />
}

function Cancelling({ asking: { row, effects }, onClose }: DialogProps): ReactElement {
  const go = async ({ cMotivo, xJust }: Values, form: FormModel): Promise<boolean> => {
    if (textOf(xJust).trim().length < reasonLength('cancelamento')) {
      form.reject({ xJust: [reasonMessage('cancelamento')] })
      return false
    }
    const done = 'Cancelamento enviado ao sistema da NFS-e.'
    return sent({ row, verb: 'cancelar', body: { cMotivo, xJust }, form, done, failed: 'Não foi possível cancelar' })
  }
  return (
    <AskDialog
      title={`Cancelar a NFS-e ${textOf(row.nNFSe)}`}
      action="Cancelar a NFS-e"
      initial={asked.defaults}
      onGo={go}
      onClose={onClose}
    >
      <p className="span-12">{[WILL, ...effects].join(' ')}</p>
      <asked.Field name="cMotivo" span={12} />
      <asked.Field name="xJust" span={12} />
    </AskDialog>
  )
}

function Replacing({ asking: { row }, onClose }: DialogProps): ReactElement {
  const go = ({ cMotivoSubst, xMotivoSubst }: Values, form: FormModel): Promise<boolean> =>
    sent({
      row,
      verb: 'corrigir',
      body: { cMotivo: cMotivoSubst, xMotivo: xMotivoSubst },
      form,
      done: 'A nova NFS-e foi enviada ao sistema da NFS-e e toma o lugar desta quando for autorizada.',
      failed: 'Não foi possível corrigir',
    })
  return (
    <AskDialog
      title={`Corrigir a NFS-e ${textOf(row.nNFSe)}`}
      action="Emitir outra no lugar"
      initial={{}}
      onGo={go}
      onClose={onClose}
    >
      <p className="span-12">
        Outra nota é emitida com os dados de agora dos cadastros e da ordem de serviço. O faturamento fica como está.
      </p>
      <asked.Field name="cMotivoSubst" span={12} />
      <asked.Field name="xMotivoSubst" span={12} />
    </AskDialog>
  )
}

/** What a note became at a city that nothing is sent to. */
function ByHand({ asking: { row }, onClose }: DialogProps): ReactElement {
  const go = ({ nNFSe, cVerif }: Values, form: FormModel): Promise<boolean> =>
    sent({
      row,
      verb: 'informaNumero',
      body: { nNFSe, cVerif },
      form,
      done: 'NFS-e autorizada.',
      failed: 'Não foi possível informar o número',
    })
  return (
    <AskDialog title="Número da NFS-e no município" action="Informar" initial={{}} onGo={go} onClose={onClose}>
      <byHand.Field name="nNFSe" span={6} autoFocus />
      <byHand.Field name="cVerif" span={6} />
    </AskDialog>
  )
}

function Mailing({ asking: { row }, onClose }: DialogProps): ReactElement | null {
  const customer = useLoaded(`cliente/${textOf(row.cliente_id)}`, 'cliente')
  const go = ({ email, texto }: Values, form: FormModel): Promise<boolean> =>
    sent({
      row,
      verb: 'sendMail',
      body: { email, texto },
      form,
      done: 'Email colocado na fila de envio',
      failed: 'Não foi possível enviar',
    })
  if (customer === null) return null
  return (
    <AskDialog
      title={`Enviar a NFS-e ${textOf(row.nNFSe)} por e-mail`}
      action="Enviar"
      initial={{ email: addressesOf(customer) }}
      onGo={go}
      onClose={onClose}
    >
      <mail.Field name="email" span={12} autoFocus help="Vários: separados por ponto e vírgula" />
      <mail.Field name="texto" span={12} />
    </AskDialog>
  )
}
