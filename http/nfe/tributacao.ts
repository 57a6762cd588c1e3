import { tributacaoFields } from '../../core/fields/nfe/tributacao'
import { resource } from '../platform/resource'

/** Tax rules as data with a validity: the most specific one valid on the date is taken (core/tax). Empty limits take every case. */
export const tributacao = resource({
  name: 'tributacao',
  paths: ['nfe/tributacao', 'tributacao'],
  title: 'Regra de tributação',
  right: 'tributacao',
  company: 'none',
  fields: tributacaoFields,
  search: ['descricao', 'NCM'],
  display: ['descricao'],
})
