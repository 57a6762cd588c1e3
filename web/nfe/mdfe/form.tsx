import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mdfeEventoFields, mdfeFields } from '../../../core/fields/nfe/mdfe'
import { mdfeLife } from '../../../core/lifecycle/mdfe'
import { stateOf } from '../../../core/lifecycle/standing'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { LifeBar } from '../../ui/documents/life-bar'
import { openAside } from '../../ui/documents/print'
import { because, type DocumentVerbs } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import type { MenuItem } from '../../ui/menu'
import { isSet, textOf, type Row, type Values } from '../../ui/row'
import { Events, Said } from '../nfe/answered'
import { Problems, problemsIn } from '../nfe/problems'
import { KIND } from './kind'

const EVENTS = 'nfe/mdfe_evento'

const manifest = fieldsOf(mdfeFields, mdfeLife)
const event = fieldsOf(mdfeEventoFields)

/** One more driver on the way. */
function Driver({ of, onClose }: { readonly of: Row; readonly onClose: () => void }): ReactElement {
  const go = async ({ motorista_id }: Values, form: FormModel): Promise<boolean> => {
    try {
      await post(`${KIND.resource}/${of.id}/incluiCondutor`, { motorista_id })
      announce(EVENTS)
      toast.success('Inclusão do motorista enviada à SEFAZ.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível incluir o motorista', '', form)
      return false
    }
  }
  return (
    <AskDialog
      title={`Motorista no MDF-e ${textOf(of.nMDF)}`}
      action="Incluir"
      initial={{}}
      onGo={go}
      onClose={onClose}
    >
      <manifest.ReferenceField name="motorista_id" resource="motorista" required span={12} />
    </AskDialog>
  )
}

/** What is done with a manifest beside the verbs of its life. */
const itemsOf =
  (ask: () => void) =>
  ({ record, reason }: DocumentVerbs): readonly MenuItem[] => {
    const none = isSet(record?.chMDFe) ? {} : { reason: 'O MDF-e ainda não foi emitido.' }
    const at = (verb: string): string => `/api/${KIND.resource}/${record?.id}/${verb}`
    return [
      { label: 'DAMDFE', icon: 'print', onSelect: () => openAside(at('printDamdfe')), ...none },
      { label: 'Baixar XML', icon: 'export', onSelect: () => openAside(at('getXml')), ...none },
      { label: 'Incluir motorista', icon: 'edit', onSelect: ask, ...because(reason('incluiCondutor')) },
    ]
  }

function Actions(): ReactElement {
  useSignals()
  const { record } = useForm()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <LifeBar kind={KIND} items={itemsOf(() => setAsking(true))} offersOnly />
      {asking && record.value !== undefined ? <Driver of={record.value} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** What the authority said, and what it refused. */
function Standing(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined || !isSet(record.cStat)) return null
  const told = problemsIn(record.problemas)
  return (
    <>
      <Said row={record} />
      {stateOf(mdfeLife, record).name === 'rejeitado' && told.length > 0 ? (
        <Problems title="O que a SEFAZ recusou" problems={told} />
      ) : null}
    </>
  )
}

/** The file of an event that was registered: a link, which a manifest that is locked has too. */
const eventFile = ({ mdfe_id, tpEvento, nSeqEvento }: Row): ReactElement => (
  <a
    href={`/api/${KIND.resource}/${textOf(mdfe_id)}/getXmlEvento?tpEvento=${textOf(tpEvento)}&nSeqEvento=${textOf(nSeqEvento)}`}
    target="_blank"
    rel="noopener"
  >
    XML
  </a>
)

/** What the manifest came to when it was signed: a draft has none of it. */
function Figures(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (!isSet(record?.chMDFe)) return null
  return (
    <>
      <manifest.Field name="chMDFe" disabled span={8} />
      <manifest.Field name="nProt" disabled span={4} />
      <manifest.Field name="placa" disabled span={3} />
      <manifest.Field name="qNFe" disabled span={2} />
      <manifest.Field name="vCarga" disabled span={4} />
      <manifest.Field name="qCarga" disabled span={3} />
      {isSet(record?.dhLimite) ? <manifest.Field name="dhLimite" disabled span={4} /> : null}
    </>
  )
}

/** A manifest: what it says, what was answered, what became of it. What it carries is of its route. */
export function ManifestoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="MDF-e"
      title={(row) =>
        `MDF-e ${isSet(row.nMDF) ? textOf(row.nMDF) : 'sem número'} · ${textOf(row.UFIni)} a ${textOf(row.UFFim)}`
      }
      stay
      life={KIND.life}
      actions={<Actions />}
    >
      <Tab label="MDF-e">
        <Following resource={KIND.resource} />
        <Standing />
        <manifest.Field name="serie" disabled span={2} />
        <manifest.Field name="nMDF" disabled span={2} />
        <manifest.Field name="dhEmi" disabled span={4} />
        <manifest.Field name="tpAmb" disabled span={2} />
        <manifest.Field name="tpEmis" span={2} />
        <manifest.Field name="UFFim" span={2} />
        <manifest.Field name="infPercurso" span={5} />
        <manifest.Field name="cUnid" span={2} />
        <manifest.Field name="carrega_depois" span={3} />
        <Figures />
        <manifest.Field name="obs" span={12} />
      </Tab>
      <Tab label="Eventos">
        <Events
          resource={KIND.resource}
          events={EVENTS}
          of="mdfe_id"
          word={event.word}
          empty="O MDF-e não tem eventos."
          files={eventFile}
        />
      </Tab>
    </ResourceForm>
  )
}
