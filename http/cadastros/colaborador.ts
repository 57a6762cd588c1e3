import { colaboradorFields } from '../../core/fields/cadastros/colaborador'
import { resource } from '../platform/resource'
import { withWeek } from '../sis/janela/janela-horario'
import { logoOf } from '../sis/logo/logo'

/** Staff, with the hours in which they work. */
export const colaborador = resource(
  withWeek({
    name: 'colaborador',
    paths: ['cadastros/colaborador', 'colaborador'],
    title: 'Colaborador',
    right: 'colaborador',
    logo: true,
    company: 'none',
    fields: colaboradorFields,
    search: ['xNome', 'xFant', 'CNPJ_CPF'],
    display: ['xNome'],
    unique: [['cracha']],
    computed: { logo: logoOf('colaborador') },
  }),
)
