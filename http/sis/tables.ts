import { tablesFields } from '../../core/fields/misc/tables'
import { resource } from '../platform/resource'

/** Generic tables: a title and its content (N3-027). */
export const tables = resource({
  name: 'tables',
  paths: ['misc/tables'],
  title: 'Tabela',
  right: 'tables',
  company: 'none',
  fields: tablesFields,
  search: ['title'],
  display: ['title'],
})
