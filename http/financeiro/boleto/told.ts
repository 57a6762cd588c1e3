import { boolean, integer, type Json, list, object, type Routes, text } from '../../platform/served'
import { uploadAnswer } from '../../platform/upload-answer'
import type { Taken } from './import-retorno'
import { retorno } from './retorno'
import { mountRetornoUpload } from './upload'

const told: Readonly<Record<keyof Taken, Json>> = {
  id: integer('O retorno no registro'),
  conhecido: boolean('Os mesmos bytes já tinham sido carregados: nada foi feito'),
  banco: text('O código do banco'),
  ocorrencias: integer(),
  aBaixar: integer('Esperam a baixa'),
  semBoleto: integer('Esperam que se diga de que boleto são'),
  repetidas: integer('Outro arquivo já as tinha dito'),
  avisos: list(text()),
}

const upload = (path: string) => ({
  method: 'post' as const,
  path,
  summary:
    'Carrega retornos de cobrança (multipart/form-data): CNAB 400 e 240; nada é baixado, e o mesmo arquivo entra uma só vez',
  tag: retorno.title,
  body: object({ file: text('Um arquivo ou mais'), simula: boolean('Só diz o que seria feito') }),
  answer: uploadAnswer(told),
})

/** What collection serves beside its resources. */
export const returnRoutes: Routes = {
  mount: mountRetornoUpload,
  tells: [upload(`/api/${retorno.paths[0]}`), upload(`/api/${retorno.paths[0]}/{id}/uploadRetorno`)],
}
