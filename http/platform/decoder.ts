import { decodeBytes, type Encoding } from '../../core/tabular/encoding'

/** Reads a text piece by piece: the platform knows all encodings but that of DOS. */
export const decoderOf = (encoding: Encoding): Pick<TextDecoder, 'decode'> =>
  encoding === 'cp850'
    ? { decode: (piece) => (piece instanceof Uint8Array ? decodeBytes(piece, encoding) : '') }
    : new TextDecoder(encoding)
