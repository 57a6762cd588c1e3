import { emailFields } from '../../../core/fields/sis/email'
import { emailLife } from '../../../core/lifecycle/email'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'

export const RESOURCE = 'sis/email'
export const KIND: DocumentKind = { life: emailLife, resource: RESOURCE, name: 'email', right: 'emails' }
export const email = fieldsOf(emailFields, emailLife)
