import { f } from '../field'

export const clienteCategoriaFields = {
  descricao: f.text('Descrição', { max: 60 }).required(),
  categoria_pai_id: f.ref('Dentro de', 'cliente_categoria'),
}

/** What the database tells of a category beside its columns. */
export const clienteCategoriaComputed = {
  full_descricao: f.text('Caminho').computed(),
  childs: f.json('Categorias dentro dela').computed(),
}
