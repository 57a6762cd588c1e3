import { type AbrasfReading, readAbrasf } from './abrasf/read-abrasf'
import { type NfseReading, readNfse } from './read-nfse'

/** A note of services as it was read, of the national system or of a city's own. */
export type NoteReading = NfseReading | AbrasfReading

const ABRASF = /<(?:[\w.-]+:)?CompNfse[\s>]/

/** Whether a note is of a city's own system, in the layout of ABRASF. */
export const isAbrasf = (reading: NoteReading): reading is AbrasfReading => reading.chNFSe === null

/** Reads a note of services of whichever system. Throws what `readNfse` and `readAbrasf` throw. */
export const readNote = (xml: string): NoteReading => (ABRASF.test(xml) ? readAbrasf(xml) : readNfse(xml))
