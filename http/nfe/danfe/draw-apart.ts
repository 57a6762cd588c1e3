import { apart, type Work } from '../../platform/apart/apart'
import { type DanfeOptions, papersPdf, readPaper } from './danfe-pdf'

/** Notes and letters of correction to be drawn into one file. */
interface Drawing {
  readonly xmls: readonly string[]
  readonly options: DanfeOptions
}

export const work: Work<Drawing, Uint8Array<ArrayBuffer>, never> = ({ xmls, options }) =>
  papersPdf(xmls.map(readPaper), options)

/** Five hundred notes of a page take some five seconds. */
const SECONDS = 60
const draw = apart<Drawing, Uint8Array<ArrayBuffer>>(new URL(import.meta.url), 2)

/** The papers of notes and of letters as one PDF, drawn in a thread of its own. Throws what `readPaper` throws, and 400 `too_complex` beyond a minute. */
export const papersApart = (xmls: readonly string[], options: DanfeOptions = {}): Promise<Uint8Array<ArrayBuffer>> =>
  draw({ xmls, options }, { seconds: SECONDS })
