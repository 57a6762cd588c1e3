import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { nfeEventoFields, nfeFields } from '../../../core/fields/nfe/nfe'
import { pathOf } from '../../../core/access'
import { nfeLife } from '../../../core/lifecycle/nfe'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { mayEnter } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { openAside } from '../../ui/documents/print'
import { because, useVerbs, type DocumentVerbs } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName } from '../../ui/format'
import type { MenuItem } from '../../ui/menu'
import { getPath, isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { Checked, Events, Said } from './answered'
import { KeysField } from './keys-field'
import { KIND } from './kind'
import { Problems, problemsIn } from './problems'

const EVENTS = 'nfe/nfe_evento'
/** What a note is made of. */
const MADE_OF = 'cliente empresa mercadoria nfe/tributacao tipo_entrada_saida venda'

const note = fieldsOf(nfeFields, nfeLife)
const event = fieldsOf(nfeEventoFields)

/** A letter of correction says all that is to be corrected. */
function Correction({ of, onClose }: { readonly of: Row; readonly onClose: () => void }): ReactElement {
  const go = async ({ xTexto }: Values, form: FormModel): Promise<boolean> => {
    try {
      await post(`${KIND.resource}/${of.id}/setCCe`, { xCorrecao: xTexto })
      announce(EVENTS)
      announce(KIND.resource)
      toast.success('Carta de correção enviada à SEFAZ.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível enviar a carta de correção', '', form)
      return false
    }
  }
  return (
    <AskDialog
      title={`Carta de correção da nota ${textOf(of.nNF)}`}
      action="Enviar"
      initial={{}}
      onGo={go}
      onClose={onClose}
    >
      <event.Field
        name="xTexto"
        label="Correção"
        required
        help="Vale por todas as correções da nota. Não corrige valores, impostos, datas nem troca o destinatário."
        span={12}
      />
    </AskDialog>
  )
}

/** An NFC-e becomes an NF-e to somebody who has a tax id. */
function Conversion({ of, onClose }: { readonly of: Row; readonly onClose: () => void }): ReactElement {
  const go = async ({ cliente_id }: Values, form: FormModel): Promise<boolean> => {
    try {
      const answer = await post(`${KIND.resource}/${of.id}/converterNFCe`, { cliente_id })
      announce(KIND.resource)
      toast.success('NF-e enviada à SEFAZ.')
      const made = numberOf(getPath(answer, 'nfe.id'))
      if (made !== null) open(pathOf(KIND.name, made))
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível converter em NF-e', '', form)
      return false
    }
  }
  return (
    <AskDialog title={`NF-e da NFC-e ${textOf(of.nNF)}`} action="Converter" initial={{}} onGo={go} onClose={onClose}>
      <note.ReferenceField name="cliente_id" resource="cliente" required span={12} />
    </AskDialog>
  )
}

/** What is told when another note took the place of one in doubt. */
const HOW: Readonly<Record<string, How>> = {
  reemite: { done: (answer) => `Nota ${textOf(getPath(answer, 'nfe.nNF'))} emitida em contingência.` },
}

type Asking = 'correct' | 'convert'

/** What is done with a note beside the verbs of its life. */
const itemsOf =
  (ask: (what: Asking) => void) =>
  ({ record, reason }: DocumentVerbs): readonly MenuItem[] => {
    const signed = isSet(record?.chNFe)
    const none = signed ? {} : { reason: 'A nota ainda não foi emitida.' }
    return [
      { label: 'DANFE', icon: 'print', onSelect: () => openAside(`/api/nfe/print_danfe/${record?.id}`), ...none },
      // A consumer's receipt goes with no guide.
      ...(record?.mod !== 65 && mayEnter(rights.peek(), '/ui/nfe/gnre')
        ? [
            {
              label: 'DANFE com as guias GNRE',
              icon: 'print',
              onSelect: () => openAside(`/api/nfe/print_danfe/${record?.id}?com_guias=1`),
              ...none,
            } as const,
          ]
        : []),
      { label: 'Baixar XML', icon: 'export', onSelect: () => openAside(`/api/nfe/get_xml/${record?.id}`), ...none },
      ...(isSet(record?.venda_id)
        ? [
            {
              label: 'Devolver a venda',
              icon: 'undo',
              onSelect: () => open(`/ui/comercial/venda_devolucao/edit/new?venda_id=${textOf(record?.venda_id)}`),
              ...because(reason('converterNFCe')),
            } as const,
          ]
        : []),
      { label: 'Carta de correção', icon: 'edit', onSelect: () => ask('correct'), ...because(reason('setCCe')) },
      ...(record?.mod === 65
        ? [
            {
              label: 'Converter em NF-e',
              icon: 'copy',
              onSelect: () => ask('convert'),
              ...because(reason('converterNFCe')),
            } as const,
          ]
        : []),
    ]
  }

function Actions(): ReactElement {
  useSignals()
  const { record } = useForm()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = (): void => setAsking(null)
  useVerbs({ right: KIND.right, life: KIND.life, savesFirst: [], free: [] })
  return (
    <>
      <LifeBar kind={KIND} how={HOW} items={itemsOf(setAsking)} offersOnly />
      {asking === 'correct' && record.value !== undefined ? <Correction of={record.value} onClose={close} /> : null}
      {asking === 'convert' && record.value !== undefined ? <Conversion of={record.value} onClose={close} /> : null}
    </>
  )
}

/** What the authority said, and what our own check says now. */
function Standing(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  const told = problemsIn(record.problemas)
  const mends = record.status === 0 || record.status === 2
  return (
    <>
      <Said row={record} />
      {record.status === 2 && told.length > 0 ? <Problems title="O que a SEFAZ recusou" problems={told} /> : null}
      {mends ? <Checked resource={KIND.resource} id={record.id} watches={MADE_OF} /> : null}
    </>
  )
}

/** The paper of a letter of correction, and the file of whatever event was registered: links, which a note that is locked has too. */
function EventFiles({ of }: { readonly of: Row }): ReactElement {
  const at = (verb: string): string =>
    `/api/${KIND.resource}/${textOf(of.nfe_id)}/${verb}?tpEvento=${textOf(of.tpEvento)}&nSeqEvento=${textOf(of.nSeqEvento)}`
  return (
    <div>
      {of.tpEvento === '110110' ? (
        <>
          <a href={at('printCCe')} target="_blank" rel="noopener">
            Imprimir
          </a>
          {' · '}
        </>
      ) : null}
      <a href={at('getXmlEvento')} target="_blank" rel="noopener">
        XML
      </a>
    </div>
  )
}

const eventFiles = (of: Row): ReactElement => <EventFiles of={of} />

/** Until when a note that went out before it was authorised has to be sent. */
function Term(): ReactElement | null {
  useSignals()
  return isSet(useForm().record.value?.dhLimite) ? <note.Field name="dhLimite" disabled span={4} /> : null
}

/** What the note came to when it was signed: a draft has none of it. */
function Figures(): ReactElement | null {
  useSignals()
  if (!isSet(useForm().record.value?.chNFe)) return null
  return (
    <>
      <note.Field name="chNFe" disabled span={8} />
      <note.Field name="nProt" disabled span={4} />
      <note.Field name="vProd" disabled span={3} />
      <note.Field name="vDesc" disabled span={3} />
      <note.Field name="vFrete" disabled span={3} />
      <note.Field name="vIPI" disabled span={3} />
      <note.Field name="vICMS" disabled span={3} />
      <note.Field name="vST" disabled span={3} />
      <note.Field name="vIBSCBS" disabled span={3} />
      <note.Field name="vNF" disabled span={3} />
    </>
  )
}

/** A note: what it says, what was answered, what became of it. What it is made of is changed in its sale and in the registers. */
export function NotaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="NF-e"
      title={(row) =>
        `${note.word('mod', row.mod)} ${isSet(row.nNF) ? textOf(row.nNF) : 'sem número'} · ${textOf(row.xDest) || displayName(row.cliente)}`
      }
      stay
      life={KIND.life}
      actions={<Actions />}
    >
      <Tab label="Nota">
        <Following resource={KIND.resource} />
        <Standing />
        <note.Field name="xDest" disabled span={6} />
        <note.Field name="natOp" disabled span={6} />
        <note.Field name="serie" disabled span={2} />
        <note.Field name="nNF" disabled span={2} />
        <note.Field name="dhEmi" disabled span={4} />
        <note.Field name="tpAmb" disabled span={2} />
        <note.Field name="tpEmis" disabled span={2} />
        <Term />
        <Figures />
        <KeysField
          name="referencias"
          label="Notas referenciadas"
          help="Chaves de 44 caracteres, separadas por vírgula"
        />
        <note.Field name="infCpl" span={12} />
      </Tab>
      <Tab label="Eventos">
        <Events
          resource={KIND.resource}
          events={EVENTS}
          of="nfe_id"
          word={event.word}
          empty="A nota não tem eventos."
          files={eventFiles}
        />
      </Tab>
    </ResourceForm>
  )
}
