import { type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { orcamentoFields } from '../../../core/fields/comercial/orcamento'
import { vendaFields } from '../../../core/fields/comercial/venda'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { InstalmentsTab } from '../../ui/documents/instalments-tab'
import { fieldsOf } from '../../ui/fields-of'
import { Attachments } from '../../ui/form/attachments'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { displayName } from '../../ui/format'
import { isSet, type Row } from '../../ui/row'
import { DocumentActions } from './actions'
import { useUsualValues } from './defaults'
import { GoodsTab } from './goods-tab'
import { InfoTab } from './info-tab'
import { instalmentsOf } from './instalments'
import { DOCUMENTS, type DocumentKind, type DocumentNames } from './kind'
import { sentDocument } from './line'
import { agreesToMarks } from './marks'
import { CollectInstalments } from './collect'
import { SendTab } from './send-tab'
import { Totals } from './totals'
import { TransportTab } from './transport-tab'

const documentTitle = (names: DocumentNames, row: Row): string =>
  `${names.title} ${row.id} · ${displayName(row.cliente)}`

const DEFAULTS = { venda: fieldsOf(vendaFields).defaults, orcamento: fieldsOf(orcamentoFields).defaults }

const TEXTS: Readonly<Record<DocumentKind, { readonly createdText: string; readonly savedText: string }>> = {
  orcamento: { createdText: 'Orçamento salvo com sucesso.', savedText: 'Orçamento salvo com sucesso.' },
  venda: { createdText: 'Venda salva com sucesso.', savedText: 'Venda salva com sucesso.' },
}

function Usual({ isNew }: { readonly isNew: boolean }): null {
  useUsualValues(useForm(), isNew)
  return null
}

/** A save may block the sale: its customer owes something that is overdue. */
function tellBlocked(row: Row): void {
  if (isSet(row.dhBloqueio)) toast.alert('Este pedido foi bloqueado.')
}

/** A quote or a sale: four tabs, one save for the whole of it, and its verbs. */
export function DocumentForm({
  kind,
  modal,
}: {
  readonly kind: DocumentKind
  readonly modal: ModalProps
}): ReactElement {
  useSignals()
  const names = DOCUMENTS[kind]
  return (
    <ResourceForm
      modal={{ ...modal, onSaved: tellBlocked }}
      resource={kind}
      name={names.title}
      title={(row) => documentTitle(names, row)}
      defaults={DEFAULTS[kind]}
      stay
      life={names.life}
      beforeSave={(form) => agreesToMarks(form, names)}
      shape={(values, record) => sentDocument(names, values, record)}
      actions={<DocumentActions names={names} />}
      summary={<Totals names={names} />}
      {...TEXTS[kind]}
    >
      <Tab label="Informações">
        <Usual isNew={modal.id === 'new'} />
        <InfoTab names={names} />
      </Tab>
      <Tab label="Mercadorias" joins>
        <GoodsTab names={names} path={modal.path} />
      </Tab>
      <Tab label="Financeiro">
        <InstalmentsTab source={instalmentsOf(names)} />
        {kind === 'venda' ? <CollectInstalments /> : null}
      </Tab>
      <Tab label="Transporte">
        <TransportTab names={names} />
      </Tab>
      <Tab label="Cliente" needsRecord free>
        <SendTab names={names} />
      </Tab>
      <Tab label="Anexos" needsRecord free>
        <Attachments type={kind} />
      </Tab>
    </ResourceForm>
  )
}
