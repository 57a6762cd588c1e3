import { integer, list, object, ref, text, type Routes } from '../../platform/served'
import { mountCustomFields } from './routes'

const fieldValues = object({}, 'Pela chave de cada campo')
const choices = object({ data: list(object({ value: text(), label: text() })) })
const CUSTOM = 'Campos personalizados'
const about = { alias: text('O recurso'), id: text('Um registro, ou draft'), q: text('O que se digitou') }

/** What is told of the form of the fields that a company added. */
export const customFields: Routes = {
  mount: mountCustomFields,
  tells: [
    {
      path: '/api/custom-fields/{alias}/{id}',
      method: 'get',
      summary:
        'Os valores dos campos que a empresa criou num registro, ou (draft) num que ainda não há; com expand=1, os campos também',
      tag: CUSTOM,
      query: { expand: text() },
      answer: ref('custom_fields'),
    },
    {
      path: '/api/custom-fields/{alias}/{id}',
      method: 'post',
      summary: 'Grava os campos de um registro; com draft, só os confere',
      tag: CUSTOM,
      body: object({ values: fieldValues, versao: integer('A que foi lida') }),
      answer: ref('custom_fields'),
    },
    {
      path: '/api/custom-fields/options/{key}',
      method: 'get',
      summary: 'O que um campo de busca oferece',
      tag: CUSTOM,
      query: about,
      answer: choices,
    },
    {
      path: '/api/custom-fields/options/{key}/{column}',
      method: 'get',
      summary: 'O que uma coluna de busca de uma lista oferece',
      tag: CUSTOM,
      query: about,
      answer: choices,
    },
  ],
  shapes: {
    custom_fields: object({
      alias: text(),
      id: integer('draft enquanto não há registro'),
      state: text('draft ou saved'),
      versao: integer(),
      values: fieldValues,
      fields: list(ref('custom_field')),
      situacoes: list(object({ value: integer(), label: text() }, 'As do documento')),
      values_hydrated: object({}, 'Os mesmos valores, com o nome do que se escolheu'),
    }),
  },
}
