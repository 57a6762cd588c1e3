/** One record as the API gives it: flat fields, display objects of references, nested lists. */
export interface Row {
  readonly id: number | string
  readonly [field: string]: unknown
}

export type Values = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRow(value: unknown): value is Row {
  return isRecord(value) && (typeof value.id === 'number' || typeof value.id === 'string')
}

/** Rows of an unknown value; what is not a row is left out. */
export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter((item) => isRow(item)) : []
}

/** Records of an unknown value, with numbers of their own or without. */
export const recordsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Reads `cliente.xNome` from a record; undefined where the path breaks. */
export function getPath(record: unknown, path: string): unknown {
  let current: unknown = record
  for (const key of path.split('.')) {
    if (!isRecord(current)) return undefined
    current = current[key]
  }
  return current
}

/** A value as plain text; objects and absent values give ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  return ''
}

/** A value as a number, for display and widths only, never for money arithmetic; null when it is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** A date column that is set: how documents tell their state. */
export function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false
}
