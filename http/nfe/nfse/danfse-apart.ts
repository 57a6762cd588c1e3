import { apart, type Work } from '../../platform/apart/apart'
import { danfsesPdf } from './danfse'

interface Drawing {
  readonly xmls: readonly string[]
  readonly cancelled: boolean | readonly string[]
}

export const work: Work<Drawing, Uint8Array<ArrayBuffer>, never> = ({ xmls, cancelled }) => danfsesPdf(xmls, cancelled)

const SECONDS = 60
const draw = apart<Drawing, Uint8Array<ArrayBuffer>>(new URL(import.meta.url), 2)

/** The papers of notes of services as one PDF, drawn in a thread of its own; `cancelled`: all, or those with these keys. Throws what `readNfse` throws, and 400 `too_complex` beyond a minute. */
export const danfsesApart = (
  xmls: readonly string[],
  cancelled: boolean | readonly string[] = false,
): Promise<Uint8Array<ArrayBuffer>> => draw({ xmls, cancelled }, { seconds: SECONDS })
