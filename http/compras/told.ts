import { integer, number, object, type Routes, text } from '../platform/served'
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

/** An item of a supplier's note as its import shows it (N2-017): amounts of the note, and the product that it probably is. */
const importedLine = object({
  nItem: integer(),
  cProd: text('O código do fornecedor'),
  xProd: text(),
  mercadoria_id: integer('O produto provável; nulo onde nenhum é'),
  motivo: text('Por que este produto'),
  fatorConversao: number(),
  NCM: text(),
  cEAN: text(),
  cEANTrib: text(),
  orig: text('Origem da mercadoria'),
  uCom: text(),
  uTrib: text(),
  ...Object.fromEntries(
    ['qCom', 'qTrib', 'vUnTrib', 'vProd', 'vFrete', 'vOutro', 'vDesc', 'vICMSST', 'pIPI', 'vIPI', 'vTotal'].map(
      (name) => [name, number()],
    ),
  ),
  vFreteCusto: number('O que o frete informado acrescenta ao da nota'),
})

/** What buying serves beside its resources. */
export const buyingRoutes: readonly Routes[] = [
  {
    mount: mountUploadXml,
    shapes: { pedido_compra_log: orderLog, mercadoria_importacao: importedLine },
    tells: [
      { ...told, path: `${path}/uploadXML` },
      { ...told, path: `${path}/{id}/uploadXML` },
    ],
  },
]
