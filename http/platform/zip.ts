import { othersTurn } from './others-turn'

/** A file of a ZIP: its name, and its text as a whole or as it comes. */
export interface ZipEntry {
  readonly name: string
  readonly content: string | AsyncIterable<string>
}

/** Entries that a ZIP without its 64-bit form has room for (APPNOTE 6.3, 4.4.21). */
export const MOST_ENTRIES = 65_535
/** Bytes that it has room for (4.4.24). */
const MOST_BYTES = 0xffff_ffff
/** After so many files other calls have their turn. */
const FILES_AT_ONCE = 20

/**
 * The bytes of a ZIP while its files come: no more than one file is held in memory. The same files of the same day make the same bytes. Throws where there are more files
 * or bytes than a ZIP has room for.
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry>,
  day: { readonly year: number; readonly month: number; readonly day: number },
): AsyncGenerator<Uint8Array, void> {
  const { Zip, ZipDeflate, strToU8 } = await import('fflate')
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
  const mtime = new Date(day.year, day.month - 1, day.day)
  for await (const { name, content } of entries) {
    if (++count > MOST_ENTRIES) throw new Error(`A ZIP has room for ${MOST_ENTRIES} files.`)
    const file = Object.assign(new ZipDeflate(name, { level: 6 }), { mtime })
    zip.add(file)
    if (typeof content === 'string') file.push(strToU8(content), true)
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
