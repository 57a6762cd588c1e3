import type { Taken } from '../../../core/edi/taken'
import { boolean, integer, type Json, list, object, type Routes, text } from '../../platform/served'
import { uploadAnswer } from '../../platform/upload-answer'
import { edi } from './edi'
import { mountEdiUpload } from './upload'

const told: Readonly<Record<keyof Taken, Json>> = {
  id: integer('O arquivo no registro'),
  tipo: text('ocoren, conemb ou doccob'),
  versao: text('3.0a ou 5.0'),
  linhas: integer('Ocorrências, conhecimentos por nota, ou cobranças'),
  aplicadas: integer(),
  pendentes: integer('Esperam a sua nota'),
  divergentes: integer(),
  ignoradas: integer('Já eram conhecidas'),
  avisos: list(text()),
}

/** What exchanging files with carriers serves beside its resources. */
export const ediRoutes: Routes = {
  mount: mountEdiUpload,
  tells: [
    {
      method: 'post',
      path: `/api/${edi.paths[0]}`,
      summary:
        'Carrega arquivos de transportadoras (multipart/form-data): OCOREN, CONEMB e DOCCOB, PROCEDA 3.0A e 5.0; o mesmo arquivo entra uma só vez',
      tag: edi.title,
      body: object({ file: text('Um arquivo ou mais'), simula: boolean('Só diz o que seria feito') }),
      answer: uploadAnswer(told),
    },
  ],
}
