import { formatDate } from '../br/date-text'
import { formatCurrency, formatQuantity } from '../br/number'
import { yesNo } from '../fields/field'
import type { CustomColumn, CustomField } from './definition'

type Shape = Pick<CustomField, 'type'> & Partial<Pick<CustomField, 'options' | 'columns' | 'ui'>>

/**
 * A stored value of a company's own field as people read it: money and numbers as they are written here, days and hours, labels of choices, the rows of a list each on
 * a line. '' for nothing. What refers to a record is its number: whoever knows the record says what it is called.
 */
export function shownCustom({ type, options = [], columns = [], ui = {} }: Shape, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return type === 'repeater'
      ? value.map((row) => rowShown(columns, row)).join('\n')
      : value.map((one) => labelOf(options, one)).join(', ')
  const written = String(value)
  switch (type) {
    case 'money':
      return formatCurrency(written)
    case 'number':
      return formatQuantity(written, ui.decimals ?? 2)
    case 'date':
      return formatDate(written)
    case 'datetime':
      return `${formatDate(written.slice(0, 10))} ${written.slice(11, 16)}`
    case 'boolean':
      return yesNo(value === true)
    default:
      return labelOf(options, written)
  }
}

const labelOf = (options: CustomField['options'], value: unknown): string =>
  options.find((one) => one.value === value)?.label ?? String(value)

function rowShown(columns: readonly CustomColumn[], row: unknown): string {
  const cells = new Map<string, unknown>(typeof row === 'object' && row !== null ? Object.entries(row) : [])
  return columns
    .map((column) => ({ label: column.label, text: shownCustom(column, cells.get(column.key)) }))
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => `${label}: ${text}`)
    .join(', ')
}
