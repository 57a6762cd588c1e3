import { boolean, integer, list, object, type Routes, text } from '../../platform/served'
import { uploadAnswer } from '../../platform/upload-answer'
import { conciliacao } from './conciliacao'
import { mountCardUpload } from './upload'

const taken = {
  id: integer('A conciliação'),
  registros: integer(),
  novos: integer(),
  conhecidos: integer('Vieram antes, neste ou em outro arquivo'),
  vinculados: integer('Acharam por si a sua parcela'),
  recebimentos: integer(),
  avisos: list(text()),
}
const told = {
  method: 'post',
  summary: 'Carrega arquivos de adquirentes de cartões (multipart/form-data); cada registro entra uma só vez',
  tag: conciliacao.title,
  body: object({ file: text('Cielo, Rede EEVC ou Stone; um ou mais'), simula: boolean('Só diz o que seria feito') }),
  answer: uploadAnswer(taken),
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
