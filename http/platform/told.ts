import { sum } from '../area'
import { mountHealth } from './health'
import { mountOpenApi } from './openapi'
import { boolean, integer, list, object, pathsTold, type Routes, shapesTold, text } from './served'

const TAG = 'Servidor'
const status = object({ status: text() })

const figure = { type: 'number' }
/** What would be done, of one kind: in words, and its figures. */
const effects = (figures: Parameters<typeof object>[0]) =>
  list(object({ frase: text('O que seria feito, em palavras'), ...figures }))

const sums = object(
  {},
  'Por campo: um número de dinheiro; de uma quantidade, uma lista de {unidade, soma}. Só vêm com um total exato.',
)

const health: Routes = {
  open: true,
  mount: mountHealth,
  tells: [
    { path: '/healthz', method: 'get', summary: 'O servidor está de pé', tag: TAG, answer: status },
    { path: '/readyz', method: 'get', summary: 'O banco responde e está migrado; senão 503', tag: TAG, answer: status },
    { path: '/metrics', method: 'get', summary: 'Medidas, como o Prometheus as lê', tag: TAG, answer: 'Texto' },
  ],
}

/** Opened beside the calls (`sockets.ts`): messages go to those who may see what they tell, and end with the session. */
const sockets: Routes = {
  mount: () => undefined,
  tells: [
    {
      path: '/ws/events',
      method: 'get',
      summary:
        'Canal (WebSocket) que avisa o que mudou: type changed, com resource e id; sync pede que se leia tudo de novo',
      tag: TAG,
      answer: 'WebSocket',
    },
    {
      path: '/ws/agente',
      method: 'get',
      summary:
        'Canal (WebSocket) de um agente local, com a chave dele: pesos, impressões e como estão os seus aparelhos',
      tag: TAG,
      answer: 'WebSocket',
    },
    {
      path: '/ws/chat',
      method: 'get',
      summary: 'Canal (WebSocket) do chat: event e data de mensagens da própria pessoa e de quem está presente',
      tag: TAG,
      answer: 'WebSocket',
    },
  ],
}

const description: Routes = {
  mount: (app, services) =>
    mountOpenApi(app, {
      services,
      resources: sum('resources'),
      beside: () => ({
        schemas: Object.assign({}, shapesTold(sum('routes')), ...sum('shapes')),
        paths: pathsTold(sum('routes')),
      }),
    }),
  tells: [
    { path: '/api/openapi.json', method: 'get', summary: 'Esta descrição', tag: TAG, answer: object({}) },
    { path: '/api/docs', method: 'get', summary: 'Os recursos, para ler', tag: TAG, answer: 'Página HTML' },
  ],
  shapes: {
    table_query: object(
      {
        page: integer('A partir de 1'),
        perPage: integer('De 1 a 1000; 10 se nada for dito'),
        orderBy: text('Um campo do recurso'),
        sortedBy: { type: 'string', enum: ['asc', 'desc'] },
        search: text('Texto livre, ou campo:valor separados por ;'),
        searchJoin: { type: 'string', enum: ['and', 'or'] },
        where: text('Objeto JSON de valores exatos, null ou listas de valores'),
        between: text('Objeto JSON de {campo: {ini, end}}, com os extremos'),
        custom: text('Objeto JSON de filtros próprios do recurso'),
        sums: text('Campos a somar, separados por vírgula: os que a definição diz que se somam'),
      },
      'A consulta de uma lista. Campos desconhecidos são um erro 422.',
    ),
    'table_query.between': object({ ini: {}, end: {} }),
    simulacao: object(
      {
        simulado: boolean('Sempre true'),
        efeitos: object({
          estoque: effects({
            empresa_id: integer(),
            mercadoria_id: integer(),
            xProd: text(),
            quantidade: figure,
            valor: figure,
            antes: figure,
            depois: figure,
          }),
          titulos: effects({ tipo: text('receber ou pagar'), numero: text(), dVencimento: text(), valor: figure }),
          documentos: effects({
            acao: text('gera, altera, reabre, cancela ou exclui'),
            recurso: text(),
            id: integer('Vazio no que seria gerado'),
            campos: list(object({ campo: text(), de: {}, para: {} })),
          }),
          caixa: effects({ banco_id: integer(), evento: text('baixa, tarifa, transferencia…'), valor: figure }),
          avisos: effects({}),
          mensagens: effects({ meio: text('e-mail ou webhook'), assunto: text(), para: text() }),
        }),
      },
      'O que uma gravação ou ação chamada com simula=1 faria; nada foi gravado nem enviado.',
    ),
    list_response: object({
      data: list({}),
      last_page: integer(),
      current_page: integer(),
      total: integer(),
      total_capped: boolean('O total é uma estimativa: contar custaria mais do que a página'),
      sums,
    }),
    list_totals: object({ total: integer(), sums }),
    list_groups: object({
      data: list(
        object(
          { valor: {}, objeto: object({}, 'O que a referência mostra'), registros: integer(), sums },
          'Os 200 maiores grupos; meses do mais novo ao mais velho',
        ),
      ),
      grupos: integer('Quantos há ao todo'),
    }),
    list_counts: object({
      data: list(
        object({
          total: { type: ['integer', 'null'], description: 'null: contar custaria demais' },
          total_capped: boolean('Há mais do que isso'),
        }),
      ),
    }),
    list_position: object({
      posicao: { type: ['integer', 'null'], description: 'null: fora da lista, ou longe demais' },
    }),
    scale_reading: object({ peso: { type: 'number' } }, 'O que a balança local responde, em quilogramas.'),
  },
}

/** What the server says of itself. */
export const platformRoutes: readonly Routes[] = [health, sockets, description]
