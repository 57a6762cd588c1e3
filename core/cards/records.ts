import { CoreError } from '../errors'
import { type FixedLine, type FixedRecord, type FixedValues, readFixed } from '../layout/fixed-width'
import type { CardRecord } from './card-file'

type Layouts = Readonly<Record<string, FixedRecord>>

/** A record that was read, of one of the types of a layout. */
export type ReadRecord<L extends Layouts> = {
  readonly [T in keyof L & string]: { readonly line: number; readonly type: T; readonly values: FixedValues<L[T]> }
}[keyof L & string]

/** Reads lines by their type, the first columns of each; what the layouts do not know is handed back as it came. Throws `bad_field`. */
export function readRecords<L extends Layouts>(
  lines: readonly FixedLine[],
  typeLength: number,
  layouts: L,
): { readonly records: readonly ReadRecord<L>[]; readonly unknown: readonly FixedLine[] } {
  const records: ReadRecord<L>[] = []
  const unknown: FixedLine[] = []
  for (const one of lines) {
    const type = one.text.slice(0, typeLength)
    const layout = Object.hasOwn(layouts, type) ? layouts[type] : undefined
    if (!layout) {
      unknown.push(one)
      continue
    }
    // The values were read by the layout of this very type.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    records.push({ line: one.line, type, values: readFixed(one, layout) } as ReadRecord<L>)
  }
  return { records, unknown }
}

/** Records as they are handed on. */
export const told = (records: readonly CardRecord[]): readonly CardRecord[] =>
  records.map(({ line, type, values }) => ({ line, type, values }))

/** The values of the one record of a type. Throws `damaged_card_file` where there is none. */
export function required<T>(found: { readonly values: T } | undefined, what: string): T {
  if (!found) throw new CoreError('damaged_card_file', `Não foi possível ler o arquivo da adquirente: falta ${what}.`)
  return found.values
}

const MOST_NOTICES = 50

/** Notices, as many as somebody reads. */
export function fewNotices(notices: readonly string[]): readonly string[] {
  if (notices.length <= MOST_NOTICES) return notices
  return [...notices.slice(0, MOST_NOTICES), `… e mais ${notices.length - MOST_NOTICES}.`]
}
