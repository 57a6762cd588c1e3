import { mdfeLife } from '../../../core/lifecycle/mdfe'
import type { DocumentKind } from '../../ui/documents/kind'

/** Manifests as their screens know them. */
export const KIND: DocumentKind = { life: mdfeLife, resource: 'nfe/mdfe', name: 'mdfe', right: 'mdfe' }
