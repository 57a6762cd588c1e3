import { f } from '../platform/fields'
import { uf } from '../platform/kit'
import { resource } from '../platform/resource'

/** Municipalities; the id is the IBGE code, loaded by `prumo import municipios`. */
export const municipio = resource({
  name: 'municipio',
  paths: ['municipio'],
  title: 'Município',
  right: 'municipio',
  open: true,
  company: 'none',
  fields: { xMun: f.text('Nome', { max: 80 }).required(), UF: uf().required() },
  search: ['xMun'],
  display: ['xMun', 'UF'],
  defaultOrder: 'xMun',
})
