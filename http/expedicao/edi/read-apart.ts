import type { EdiFile } from '../../../core/edi/edi-file'
import { readEdi } from '../../../core/edi/read'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<Uint8Array, EdiFile, never> = (bytes) => readEdi(bytes)

/** The largest file takes two seconds; one made to be slow is not waited for. */
const SECONDS = 20
const read = apart<Uint8Array, EdiFile>(new URL(import.meta.url), 1)

/** Reads a carrier's file in a thread of its own. Throws what `readEdi` throws, and 400 `too_complex` beyond 20 seconds. */
export const readApart = (bytes: Uint8Array): Promise<EdiFile> => read(bytes, { seconds: SECONDS })
