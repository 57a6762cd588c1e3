import { crc32, inflateRawSync } from 'node:zlib'

/** An entry of a zip archive, as its directory tells. */
export interface ZipEntry {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly offset: number
}

/** How much a workbook may hold. */
export const ZIP_LIMITS = { entries: 2_000, unpacked: 300 * 1024 * 1024, sharedStrings: 64 * 1024 * 1024 } as const

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const MAX_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8
const SIXTY_FOUR = 0xffffffff

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
export const isOle = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, at) => bytes[at] === byte)

/** An archive that is damaged, or made to do harm. The message is for people. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault'
}

const DAMAGED = 'A planilha está danificada.'
const TOO_BIG = 'A planilha é grande demais depois de aberta.'

/**
 * The entries of an archive, held against the limits before anything is unpacked: how many, and how much they say they unpack to. A reader
 * that unpacks no more of an entry than it says is then safe.
 */
export function directoryOf(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > ZIP_LIMITS.entries) throw new ZipFault('A planilha tem partes demais.')
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) throw new ZipFault(DAMAGED)
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  assertFair(entries)
  return entries
}

function assertFair(entries: readonly ZipEntry[]): void {
  let total = 0
  for (const { packed, unpacked, method, flags } of entries) {
    if (packed === SIXTY_FOUR || unpacked === SIXTY_FOUR) throw new ZipFault(TOO_BIG)
    if ((flags & 1) !== 0) throw new ZipFault('A planilha está protegida por senha.')
    if (method !== STORED && method !== DEFLATED) throw new ZipFault(DAMAGED)
    // An entry that says it holds nothing would be unpacked without a bound.
    if (unpacked === 0 && packed > 2) throw new ZipFault(DAMAGED)
    total += unpacked
    if (total > ZIP_LIMITS.unpacked) throw new ZipFault(TOO_BIG)
  }
}

/** Where the directory's end record begins: looked for from the end, for a comment may follow it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - END_LENGTH; at >= Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT); at--)
    if (view.getUint32(at, true) === END) return at
  throw new ZipFault(DAMAGED)
}

/** Unpacks one entry, never to more than it says. */
export function unpack(bytes: Uint8Array, entry: ZipEntry): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { offset, packed, unpacked, method } = entry
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw new ZipFault(DAMAGED)
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const content = bytes.subarray(from, from + packed)
  try {
    const plain =
      method === STORED ? Buffer.from(content) : inflateRawSync(content, { maxOutputLength: Math.max(1, unpacked) })
    if (plain.length === unpacked && crc32(plain) === entry.crc) return plain
  } catch {
    // told below, as any other damage
  }
  throw new ZipFault(DAMAGED)
}
