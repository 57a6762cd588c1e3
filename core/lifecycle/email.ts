import { DONE, HELD, life, OPEN, READY, UNDER_WAY } from './life'

/**
 * The life of a mail: `fila` until the server of mails has taken it; what comes after is what the mail service tells, where it tells anything. Sent again, it
 * begins anew.
 */
export const emailLife = life({
  the: 'o e-mail',
  dates: {
    dhFila: 'Colocado na fila em',
    dhEnvio: 'Enviado em',
    dhEntrega: 'Entregue em',
    dhLeitura: 'Lido em',
    dhErro: 'Falhou em',
  },
  states: {
    erro: {
      ...HELD,
      n: 5,
      word: 'Erro',
      plural: 'Com erro',
      on: 'dhErro',
      refuses: ['failed', 'Este e-mail não foi entregue.'],
      doc: 'Recusado, devolvido, ou tentado quantas vezes pode',
    },
    lido: {
      ...DONE,
      n: 4,
      word: 'Lido',
      plural: 'Lidos',
      on: 'dhLeitura',
      refuses: ['sent', 'Este e-mail já foi enviado.'],
    },
    entregue: {
      ...DONE,
      n: 3,
      word: 'Entregue',
      plural: 'Entregues',
      on: 'dhEntrega',
      refuses: ['sent', 'Este e-mail já foi enviado.'],
    },
    enviado: {
      ...READY,
      n: 2,
      word: 'Enviado',
      plural: 'Enviados',
      on: 'dhEnvio',
      refuses: ['sent', 'Este e-mail já foi enviado.'],
      doc: 'O servidor de e-mail o recebeu',
    },
    fila: {
      ...UNDER_WAY,
      n: 1,
      word: 'Na fila',
      plural: 'Na fila',
      on: 'dhFila',
      refuses: ['waiting', 'Este e-mail ainda está na fila de envio.'],
    },
    rascunho: {
      ...OPEN,
      n: 0,
      word: 'Rascunho',
      plural: 'Rascunhos',
      refuses: ['draft', 'Este e-mail ainda não foi enviado.'],
    },
  },
  writes: { head: { from: ['rascunho', 'erro'] }, lists: { from: [] }, remove: { from: ['rascunho', 'erro'] } },
  verbs: {
    envia: {
      from: ['rascunho', 'erro', 'enviado', 'entregue', 'lido'],
      unless: [
        {
          when: ({ sigiloso }) => sigiloso === true,
          refuses: ['secret', 'O texto deste e-mail não é guardado: ele não é enviado de novo.'],
        },
      ],
      sets: 'dhFila',
      clears: ['dhEnvio', 'dhEntrega', 'dhLeitura', 'dhErro'],
      key: 'dispatch',
      label: 'Enviar',
      past: 'Enviou',
      will: {
        rascunho: 'O e-mail é enviado como está.',
        erro: 'O e-mail é enviado de novo.',
        enviado: 'O e-mail já foi enviado: vai outra vez, como está.',
        entregue: 'O e-mail já foi entregue: vai outra vez, como está.',
        lido: 'O e-mail já foi lido: vai outra vez, como está.',
      },
      done: 'Email colocado na fila de envio',
      failed: 'Não foi possível enviar',
    },
    aceita: { from: ['fila'], sets: 'dhEnvio', label: 'Aceitar', past: 'Foi recebido pelo servidor de e-mail' },
    entrega: { from: ['fila', 'enviado'], sets: 'dhEntrega', label: 'Entregar', past: 'Foi entregue' },
    le: { from: ['fila', 'enviado', 'entregue'], sets: 'dhLeitura', label: 'Ler', past: 'Foi lido' },
    falha: {
      from: ['fila', 'enviado', 'entregue'],
      sets: 'dhErro',
      label: 'Devolver',
      past: 'Não foi entregue',
    },
  },
})
