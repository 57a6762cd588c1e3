import type { CustomColumn, CustomField } from '../../../core/custom/definition'
import { fieldOfCustom } from '../../../core/custom/definition'
import { CUSTOM_LIMITS } from '../../../core/custom/kinds'
import { MESSAGES, type Parsed, parseField } from '../parse'
import type { Row } from '../resource'

/** Said of a custom field that has to be given (document 3, section 6). */
export const requiredText = (label: string): string => `O campo "${label}" é obrigatório`

/** Said of a tag that is none of those offered (document 3, section 6). */
const UNKNOWN_TAG = 'Tag não é válida. Use apenas as opções sugeridas.'

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Brings the value of a custom field to its stored form. Nothing is null; what is required is asked elsewhere. */
export function parseCustom(custom: CustomField, value: unknown): Parsed {
  if (value === null || value === undefined || value === '') return { ok: null }
  if (custom.type === 'tags') return parseTags(custom, value)
  if (custom.type === 'repeater') return parseRows(custom, value)
  return parsePlain(custom, value)
}

/** A value that is a text, a number, a day or a choice. Times are the company's own and say no zone, so that they sort as they read. */
function parsePlain(shape: Parameters<typeof fieldOfCustom>[0], value: unknown): Parsed {
  const { meta } = fieldOfCustom(shape)
  const parsed = parseField(meta, value)
  if ('error' in parsed || meta.kind !== 'datetime' || parsed.ok === null) return parsed
  const [, whole, seconds = ':00'] = /^(\d{4}-\d\d-\d\d \d\d:\d\d)(:\d\d)?$/.exec(String(parsed.ok)) ?? []
  return whole === undefined ? { error: MESSAGES.datetime } : { ok: whole + seconds }
}

function parseTags({ options }: CustomField, value: unknown): Parsed {
  if (!Array.isArray(value)) return { error: MESSAGES.json }
  if (value.length > CUSTOM_LIMITS.tags) return { error: `Use no máximo ${CUSTOM_LIMITS.tags} tags.` }
  const known = new Set(options.map((one) => one.value))
  const tags = [...new Set(value.map(String))]
  if (tags.some((tag) => !known.has(tag))) return { error: UNKNOWN_TAG }
  return { ok: tags.length === 0 ? null : tags }
}

/** Rows of a repeater: what they have beside its columns is refused; empty rows are left out. */
function parseRows({ columns }: CustomField, value: unknown): Parsed {
  if (!Array.isArray(value)) return { error: MESSAGES.json }
  if (value.length > CUSTOM_LIMITS.rows) return { error: `Use no máximo ${CUSTOM_LIMITS.rows} linhas.` }
  const rows: Row[] = []
  for (const [at, given] of value.entries()) {
    const row = isRow(given) ? rowOf(columns, given) : MESSAGES.json
    if (typeof row === 'string') return { error: `Linha ${at + 1}: ${row}` }
    if (Object.keys(row).length > 0) rows.push(row)
  }
  return { ok: rows.length === 0 ? null : rows }
}

/** A row in its stored form, or what is wrong with it. */
function rowOf(columns: readonly CustomColumn[], given: Row): Row | string {
  const unknown = Object.keys(given).find((key) => !columns.some((one) => one.key === key))
  if (unknown !== undefined) return `não há a coluna ${unknown.slice(0, 60)}.`
  const row: Row = {}
  for (const column of columns) {
    const parsed = parsePlain(column, Object.hasOwn(given, column.key) ? given[column.key] : null)
    if ('error' in parsed) return `${column.label}: ${parsed.error}`
    if (parsed.ok !== null) row[column.key] = parsed.ok
  }
  const missing = columns.find((one) => one.required && !Object.hasOwn(row, one.key))
  return missing && Object.keys(row).length > 0 ? requiredText(missing.label) : row
}
