import { lgpdFields } from '../../../core/fields/cadastros/lgpd'
import { resource } from '../../platform/resource'

/** What was done with a person's data at their request: exports and anonymisations, by whom and when. Never what the data were. */
export const lgpd = resource({
  name: 'lgpd',
  paths: ['cadastros/lgpd'],
  title: 'Atendimento LGPD',
  right: 'lgpd',
  readOnly: true,
  company: 'none',
  fields: lgpdFields,
  search: ['recurso', 'motivo'],
  display: ['recurso', 'registro_id', 'acao'],
  indexes: [['recurso', 'registro_id']],
})
