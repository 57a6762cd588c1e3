import { motoristaFields } from '../../core/fields/cadastros/motorista'
import { resource } from '../platform/resource'
import { withWeek } from '../sis/janela/janela-horario'

/** Drivers, of a carrier or our own, with the hours in which they drive. */
export const motorista = resource(
  withWeek({
    name: 'motorista',
    paths: ['cadastro/motorista', 'cadastros/motorista'],
    title: 'Motorista',
    right: 'motorista',
    company: 'none',
    fields: motoristaFields,
    search: ['xNome', 'CNPJ_CPF'],
    display: ['xNome', 'CNPJ_CPF'],
  }),
)
