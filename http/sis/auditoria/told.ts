import { boolean, integer, list, object, text, type Routes } from '../../platform/served'
import { mountTrail } from './routes'

const TRAIL_QUERY = {
  ini: text('AAAA-MM-DD'),
  fim: text('AAAA-MM-DD'),
  recurso: text(),
  registro_id: integer(),
  user_id: integer(),
  acao: text('create, update, delete ou outras'),
  antes: integer('O último que se leu: a página seguinte'),
}

/** What is told of the trail of all records. */
export const trailed: Routes = {
  mount: mountTrail,
  tells: [
    {
      path: '/api/sis/auditoria',
      method: 'get',
      summary:
        'O que foi feito em todos os registros: quem, o quê, quando, do mais novo ao mais antigo; para administradores',
      tag: 'Auditoria',
      query: TRAIL_QUERY,
      answer: object({
        data: list(object({ id: integer(), dh: text(), acao_texto: text(), recurso_texto: text() })),
        mais: boolean(),
      }),
    },
    {
      path: '/api/sis/auditoria/export',
      method: 'get',
      summary: 'O mesmo, como arquivo CSV',
      tag: 'Auditoria',
      query: TRAIL_QUERY,
      answer: 'CSV',
    },
  ],
}
