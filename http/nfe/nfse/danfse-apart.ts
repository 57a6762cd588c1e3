import { apart, type Work } from '../../platform/apart/apart'
import { danfsesPdf, type Drawn } from './danfse'

export const work: Work<readonly Drawn[], Uint8Array<ArrayBuffer>, never> = (notes) => danfsesPdf(notes)

const SECONDS = 60
const draw = apart<readonly Drawn[], Uint8Array<ArrayBuffer>>(new URL(import.meta.url), 2)

/** The papers of notes of services as one PDF, drawn in a thread of its own. Throws what `readNfse` throws, and 400 `too_complex` beyond a minute. */
export const danfsesApart = (notes: readonly Drawn[]): Promise<Uint8Array<ArrayBuffer>> =>
  draw(notes, { seconds: SECONDS })
