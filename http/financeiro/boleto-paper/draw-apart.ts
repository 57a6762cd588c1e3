import type { BoletoForm, BoletoPaper } from '../../../core/banking/paper/boleto-paper'
import { boletoTexts } from '../../../core/banking/paper/texts'
import { CoreError } from '../../../core/errors'
import { apart, type Work } from '../../platform/apart/apart'
import { joined, writeBoletos } from './boletos-pdf'

interface Drawing {
  readonly papers: readonly BoletoPaper[]
  readonly forma: BoletoForm
}

export const work: Work<Drawing, null, Uint8Array> = async ({ papers, forma }, tell) => {
  // A wrong one among many is refused before anything of the others is given out.
  for (const paper of papers) boletoTexts(paper)
  await writeBoletos(papers, { forma }, tell)
  return null
}

/** So few are drawn sooner than a thread begins. */
const FEW = 3
export const MOST_BOLETOS = 5_000
/** Two thousand take less than ten. */
const SECONDS = 120
const draw = apart<Drawing, null, Uint8Array>(new URL(import.meta.url), 2)

interface Options {
  readonly forma: BoletoForm
  /** Ends the drawing at once. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Boletos as one PDF: a sheet for each, or three to a sheet as a booklet. More than a few are drawn in a thread of its own. Throws `too_many_boletos`, what
 * `boletoTexts` throws, and 400 `too_complex` beyond two minutes.
 */
export async function boletosPdf(papers: readonly BoletoPaper[], options: Options): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  await sendBoletos(papers, options, (part) => void parts.push(part))
  return joined(parts)
}

/** As `boletosPdf`, given on in parts as they are drawn. */
export async function sendBoletos(
  papers: readonly BoletoPaper[],
  { forma, signal }: Options,
  write: (part: Uint8Array) => void,
): Promise<void> {
  if (papers.length > MOST_BOLETOS)
    throw new CoreError('too_many_boletos', `De uma vez imprimem-se até ${MOST_BOLETOS} boletos.`)
  if (papers.length <= FEW) return writeBoletos(papers, { forma }, write)
  await draw({ papers, forma }, { seconds: SECONDS, signal, onProgress: write })
}

/**
 * As `boletosPdf`, as a body that is sent while it is drawn; who leaves ends the drawing. Throws what `boletosPdf` throws: when there is a body, all of its boletos are right.
 */
export async function boletosBody(
  papers: readonly BoletoPaper[],
  forma: BoletoForm,
): Promise<ReadableStream<Uint8Array>> {
  const leaving = new AbortController()
  const begun = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (part: Uint8Array) => {
        controller.enqueue(part)
        begun.resolve()
      }
      const ended = sendBoletos(papers, { forma, signal: leaving.signal }, write)
      ended.then(
        () => controller.close(),
        (error: unknown) => {
          begun.reject(error)
          controller.error(error)
        },
      )
    },
    cancel: () => leaving.abort(),
  })
  await begun.promise
  return body
}
