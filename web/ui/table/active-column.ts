import type { Column } from './columns'

/** Whether a record is in use, as lists of people, companies and users show it. */
export const activeColumn: Column = {
  field: 'ativo',
  label: 'Estado',
  kind: 'chip',
  width: 100,
  filter: 'select',
  options: [
    { value: true, label: 'Ativo' },
    { value: false, label: 'Inativo' },
  ],
  chip: (row) =>
    row.ativo === false
      ? { word: 'Inativo', hue: 'cinza', mark: 'dash' }
      : { word: 'Ativo', hue: 'verde', mark: 'check' },
}
