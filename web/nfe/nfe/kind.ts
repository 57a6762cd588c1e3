import { nfeLife } from '../../../core/lifecycle/nfe'
import type { DocumentKind } from '../../ui/documents/kind'

/** Notes as their screens know them. */
export const KIND: DocumentKind = { life: nfeLife, resource: 'nfe/nfe', name: 'nfe', right: 'nfe' }
