import { f } from '../field'

/** A text under a name, for whoever keeps a list of their own. */
export const tablesFields = {
  title: f.text('Título', { max: 120 }).required('Preencha este campo.'),
  content: f.notes('Conteúdo', { max: 20_000 }).required('Preencha este campo.'),
}
