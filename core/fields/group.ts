import type { FieldMeta } from './field'

/** Can a list be gathered by this field? By what it refers to, by a code that has words, by yes and no, by a state of the country, and by the month of a date. */
export const groupedBy = ({ kind, words, format, secret }: FieldMeta): boolean =>
  !secret &&
  (kind === 'ref' ||
    kind === 'boolean' ||
    kind === 'date' ||
    kind === 'datetime' ||
    format === 'uf' ||
    (words !== undefined && (kind === 'integer' || kind === 'text')))
