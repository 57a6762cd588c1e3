import type { CardFile } from '../../../core/cards/card-file'
import { readCardFile } from '../../../core/cards/read'
import { apart, type Work } from '../../platform/apart/apart'

/** What is kept of a file: its rows, without the records that they were read of. */
export const work: Work<Uint8Array, CardFile, never> = (bytes) => ({ ...readCardFile(bytes), records: [] })

/** The largest file takes a second; one made to be slow is not waited for. */
const SECONDS = 20
const read = apart<Uint8Array, CardFile>(new URL(import.meta.url), 1)

/** Reads a file of an acquirer in a thread of its own. Throws what `readCardFile` throws, and 400 `too_complex` beyond 20 seconds. */
export const readApart = (bytes: Uint8Array): Promise<CardFile> => read(bytes, { seconds: SECONDS })
