import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { documentOf, ORDER_READY } from '../../../core/notices/documents'
import type { ModalProps } from '../../app/registry'
import { LifeBar } from '../../ui/documents/life-bar'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { TagsField } from '../../ui/custom/tags-field'
import { isRecord, recordsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { Editor } from './editor'
import { KIND, RESOURCE, template } from './kind'
import { Sendings } from './sendings'

const titleOf = (row: Row): string => textOf(row.descricao)

/** To whom it goes, as the document calls them. What a button tells goes to the customer alone. */
function Recipients(): ReactElement {
  useSignals()
  const { evento, canal } = useForm().values.value
  const document = documentOf(evento)
  if (canal === 'prumo') return <People />
  if (evento === ORDER_READY) return <p className="hint span-12">Vai para o cliente, quando alguém o avisa.</p>
  const { party, seller } = document ?? {}
  return (
    <>
      {document !== undefined && party === undefined ? null : (
        <template.Field name="para_cliente" label={`Para o ${lower(party?.label ?? 'Cliente')}`} span={3} />
      )}
      {document !== undefined && seller === undefined ? null : (
        <template.Field name="para_vendedor" label={`Para o ${lower(seller?.label ?? 'Vendedor')}`} span={3} />
      )}
      <template.Field name="para" label={canal === 'whatsapp' ? 'E para os telefones' : 'E para os e-mails'} span={6} />
    </>
  )
}

/** Whom it tells within the product: roles, and people by name. */
function People(): ReactElement {
  const told = useLoaded('sis/notificacao_template/pessoas', 'user')
  const { papeis = [], usuarios = [] } = isRecord(told) ? told : {}
  const roles = Array.isArray(papeis) ? papeis.map((name) => ({ value: textOf(name), label: textOf(name) })) : []
  const users = recordsOf(usuarios).map(({ id, name }) => ({ value: textOf(id), label: textOf(name) }))
  return (
    <>
      <TagsField name="papeis" label="Papéis avisados" span={12} options={roles} />
      <TagsField name="usuarios" label="Usuários avisados" span={12} options={users} />
    </>
  )
}

const lower = (text: string): string => text.toLowerCase()

/** A document that has nobody of that kind tells nobody of that kind. */
const onEvent = (value: unknown, form: ReturnType<typeof useForm>): void => {
  const document = documentOf(value)
  if (document === undefined) return
  form.patch({
    ...(document.party === undefined ? { para_cliente: false } : {}),
    ...(document.seller === undefined ? { para_vendedor: false } : {}),
  })
}

/** A template: when, by which way and to whom, what it says, and what became of it. */
export function TemplateForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Modelo de aviso"
      title={titleOf}
      defaults={template.defaults}
      stay
      life={KIND.life}
      actions={<LifeBar kind={KIND} />}
    >
      <Tab label="Mensagem">
        <template.Field name="descricao" span={5} />
        <template.Field name="evento" span={5} onCommit={onEvent} />
        <template.Field name="canal" span={2} />
        <Recipients />
        <Editor />
        <Following resource={RESOURCE} />
      </Tab>
      <Tab label="Avisos" needsRecord free>
        <Sendings />
      </Tab>
    </ResourceForm>
  )
}
