import { boolean, integer, list, message, number, object, text, type Routes } from '../../platform/served'
import { mountHealthPage } from './routes'

const TAG = 'Servidor'
const counts = { esperam: integer(), andam: integer(), falharam: integer() }
const what = { recurso: text(), recurso_texto: text(), verbo: text(), verbo_texto: text() }

/** What is told of how the server is. */
export const healthPage: Routes = {
  mount: mountHealthPage,
  tells: [
    {
      path: '/api/sis/saude',
      method: 'get',
      summary:
        'Como está o servidor: pessoas, tarefas e serviços das próprias empresas, chamadas, consultas e tabelas; para administradores',
      tag: TAG,
      answer: object({
        sessoes: list(
          object({
            id: integer(),
            user: object({ id: integer(), name: text() }),
            empresas: text('As que são também de quem pergunta'),
            criada_em: text(),
            usada_em: text(),
            endereco: text(),
            agente: text('O navegador ou programa, como ele mesmo diz'),
            atual: boolean('É a sessão de quem pergunta'),
          }),
        ),
        tarefas: list(object({ nome: text(), titulo: text(), ...counts }, 'Falhas: dos últimos 7 dias')),
        trabalhos: list(object({ nome: text(), ...counts }, 'Trabalhos do próprio programa')),
        servicos: list(
          object({
            tipo: text(),
            titulo: text(),
            dhResposta: text('A última resposta boa'),
            faltas: integer('Tentativas sem resposta desde então'),
            esperam: integer(),
            desistidas: integer('Nos últimos 7 dias'),
          }),
        ),
        chamadas: list(
          object(
            {
              ...what,
              chamadas: integer(),
              falhas: integer('Respostas 5xx'),
              p50_ms: integer('Metade levou até isso'),
              p95_ms: integer('De cada 100, 95 levaram até isso'),
              banco_ms: integer('No banco, em média'),
              comandos: number('Comandos ao banco, em média'),
            },
            'As mais lentas das últimas 24 horas, de todos os servidores',
          ),
        ),
        consultas: list(object({ dh: text(), ...what, ms: integer(), texto: text('Sem os valores') })),
        tabelas: list(
          object({
            tabela: text(),
            bytes: integer('Com os índices'),
            linhas: integer('Estimativa'),
            cresceu_7: integer('Bytes em 7 dias'),
            cresceu_30: integer('Bytes em 30 dias'),
          }),
        ),
        banco: object({ bytes: integer() }),
        disco: object({ livre: integer(), total: integer() }, 'Vazio onde o banco está em outro servidor'),
        replica: object(
          {
            estado: text('level, behind ou away'),
            texto: text(),
            atraso_ms: integer(),
            lidas: integer('Leituras que ela respondeu'),
          },
          'A réplica de leitura; vazio onde não há',
        ),
      }),
    },
    {
      path: '/api/sis/saude/sessoes/{id}',
      method: 'delete',
      summary: 'Encerra a sessão de uma pessoa das próprias empresas; para administradores',
      tag: TAG,
      answer: message,
    },
    {
      path: '/api/sis/saude/trabalhos',
      method: 'post',
      summary: 'Tenta de novo o que falhou de um tipo de trabalho do programa; para administradores',
      tag: TAG,
      body: object({ nome: text() }),
      answer: message,
    },
  ],
}
