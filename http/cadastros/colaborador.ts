import { f } from '../platform/fields'
import { resource } from '../platform/resource'
import { logoOf } from '../sis/logo/logo'
import { person } from './pessoas'

/** Staff. */
export const colaborador = resource({
  name: 'colaborador',
  paths: ['cadastros/colaborador', 'colaborador'],
  title: 'Colaborador',
  right: 'colaborador',
  logo: true,
  company: 'none',
  fields: {
    ...person(),
    funcao: f.text('Função', { max: 80 }),
    dAdmissao: f.date('Admissão'),
    user_id: f.ref('Usuário', 'user'),
  },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome'],
  computed: { logo: logoOf('colaborador') },
})
