import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { CsvReader, type CsvRecord } from './csv'

/** A piece of a file: the records that ended in it, and how far into the file it reaches. */
export interface Piece {
  readonly records: readonly CsvRecord[]
  readonly bytesRead: number
}

const SAMPLE_BYTES = 1024 * 1024

/** Reads a CSV file piece by piece, in UTF-8, or in Windows-1252 when its first megabyte is no UTF-8. */
export async function* readCsv(file: string): AsyncGenerator<Piece> {
  const decoder = new TextDecoder(encodingOf(file))
  const reader = new CsvReader()
  let bytesRead = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    bytesRead += chunk.length
    yield { records: reader.push(decoder.decode(chunk, { stream: true })), bytesRead }
  }
  yield { records: [...reader.push(decoder.decode()), ...reader.end()], bytesRead }
}

export const sizeOf = (file: string): number => statSync(file).size

function encodingOf(file: string): 'utf-8' | 'windows-1252' {
  const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, sizeOf(file)))
  const handle = openSync(file, 'r')
  try {
    readSync(handle, sample)
    // `stream` forgives a character that the sample cuts in two.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  } finally {
    closeSync(handle)
  }
}
