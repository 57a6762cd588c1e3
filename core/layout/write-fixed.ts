import { CoreError } from '../errors'
import { toUnits } from '../money/decimal'
import type { FixedField, FixedRecord, FixedValues } from './fixed-width'

/**
 * Writes a record as `readFixed` reads it: text to the left and filled with blanks, numbers and codes to the right and filled with zeros, what is null all zeros (of text, blanks),
 * constants as they are.
 * A text that does not fit is cut; line breaks in it become blanks. `length` fills the line up. Throws `does_not_fit` for a number that is too large or negative, and for a
 * date or a time that is none.
 */
export function writeFixed<R extends FixedRecord>(record: R, values: FixedValues<R>, length = 0): string {
  const told = new Map<string, string | number | null>(Object.entries(values))
  const last = Math.max(length, ...Object.values(record).map((field) => field.at - 1 + field.length))
  const columns = Array.from({ length: last }, () => ' ')
  for (const [name, field] of Object.entries(record)) {
    const own = writeField(name, field, told.get(name) ?? null)
    for (let at = 0; at < field.length; at++) columns[field.at - 1 + at] = own.charAt(at)
  }
  return columns.join('')
}

function writeField(name: string, field: FixedField, value: string | number | null): string {
  switch (field.kind) {
    case 'text': {
      return String(value ?? '')
        .replace(/\s/g, ' ')
        .slice(0, field.length)
        .padEnd(field.length)
    }
    case 'constant': {
      return field.value.padEnd(field.length)
    }
    case 'code': {
      return codeText(name, field.length, String(value ?? '').trim())
    }
    case 'integer': {
      return digits(name, field.length, String(value ?? 0))
    }
    case 'decimal': {
      return digits(name, field.length, toUnits(value ?? 0, field.decimals).toString())
    }
    case 'date': {
      return value === null ? '0'.repeat(field.length) : writeDate(name, String(value), field.order)
    }
    case 'time': {
      const [hours = '', minutes = '', seconds = ''] = String(value ?? '00:00:00').split(':')
      return digits(name, field.length, `${hours}${minutes}${field.length === 6 ? seconds : ''}`)
    }
  }
}

function digits(name: string, length: number, text: string): string {
  if (!/^\d+$/.test(text) || text.length > length)
    throw new CoreError('does_not_fit', `O valor ${text} não cabe no campo ${name} do arquivo.`)
  return text.padStart(length, '0')
}

function codeText(name: string, length: number, text: string): string {
  if (text.length > length || !/^[\dA-Za-z]*$/.test(text))
    throw new CoreError('does_not_fit', `O valor ${text} não cabe no campo ${name} do arquivo.`)
  return text.toUpperCase().padStart(length, '0')
}

function writeDate(name: string, value: string, order: string): string {
  const [year = '', month = '', day = ''] = value.split('-')
  const text = order.replace('yyyy', year).replace('yy', year.slice(-2)).replace('mm', month).replace('dd', day)
  return digits(name, order.length, text)
}
