import { integer, list, object, type Routes, text } from '../../platform/served'
import { conciliacao } from './conciliacao'
import { mountCardUpload } from './upload'

const taken = {
  file: text(),
  id: integer('A conciliação'),
  registros: integer(),
  novos: integer(),
  conhecidos: integer('Vieram antes, neste ou em outro arquivo'),
  vinculados: integer('Acharam por si a sua parcela'),
  recebimentos: integer(),
  avisos: list(text()),
  code: text('De um arquivo recusado'),
  message: text('Por que foi recusado'),
}
const told = {
  method: 'post',
  summary: 'Carrega arquivos de adquirentes de cartões (multipart/form-data); cada registro entra uma só vez',
  tag: conciliacao.title,
  body: object({ file: text('Cielo, Rede EEVC ou Stone; um ou mais') }),
  answer: object({ ...taken, data: list(object(taken)) }, 'De um só arquivo, também fora de data'),
} as const
const path = `/api/${conciliacao.paths[0]}`

/** What reconciling cards serves beside its resources. */
export const cardRoutes: Routes = {
  mount: mountCardUpload,
  tells: [
    { ...told, path: `${path}/upload` },
    { ...told, path: `${path}/{id}/upload` },
  ],
}
