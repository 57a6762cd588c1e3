import { integer, list, object, type Routes, text } from '../platform/served'
import { nfeCompra } from './nfe_compra/nfe-compra'
import { mountUploadXml } from './nfe_compra/upload'

const taken = {
  file: text(),
  id: integer(),
  chave: text(),
  nNF: integer(),
  fornecedor_id: integer(),
  code: text('De um arquivo recusado'),
  message: text('Por que foi recusado'),
}
const path = `/api/${nfeCompra.paths[0]}`
const told = {
  method: 'post',
  summary: 'Recebe XML de notas de fornecedores (multipart/form-data); cada arquivo por si',
  tag: nfeCompra.title,
  body: object({ file: text('Um arquivo ou mais') }),
  answer: object({ ...taken, data: list(object(taken)) }, 'De um só arquivo, também fora de data'),
} as const

/** What buying serves beside its resources. */
export const buyingRoutes: readonly Routes[] = [
  {
    mount: mountUploadXml,
    tells: [
      { ...told, path: `${path}/uploadXML` },
      { ...told, path: `${path}/{id}/uploadXML` },
    ],
  },
]
