import { IMAGE_TOO_LARGE, NO_IMAGE } from '../../../core/fields/estoque/mercadoria-imagem'
import { ApiError } from '../../platform/errors'

/** A picture as it is kept: drawn anew, whole and small, both WebP. */
export interface Drawn {
  readonly whole: Uint8Array
  readonly small: Uint8Array
  /** Pixels of the whole one. */
  readonly width: number
  readonly height: number
}

/** A few kilobytes can promise a picture that fills the memory: four bytes a pixel. */
const MOST_PIXELS = 30_000_000
const WHOLE_SIDE = 2_048
const SMALL_SIDE = 320
const KINDS = new Set(['png', 'jpeg', 'webp'])

/**
 * Draws an uploaded PNG, JPEG or WebP anew, told by its content: upright, at most 2,048 pixels a side, and once more at 320 for lists. What is kept holds
 * nothing but what it shows: not where a telephone took it, nor another file behind it. Throws 415 for what is no picture or a damaged one, 413
 * above 30 million pixels.
 */
export async function draw(bytes: Uint8Array): Promise<Drawn> {
  const turn = drawing.then(() => drawn(bytes))
  drawing = turn.catch(() => undefined)
  return turn
}

/** One after another: many at once would hold all their pixels at once. */
let drawing: Promise<unknown> = Promise.resolve()

async function drawn(bytes: Uint8Array): Promise<Drawn> {
  try {
    const { format } = await new Bun.Image(bytes, { maxPixels: MOST_PIXELS }).metadata()
    if (!KINDS.has(format)) throw noImage()
    const whole = await fitted(bytes, WHOLE_SIDE, 88)
    const small = await fitted(whole, SMALL_SIDE, 78)
    const { width, height } = await new Bun.Image(whole).metadata()
    return { whole, small, width, height }
  } catch (error) {
    throw refusalOf(error)
  }
}

const fitted = (bytes: Uint8Array, side: number, quality: number): Promise<Uint8Array> =>
  new Bun.Image(bytes, { maxPixels: MOST_PIXELS })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .bytes()

const noImage = (message = NO_IMAGE): ApiError => new ApiError(415, 'unsupported_file', message)

const DAMAGED = 'Não foi possível ler a imagem: o arquivo está danificado.'

/** What the picture library says of a file, for whoever sent it; its own faults pass. */
function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_IMAGE_UNKNOWN_FORMAT' || code === 'ERR_IMAGE_FORMAT_UNSUPPORTED') return noImage()
  if (code === 'ERR_IMAGE_DECODE_FAILED') return noImage(DAMAGED)
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS')
    return new ApiError(413, 'too_large', 'A imagem passa de 30 milhões de pixels. Envie uma menor.')
  return error
}

/** The refusal of more bytes than an upload may have. */
export const tooLarge = (): ApiError => new ApiError(413, 'too_large', IMAGE_TOO_LARGE)
