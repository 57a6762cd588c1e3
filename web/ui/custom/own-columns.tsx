import { fieldOfCustom } from '../../../core/custom/definition'
import { columnOf } from '../form/controls'
import { getPath, recordsOf, textOf, type Row } from '../row'
import type { Column } from '../table/columns'
import { ownName } from './flat'
import type { OwnField } from './known'
import { Tag } from './tag'

/** Columns of the fields that a company added: in the list's choice of columns, shown once they are chosen. */
export const ownColumns = (fields: readonly OwnField[]): readonly Column[] => fields.map(ownColumn)

function ownColumn(field: OwnField): Column {
  const { key, label, type, options, recurso, mostra } = field
  const name = ownName(key)
  if (type === 'tags') {
    const tagsOf = (row: Row) => {
      const value = getPath(row, name)
      return (Array.isArray(value) ? value.map(String) : []).map(
        (tag) => options.find((one) => one.value === tag) ?? { value: tag, label: tag },
      )
    }
    return {
      field: name,
      label,
      sort: false,
      filter: 'select',
      options,
      text: (row) =>
        tagsOf(row)
          .map((one) => one.label)
          .join(', '),
      render: (row) => tagsOf(row).map((one) => <Tag key={one.value} option={one} />),
    }
  }
  if (type === 'repeater') {
    const text = (row: Row): string => {
      const { length } = recordsOf(getPath(row, name))
      return length === 0 ? '' : `${length} ${length === 1 ? 'linha' : 'linhas'}`
    }
    return { field: name, label, sort: false, filter: 'none', text, render: text }
  }
  if (type === 'autocomplete' && recurso !== undefined)
    return {
      field: `${name}_ref.${mostra}`,
      label,
      sort: name,
      filterField: name,
      reference: { field: name, resource: recurso },
      text: (row) => textOf(getPath(row, `${name}_ref.${mostra}`)),
    }
  return columnOf(name, fieldOfCustom(field).meta)
}
