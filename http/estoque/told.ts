import { boolean, message, object, ref, type Routes, text } from '../platform/served'
import { mountImages } from './imagem/routes'

const TAG = 'Imagens das mercadorias'
const BASE = '/api/estoque/mercadoria/imagem/{id}'

const images: Routes = {
  mount: mountImages,
  tells: [
    {
      path: '/api/mercadoria/{id}/uploadImagem',
      method: 'post',
      summary: 'Acrescenta uma imagem: PNG, JPEG ou WebP, até 5 MB; a primeira é a principal',
      tag: TAG,
      body: object({ file: text('A imagem, em multipart/form-data'), principal: boolean() }),
      answer: ref('mercadoria_imagem'),
    },
    {
      path: BASE,
      method: 'put',
      summary: 'Torna a imagem a principal da mercadoria',
      tag: TAG,
      body: object({ principal: boolean() }),
      answer: ref('mercadoria_imagem'),
    },
    { path: BASE, method: 'delete', summary: 'Exclui a imagem', tag: TAG, answer: message },
    { path: `${BASE}/arquivo`, method: 'get', summary: 'A imagem inteira', tag: TAG, answer: 'WebP' },
    { path: `${BASE}/miniatura`, method: 'get', summary: 'A imagem em 320 pixels', tag: TAG, answer: 'WebP' },
  ],
}

/** What stock serves beside its resources. */
export const stockRoutes: readonly Routes[] = [images]
