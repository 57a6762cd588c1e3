import {
  readReceived,
  readReceivedEvent,
  type ReceivedEvent,
  type ReceivedManifest,
} from '../../../core/fiscal/mdfe/received'
import { apart, type Work } from '../../platform/apart/apart'

/** A document of the distribution of manifests, and whose it is. */
interface Source {
  readonly xml: string
  readonly CNPJ_CPF: string
}

type Reading = { readonly event: ReceivedEvent } | { readonly manifest: ReceivedManifest }

export const work: Work<Source, Reading, never> = ({ xml, CNPJ_CPF }) => {
  const event = readReceivedEvent(xml)
  return event ? { event } : { manifest: readReceived(xml, CNPJ_CPF) }
}

/** A manifest of the largest size takes less than a second. */
const SECONDS = 20
const read = apart<Source, Reading>(new URL(import.meta.url), 1)

/** Reads a manifest, or an event of one, in a thread of its own. Throws what `readReceived` throws, and 400 `too_complex` beyond 20 seconds. */
export const readOfManifest = (source: Source): Promise<Reading> => read(source, { seconds: SECONDS })
