import { gnreLife } from '../../../core/lifecycle/gnre'
import type { DocumentKind } from '../../ui/documents/kind'

/** Guides of taxes as their screens know them. */
export const KIND: DocumentKind = { life: gnreLife, resource: 'nfe/gnre', name: 'gnre', right: 'gnre' }
