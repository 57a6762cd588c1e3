import { docOf, type FieldMeta } from '../../core/fields/field'
import type { Json } from './served'

/** How the kinds of fields are described. */
export const TYPES: Readonly<Record<FieldMeta['kind'], Json>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  ref: { type: 'integer' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', description: 'AAAA-MM-DD HH:MM:SS' },
  json: {},
}

/** A field as it is described: its type, what people call it, and its limits. */
export function propertyOf(meta: FieldMeta | undefined): Json {
  if (!meta) return { type: 'integer' }
  return {
    ...TYPES[meta.kind],
    title: meta.label,
    ...(docOf(meta) ? { description: docOf(meta) } : {}),
    ...(meta.kind === 'text' && meta.max ? { maxLength: meta.max } : {}),
    ...(meta.kind === 'decimal' ? { multipleOf: 10 ** -(meta.decimals ?? 2) } : {}),
    ...(meta.options ? { enum: meta.options } : {}),
    ...(meta.computed ? { readOnly: true } : {}),
    ...(meta.secret ? { writeOnly: true } : {}),
  }
}
