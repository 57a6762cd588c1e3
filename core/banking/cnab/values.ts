import { type FixedLine, type FixedRecord, readFixed } from '../../layout/fixed-width'

/** What a record tells, in the common vocabulary: a record's kinds are of no more use. */
export type Values = Readonly<Record<string, string | number | null>>

export const valuesOf = (line: FixedLine, record: FixedRecord): Values => readFixed(line, record)
export const textOf = (values: Values, name: string): string => String(values[name] ?? '')
export const dayOf = (values: Values, name: string): string | null => textOf(values, name) || null
