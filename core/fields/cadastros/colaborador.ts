import { f } from '../field'
import { person } from './pessoas'

export const colaboradorFields = {
  ...person(),
  funcao: f.text('Função', { max: 80 }),
  dAdmissao: f.date('Admissão'),
  user_id: f.ref('Usuário', 'user'),
}
