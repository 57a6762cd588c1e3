import { boolean, integer, list, message, object, ref, type Routes, text } from '../platform/served'
import { mountChat } from './routes'

const tag = 'Mensagem do chat'
const final = { tag, answer: message } as const

/** What the chat serves in place of a resource's own calls. */
export const chatRoutes: readonly Routes[] = [
  {
    mount: mountChat,
    tells: [
      {
        path: '/api/chat/mensagem',
        method: 'get',
        summary: 'As próprias mensagens, ou a conversa com um colega, da mais nova à mais antiga',
        tag,
        query: {
          user_id: integer('O colega'),
          before: integer('Só mensagens antes desta'),
          after: integer('Só mensagens depois desta, na ordem em que vieram'),
          perPage: integer('Até 200; 50 se nada for dito'),
        },
        answer: { allOf: [ref('list_response'), object({ data: list(ref('chat_mensagem')) })] },
      },
      {
        path: '/api/chat/mensagem',
        method: 'post',
        summary: 'Envia uma mensagem a um colega; com a mesma chave, uma vez só',
        tag,
        body: object({
          user_id: integer('Quem envia: só em seu próprio nome'),
          user_dest_id: integer(),
          text: { type: 'string', maxLength: 4000 },
          chave: { type: 'string', maxLength: 60 },
        }),
        answer: { allOf: [ref('chat_mensagem'), object({ message: text('Mensagem enviada com sucesso.') })] },
      },
      { ...final, path: '/api/chat/mensagem/{id}', method: 'put', summary: 'Recusada: o que se enviou não é alterado' },
      {
        ...final,
        path: '/api/chat/mensagem/{id}',
        method: 'delete',
        summary: 'Recusada: o que se enviou não é excluído',
      },
    ],
    shapes: {
      chat_user_presence: object(
        {
          id: integer('O colega'),
          name: text(),
          ativo: boolean(),
          presence: { type: 'string', enum: ['online', 'offline'] },
          nao_lidas: integer('Mensagens dele que não foram lidas'),
          ultima_id: integer('A última mensagem da conversa'),
          ultima_em: text(),
          ultima_de: integer('Quem a escreveu'),
          ultima_text: text('O começo dela'),
          lida_ate: integer('Até que mensagem ele leu'),
        },
        'Um colega na lista do chat, como GET /api/chat/mensagem/contatos e /ws/chat o mostram.',
      ),
    },
  },
]
