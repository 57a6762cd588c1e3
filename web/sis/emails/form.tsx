import { useSignals } from '@preact/signals-react/runtime'
import type { ReactElement } from 'react'
import type { ModalProps } from '../../app/registry'
import { open } from '../../app/navigation'
import { LifeBar } from '../../ui/documents/life-bar'
import type { DocumentVerbs } from '../../ui/documents/use-verbs'
import type { MenuItem } from '../../ui/menu'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { isSet, textOf, type Row } from '../../ui/row'
import { email, KIND, RESOURCE } from './kind'

const titleOf = (row: Row): string => textOf(row.assunto)

/** Why it was not delivered, and which files go along. */
function About(): ReactElement {
  useSignals()
  const { erro, anexos } = useForm().values.value
  return (
    <>
      {isSet(erro) ? <email.Field name="erro" disabled span={12} /> : null}
      {Array.isArray(anexos) && anexos.length > 0 ? (
        <p className="hint span-12">Anexos: {anexos.map(String).join(', ')}</p>
      ) : null}
    </>
  )
}

const items = ({ record }: DocumentVerbs): readonly MenuItem[] =>
  record === undefined
    ? []
    : [{ label: 'Ver a mensagem', icon: 'search', onSelect: () => open(`/ui/sis/emails/list/view/${record.id}`) }]

/** A mail that is written here, or mended to go again. */
export function EmailForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="E-mail"
      title={titleOf}
      defaults={email.defaults}
      stay
      life={KIND.life}
      actions={<LifeBar kind={KIND} items={items} />}
    >
      <email.Field name="para" span={6} />
      <email.Field name="responder" span={6} />
      <email.Field name="assunto" span={12} />
      <email.Field name="body" kind="textarea" rows={12} required span={12} />
      <About />
      <Following resource={RESOURCE} />
    </ResourceForm>
  )
}
