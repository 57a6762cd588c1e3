import { f } from '../field'

export const motivoDevolucaoFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  ativo: f.boolean('Ativo').default(true),
}
