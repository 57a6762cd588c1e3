import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { nfseEventoFields } from '../../../core/fields/nfse/nfse'
import { nfseLife } from '../../../core/lifecycle/nfse'
import { numbersOf } from '../../../core/lifecycle/standing'
import type { ModalProps } from '../../app/registry'
import { Checked, Events, Said } from '../../nfe/nfe/answered'
import { Problems, problemsIn } from '../../nfe/nfe/problems'
import { LifeBar } from '../../ui/documents/life-bar'
import { openAside } from '../../ui/documents/print'
import { because, useVerbs, type DocumentVerbs } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import type { MenuItem } from '../../ui/menu'
import { isSet, textOf, type Row } from '../../ui/row'
import { type Asking, begin, NfseDialog } from './dialogs'
import { KIND, note } from './kind'

const EVENTS = 'nfse/nfse_evento'
/** What a note is made of. */
const MADE_OF = 'cliente empresa srv/servico srv/ordem_servico nfse/municipio'
const event = fieldsOf(nfseEventoFields)
const DRAFT = numbersOf(nfseLife, ['rascunho'])
/** What may be mended and sent. */
const MENDED = numbersOf(nfseLife, ['rascunho', 'rejeitada'])

/** What is done with a note beside the verbs of its life that ask nothing but a yes. */
const itemsOf =
  (ask: (what: Asking['what'], row: Row) => Promise<void>) =>
  ({ record, reason }: DocumentVerbs): readonly MenuItem[] => {
    if (record === undefined) return []
    const verb = (what: Asking['what']) => ({ onSelect: () => void ask(what, record), ...because(reason(what)) })
    const isByHand = record.sistema === 'manual'
    const none = isByHand
      ? { reason: 'O papel desta nota é o do município.' }
      : isSet(record.dhAutorizacao)
        ? {}
        : { reason: 'A nota ainda não foi autorizada.' }
    return [
      {
        label: 'DANFSe',
        icon: 'print',
        onSelect: () => openAside(`/api/nfse/print_danfse/${record.id}`),
        ...none,
      },
      {
        label: 'Baixar XML',
        icon: 'export',
        onSelect: () => openAside(`/api/nfse/get_xml/${record.id}`),
        ...(isSet(record.idDps) ? {} : { reason: 'A nota ainda não foi emitida.' }),
      },
      ...(isByHand ? [{ label: 'Informar o número', icon: 'check', ...verb('informaNumero') } as const] : []),
      { label: 'Corrigir', icon: 'edit', ...verb('corrigir') },
      { label: 'Enviar por e-mail', icon: 'export', ...verb('sendMail') },
      { label: 'Cancelar a NFS-e', icon: 'close', danger: true, ...verb('cancelar') },
    ]
  }

function Actions(): ReactElement {
  const [asking, setAsking] = useState<Asking | null>(null)
  useVerbs({ right: KIND.right, life: KIND.life, savesFirst: [], free: [] })
  return (
    <>
      <LifeBar kind={KIND} items={itemsOf(async (what, row) => setAsking(await begin(what, row)))} offersOnly />
      {asking === null ? null : <NfseDialog asking={asking} onClose={() => setAsking(null)} />}
    </>
  )
}

/** What the system said, and what our own check says now. */
function Standing(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  const told = problemsIn(record.problemas)
  const isDraft = DRAFT.includes(Number(record.status))
  const mends = MENDED.includes(Number(record.status))
  return (
    <>
      <Said row={record} />
      {!isDraft && told.length > 0 ? <Problems title="O que foi respondido" problems={told} /> : null}
      {record.pendente_prefeitura === true ? (
        <p className="span-12">Esta NFS-e precisa ser cancelada também na prefeitura.</p>
      ) : null}
      {mends ? <Checked resource={KIND.resource} id={record.id} watches={MADE_OF} /> : null}
    </>
  )
}

/** What the note came to when it was signed: a draft has none of it. */
function Figures(): ReactElement | null {
  useSignals()
  if (!isSet(useForm().record.value?.idDps)) return null
  return (
    <>
      <note.Field name="serie" disabled span={2} />
      <note.Field name="nDPS" disabled span={2} />
      <note.Field name="nNFSe" disabled span={3} />
      <note.Field name="dhEmi" disabled span={5} />
      <note.Field name="chNFSe" disabled span={8} />
      <note.Field name="sistema" disabled span={4} />
      <note.Field name="cVerif" disabled span={4} />
      <note.Field name="vServ" disabled span={3} />
      <note.Field name="vBC" disabled span={3} />
      <note.Field name="pISS" disabled span={3} />
      <note.Field name="vISSQN" disabled span={3} />
      <note.Field name="vTotalRet" disabled span={4} />
      <note.Field name="vIBSCBS" disabled span={4} />
      <note.Field name="vLiq" disabled span={4} />
    </>
  )
}

/** A note of services: what it says, what was answered, what became of it. What is left empty follows from its order and the registers. */
export function NotaServicoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="NFS-e"
      title={(row) => `NFS-e ${isSet(row.nNFSe) ? textOf(row.nNFSe) : 'sem número'} · ${textOf(row.xTomador)}`}
      stay
      life={KIND.life}
      actions={<Actions />}
    >
      <Tab label="Nota">
        <Following resource={KIND.resource} />
        <Standing />
        <Figures />
        <note.ReferenceField name="ordem_servico_id" resource="srv/ordem_servico" disabled span={6} />
        <note.ReferenceField
          name="cMunPrestacao"
          object="cMunPrestacao_ref"
          resource="municipio"
          minChars={4}
          display={(row) => textOf(row.xMun)}
          detail={(row) => textOf(row.UF)}
          span={6}
        />
        <note.Field name="dCompet" span={4} />
        <note.Field name="tpRetISSQN" span={4} />
        <note.Field name="vDedRed" span={4} />
        <note.Field name="vRetIRRF" span={4} />
        <note.Field name="vRetCP" span={4} />
        <note.Field name="vRetCSLL" span={4} />
        <note.Field name="xDescServ" span={12} />
        <note.Field name="infCompl" span={12} />
      </Tab>
      <Tab label="Eventos">
        <Events
          resource={KIND.resource}
          events={EVENTS}
          of="nfse_id"
          word={event.word}
          empty="A nota não tem eventos."
        />
      </Tab>
    </ResourceForm>
  )
}
