import { f } from '../field'

/** Why quotes are lost, as they are counted. */
export const motivoPerdaFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  ativo: f.boolean('Ativo').default(true),
}
