import { sql } from 'drizzle-orm'
import { mercadoriaImagemFields } from '../../../core/fields/estoque/mercadoria-imagem'
import { f } from '../../../core/fields/field'
import { resource } from '../../platform/resource'

/** Pictures of products. What they show lies apart, in `mercadoria_imagem_conteudo`; the routes beside this file take and give it. */
export const mercadoriaImagem = resource({
  name: 'mercadoria_imagem',
  paths: ['estoque/mercadoria/imagem', 'estoque/mercadoria_imagem'],
  title: 'Imagem da mercadoria',
  right: 'mercadoria',
  readOnly: true,
  company: 'none',
  fields: mercadoriaImagemFields,
  search: ['filename'],
  display: ['filename'],
  beside: { file: f.text('A imagem, em multipart/form-data').secret() },
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'imagens', apart: true },
})

/** SQL: the address of the small form of the picture that a product shows, null where it has none; of the product `t`. */
export const shownPicture = () => sql`
  (select '/api/estoque/mercadoria/imagem/' || i.id || '/miniatura' from mercadoria_imagem i where i.mercadoria_id = t.id and i.principal limit 1)`
