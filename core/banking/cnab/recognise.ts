import type { FixedLine } from '../../layout/fixed-width'
import { type LineReader, unsupported } from './line-reader'
import { reader150 } from './retorno-150'
import { reader240 } from './retorno-240'
import { reader400 } from './retorno-400'

/** The reader of a file, by its first lines. Throws `unsupported_file` where no known bank and layout fits. */
export function readerOf(first: FixedLine, second: FixedLine | undefined): LineReader {
  const { text } = first
  if (/^02RETORNO/i.test(text)) return reader400(first)
  if (/^\d{7}0/.test(text) && text.length <= LONGEST_240 && !isSent(text, second?.text ?? '')) return reader240(first)
  if (text.startsWith('A2') && text.length <= 150) return reader150(first)
  throw unsupported()
}

/** Some first records have names that push what follows to the right. */
const LONGEST_240 = 250

/** A file that goes to the bank: it says so, and so does its first batch. */
const isSent = (header: string, batch: string): boolean => header.charAt(142) === '1' && !/^T$/i.test(batch.charAt(8))
