import { integer, object, type Routes, text } from '../platform/served'
import { uploadAnswer } from '../platform/upload-answer'
import { nfeCompra } from './nfe_compra/nfe-compra'
import { mountUploadXml } from './nfe_compra/upload'

const taken = {
  id: integer(),
  chave: text(),
  nNF: integer(),
  fornecedor_id: integer(),
}
const path = `/api/${nfeCompra.paths[0]}`
const told = {
  method: 'post',
  summary: 'Recebe XML de notas de fornecedores (multipart/form-data); cada arquivo por si',
  tag: nfeCompra.title,
  body: object({ file: text('Um arquivo ou mais') }),
  answer: uploadAnswer(taken),
} as const

/** What happened to an order, as its `logs` tell it: a view of the audit trail (N2-019). */
const orderLog = object({
  id: integer(),
  evento: text('O que foi feito, pelo nome da ação'),
  evento_texto: text('O mesmo, em palavras'),
  user: object({ id: integer(), name: text() }, 'Quem fez; id e name nulos quando foi o sistema'),
  created_at: text('AAAA-MM-DD HH:MM:SS'),
})

/** What buying serves beside its resources. */
export const buyingRoutes: readonly Routes[] = [
  {
    mount: mountUploadXml,
    shapes: { pedido_compra_log: orderLog },
    tells: [
      { ...told, path: `${path}/uploadXML` },
      { ...told, path: `${path}/{id}/uploadXML` },
    ],
  },
]
