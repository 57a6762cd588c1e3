import { f } from '../field'
import { person } from './pessoas'

export const colaboradorFields = {
  ...person(),
  funcao: f.text('Função', { max: 80 }),
  dAdmissao: f.date('Admissão'),
  user_id: f.ref('Usuário', 'user'),
  armazenamento_id: f.ref('Local das peças', 'armazenamento', {
    doc: 'De onde saem primeiro as peças das ordens de serviço deste técnico',
  }),
}
