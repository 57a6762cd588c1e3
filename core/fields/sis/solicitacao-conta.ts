import { f } from '../field'
import { email, phone } from '../kit'

export const solicitacaoContaFields = {
  name: f.text('Nome', { max: 120 }).required(),
  email: email().required(),
  xNome: f.text('Empresa', { max: 120, doc: 'Como a pessoa a escreveu' }),
  fone: phone(),
  dhAprovacao: f.datetime('Aprovado em').computed(),
  user_id: f.ref('Usuário criado', 'user').computed(),
}
