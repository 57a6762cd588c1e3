import { estadoFields } from '../../core/fields/cadastros/estado'
import { resource } from '../platform/resource'

/** The 27 states, with their IBGE codes; a migration brings them. */
export const estado = resource({
  name: 'estado',
  paths: ['estado', 'cadastros/estado'],
  title: 'Estado',
  right: 'municipio',
  open: true,
  readOnly: true,
  company: 'none',
  fields: estadoFields,
  search: ['Nome', 'Sigla'],
  display: ['Sigla', 'Nome'],
  unique: [['Sigla']],
  defaultOrder: 'Nome',
})
