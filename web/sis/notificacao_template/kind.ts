import { notificacaoTemplateComputed, notificacaoTemplateFields } from '../../../core/fields/sis/notificacao-template'
import { notificacaoTemplateLife } from '../../../core/lifecycle/notificacao-template'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'

export const RESOURCE = 'sis/notificacao_template'
export const KIND: DocumentKind = {
  life: notificacaoTemplateLife,
  resource: RESOURCE,
  name: 'notificacao_template',
  right: 'notificacao_template',
}
export const template = fieldsOf(
  { ...notificacaoTemplateFields, ...notificacaoTemplateComputed },
  notificacaoTemplateLife,
)
