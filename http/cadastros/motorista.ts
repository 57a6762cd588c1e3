import { motoristaFields } from '../../core/fields/cadastros/motorista'
import { resource } from '../platform/resource'

/** Drivers, of a carrier or our own. */
export const motorista = resource({
  name: 'motorista',
  paths: ['cadastro/motorista', 'cadastros/motorista'],
  title: 'Motorista',
  right: 'motorista',
  company: 'none',
  fields: motoristaFields,
  search: ['xNome', 'CNPJ_CPF'],
  display: ['xNome', 'CNPJ_CPF'],
})
