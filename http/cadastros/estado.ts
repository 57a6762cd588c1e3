import { f } from '../platform/fields'
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
  fields: {
    ID: f.generated('Código IBGE', '"id"'),
    Sigla: f.text('Sigla', { max: 2 }).required(),
    Nome: f.text('Nome', { max: 40 }).required(),
  },
  search: ['Nome', 'Sigla'],
  display: ['Sigla', 'Nome'],
  unique: [['Sigla']],
  defaultOrder: 'Nome',
})
