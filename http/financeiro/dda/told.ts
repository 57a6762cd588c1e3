import type { DdaTaken } from '../../../core/banking/dda-taken'
import { boolean, integer, type Json, list, object, type Routes, text } from '../../platform/served'
import { uploadAnswer } from '../../platform/upload-answer'
import { boletoDda } from './boleto-dda'
import { mountDdaUpload } from './upload'

const told: Readonly<Record<keyof DdaTaken, Json>> = {
  banco: text('O código do banco'),
  boletos: integer(),
  novos: integer(),
  alterados: integer('Já estavam aqui, e o banco diz outra coisa deles'),
  ligados: integer('Acharam a sua conta a pagar por si'),
  aLigar: integer('Esperam quem os ligue, ou a entrada da nota'),
  fraudes: integer('De que se desconfia'),
  avisos: list(text()),
}

/** What slips against the company serve beside their resources. */
export const ddaRoutes: Routes = {
  mount: mountDdaUpload,
  tells: [
    {
      method: 'post',
      path: `/api/${boletoDda.paths[0]}`,
      summary:
        'Carrega varreduras do DDA (multipart/form-data, CNAB 240, segmento G), ou inclui um boleto digitado; o mesmo boleto é um só registro, em qualquer arquivo',
      tag: boletoDda.title,
      body: object({ file: text('Um arquivo ou mais'), simula: boolean('Só diz o que seria feito') }),
      answer: uploadAnswer(told),
    },
  ],
}
