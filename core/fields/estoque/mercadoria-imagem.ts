import { f } from '../field'

/** A picture of a product (N2-054); what it shows lies apart. */
export const mercadoriaImagemFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  filename: f.text('Arquivo', { max: 200 }).required(),
  principal: f.boolean('Principal', { doc: 'A que a mercadoria mostra; a primeira imagem o é' }).default(false),
  largura: f.integer('Largura', { doc: 'Em pixels' }).required(),
  altura: f.integer('Altura', { doc: 'Em pixels' }).required(),
  tamanho: f.integer('Tamanho', { doc: 'Em bytes, como está guardada' }).required(),
  user_id: f.ref('Enviada por', 'user'),
}

/** Bytes that an upload may have (document 2, section 5), and what is said of more, and of what is no picture. */
export const IMAGE_BYTES = 5_242_880
export const IMAGE_TOO_LARGE = 'Arquivo muito grande. Tamanho máximo: 5MB'
export const NO_IMAGE = 'Apenas arquivos de imagem são permitidos'
/** Pictures of one product. */
export const IMAGES_PER_PRODUCT = 20
