import { isRecord, textOf } from './row'

/** The names in a list that the server answered. */
export function rowsOfNames(answer: unknown): readonly string[] {
  const data = isRecord(answer) && Array.isArray(answer.data) ? answer.data : []
  return data.map((one) => (isRecord(one) ? textOf(one.name) : '')).filter((name) => name !== '')
}
