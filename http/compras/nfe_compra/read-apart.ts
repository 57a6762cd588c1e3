import { decodeXml } from '../../../core/fiscal/decode-xml'
import type { NfeReading } from '../../../core/fiscal/nfe-types'
import { readNfe } from '../../../core/fiscal/read-nfe'
import { apart, type Work } from '../../platform/apart/apart'

/** A note, and what it says. */
export interface Received {
  /** The note as text, whatever encoding it came in. */
  readonly xml: string
  readonly nfe: NfeReading
}

export const work: Work<Uint8Array | string, Received, never> = (source) => {
  const xml = typeof source === 'string' ? source : decodeXml(source)
  return { xml, nfe: readNfe(xml) }
}

/** A note of the largest size takes a second; a file made to be slow is not waited for. */
const SECONDS = 20
/** One at a time: what a note takes of memory while it is read, it takes once. */
const read = apart<Uint8Array | string, Received>(new URL(import.meta.url), 1)

/** Reads a note, as bytes of a file or as its text, in a thread of its own. Throws what `readNfe` throws, and 400 `too_complex` beyond 20 seconds. */
export const readInvoice = (source: Uint8Array | string): Promise<Received> => read(source, { seconds: SECONDS })
