/** What a picture is and how large, told by its own head: a name, a type or a promise of the sender says nothing. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Reads the head of a PNG, JPEG or GIF; undefined when the bytes are none of them. Pixels are not unpacked. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const found = READERS.map((read) => read(bytes)).find((one) => one !== undefined)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

const READERS: readonly ((bytes: Uint8Array) => Picture | undefined)[] = [readPng, readGif, readJpeg]

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

/** Signature, then the IHDR chunk with both sizes; an IEND closes the file. */
function readPng(bytes: Uint8Array): Picture | undefined {
  if (textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || bytes.length < 45) return undefined
  if (textAt(bytes, 12, 16) !== 'IHDR' || textAt(bytes, bytes.length - 8, bytes.length - 4) !== 'IEND') return undefined
  const view = viewOf(bytes)
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readGif(bytes: Uint8Array): Picture | undefined {
  if (!/^GIF8[79]a$/.test(textAt(bytes, 0, 6)) || bytes.length < 14) return undefined
  const view = viewOf(bytes)
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

const START_OF_IMAGE = 0xffd8
const MOST_SEGMENTS = 1_000
/** Start-of-frame markers hold the sizes: C0 to CF without the tables C4, C8 and CC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Walks the segments up to the frame. */
function readJpeg(bytes: Uint8Array): Picture | undefined {
  if (bytes.length < 12) return undefined
  const view = viewOf(bytes)
  if (view.getUint16(0) !== START_OF_IMAGE) return undefined
  let at = 2
  for (let segments = 0; segments < MOST_SEGMENTS && at + 9 <= bytes.length; segments++) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return undefined
    if (isFrame(marker)) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
