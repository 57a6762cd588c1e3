import { parseQuantityBarcode } from '../../../core/gs1'
import { coreMessage } from '../documents/instalments'

/** What a line at a scan box says: a code, with how many times it counts where that was told; a number for the code that follows; or what is wrong. */
export type Scanned =
  | { readonly kind: 'code'; readonly code: string; readonly quantity: string | null }
  | { readonly kind: 'quantity'; readonly quantity: string }
  | { readonly kind: 'fault'; readonly text: string; readonly message: string }

/** A number alone, too short for any bar code: how many times the next code counts. */
const ALONE = /^\d{1,5}(?:,\d{1,4})?$/

/** Reads a line: `3*code`, a number and then a code (`kept` is that number), or a code. Where nothing is counted (`plain`) all is a code. Null for nothing. */
export function readScan(line: string, kept: string | null, plain = false): Scanned | null {
  const text = line.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (text === '') return null
  if (plain) return { kind: 'code', code: text, quantity: null }
  try {
    if (ALONE.test(text)) return { kind: 'quantity', quantity: parseQuantityBarcode(`${text}*1`).qTrib }
    // Only digits before it make a star the grammar's: a lot of a bar code in brackets may hold one.
    if (!/^[\d.,\s]*\*/.test(text)) return { kind: 'code', code: text, quantity: kept }
    const { qTrib, code } = parseQuantityBarcode(text)
    return { kind: 'code', code, quantity: qTrib }
  } catch (error) {
    const message = coreMessage(error)
    if (message === undefined) throw error
    return { kind: 'fault', text, message }
  }
}
