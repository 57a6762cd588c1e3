/** Values of records as a note says them. */

/** A value as text; undefined where there is none. */
export const text = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value)

/** Of values those that are there, as text. */
export function optional<K extends string>(values: Readonly<Record<K, unknown>>): Partial<Record<K, string>> {
  const there = Object.entries(values).filter(([, value]) => text(value) !== undefined)
  // Names of the same record.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(there.map(([name, value]) => [name, String(value)])) as Partial<Record<K, string>>
}
