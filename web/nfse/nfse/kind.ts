import { nfseFields } from '../../../core/fields/nfse/nfse'
import { nfseLife } from '../../../core/lifecycle/nfse'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'

/** Notes of services as their screens know them. */
export const KIND: DocumentKind = { life: nfseLife, resource: 'nfse/nfse', name: 'nfse', right: 'nfse' }

export const note = fieldsOf(nfseFields, nfseLife)
