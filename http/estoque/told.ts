import { boolean, integer, list, message, object, ref, type Routes, text } from '../platform/served'
import { mountCnp } from './cnp/routes'
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

const CNP = 'Cadastro Nacional de Produtos'
const classified = object({ data: list(object({ id: text('Código GPC'), descricao: text() })) })

const cnp: Routes = {
  mount: mountCnp,
  tells: [
    {
      path: '/api/cnp/generateBarcode',
      method: 'post',
      summary: 'Dá um GTIN à mercadoria: do CNP da GS1 Brasil, ou do prefixo da empresa onde ele não está configurado',
      tag: CNP,
      body: object({ mercadoria: integer('O número dela, ou ela com id'), gpc: text('Classificação, 8 dígitos') }),
      answer: object({ cEAN: text() }),
    },
    {
      path: '/api/cnp/getSegments',
      method: 'get',
      summary: 'Os segmentos da classificação GPC',
      tag: CNP,
      answer: classified,
    },
    {
      path: '/api/cnp/searchInSegment',
      method: 'get',
      summary: 'Os blocos de um segmento que têm uma palavra no nome',
      tag: CNP,
      query: { segmentId: text('Código do segmento'), keyword: text('Ao menos 3 letras') },
      answer: classified,
    },
  ],
}

/** What stock serves beside its resources. */
export const stockRoutes: readonly Routes[] = [images, cnp]
