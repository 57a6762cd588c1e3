import { othersTurn } from './others-turn'

/** A file of a ZIP: its name, and its text as a whole or as it comes. */
export interface ZipEntry {
  readonly name: string
  readonly content: string | AsyncIterable<string>
}

/** When files say that they were made. */
interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Entries that a ZIP without its 64-bit form has room for (APPNOTE 6.3, 4.4.21). */
export const MOST_ENTRIES = 65_535
/** Bytes that it has room for (4.4.24). */
const MOST_BYTES = 0xffff_ffff
/** The way of packing that every program knows (4.4.5), and how hard it is tried. */
const DEFLATED = 8
const LEVEL = 6
/** After so many files other calls have their turn. */
const FILES_AT_ONCE = 10

/**
 * The bytes of a ZIP while its files come: no more than one file is held in memory. The same files of the same day make the same bytes. Throws where there are more files
 * or bytes than a ZIP has room for.
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry>,
  { year, month, day }: Day,
): AsyncGenerator<Uint8Array, void> {
  const { Zip, ZipDeflate, strToU8 } = await import('fflate')
  const wholeFile = await packsWhole()
  let made: Uint8Array[] = []
  let [count, bytes] = [0, 0]
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('A ZIP has room for 4 GB.')
    if (chunk.length > 0) made.push(chunk)
  })
  const taken = (): readonly Uint8Array[] => {
    const whole = made
    made = []
    return whole
  }
  // A ZIP tells the time of the place that it was made in.
  const mtime = new Date(year, month - 1, day)
  for await (const { name, content } of entries) {
    if (++count > MOST_ENTRIES) throw new Error(`A ZIP has room for ${MOST_ENTRIES} files.`)
    const isWhole = typeof content === 'string'
    const file = Object.assign(isWhole ? wholeFile(name) : new ZipDeflate(name, { level: LEVEL }), { mtime })
    zip.add(file)
    if (isWhole) file.push(strToU8(content), true)
    else {
      for await (const piece of content) {
        file.push(strToU8(piece))
        yield* taken()
      }
      file.push(new Uint8Array(), true)
    }
    yield* taken()
    if (count % FILES_AT_ONCE === 0) await othersTurn()
  }
  zip.end()
  yield* taken()
}

/** Files that come whole are packed by the machine's own zlib: the other way takes 300 kB anew for each. */
async function packsWhole() {
  const [{ ZipPassThrough }, { deflateRawSync }] = await Promise.all([import('fflate'), import('node:zlib')])
  class Whole extends ZipPassThrough {
    override compression = DEFLATED
    protected override process(chunk: Uint8Array): void {
      this.ondata(null, deflateRawSync(chunk, { level: LEVEL }), true)
    }
  }
  return (name: string) => new Whole(name)
}
