import { CANCEL, cancelled, COPY, DONE, HELD, life, OPEN, READY, type Refusal, UNDER_WAY } from './life'
import { issuesNote, notWithNote } from './note'

const fixed = (what: string): Refusal => ['closed', `Esta venda já foi expedida: ${what}`]
const itemsFixed = { fechada: fixed('os itens não podem mudar.'), conferida: fixed('os itens não podem mudar.') }
const operationFixed = fixed('cliente, tipo de operação e local de saída não podem mudar.')
const dispatched: Refusal = ['closed', 'Esta venda já foi expedida.']
const notInvoiced: Refusal = ['not_invoiced', 'Fature a venda antes de emitir a nota.']
const notChecked: Refusal = ['not_checked', 'Esta venda ainda não foi conferida.']
const notBlocked: Refusal = ['not_blocked', 'Esta venda não está bloqueada.']

/** The life of a venda: open, (blocked, released), dispatched, checked, invoiced; cancelled from any state but cancelled (document 2, section 4). */
export const vendaLife = life({
  the: 'a venda',
  dates: {
    dhBloqueio: 'Bloqueada em',
    dhFechamento: 'Expedida em',
    dhConferencia: 'Conferida em',
    dhFaturamento: 'Faturada em',
    dhCancelamento: 'Cancelada em',
    dhEmail: 'Enviada por e-mail em',
  },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento', xJustLiberacao: 'Motivo da liberação' },
  states: {
    cancelada: cancelled('Esta venda'),
    faturada: {
      ...DONE,
      n: 4,
      word: 'Faturada',
      plural: 'Faturadas',
      on: 'dhFaturamento',
      refuses: ['invoiced', 'Esta venda já foi faturada.'],
    },
    conferida: {
      ...READY,
      n: 3,
      word: 'Conferida',
      plural: 'Conferidas',
      on: ['dhFechamento', 'dhConferencia'],
      refuses: dispatched,
    },
    fechada: { ...UNDER_WAY, n: 2, word: 'Fechada', plural: 'Fechadas', on: 'dhFechamento', refuses: dispatched },
    bloqueada: {
      ...HELD,
      n: 1,
      word: 'Bloqueada',
      plural: 'Bloqueadas',
      on: 'dhBloqueio',
      refuses: ['blocked', 'Este pedido foi bloqueado.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: {
    head: {
      from: ['aberta', 'bloqueada', 'fechada', 'conferida'],
      // What the stock and the receivables of a dispatched sale follow from.
      narrow: {
        names: ['cliente_id', 'tipo_entrada_saida_id', 'armazenamento_id'],
        from: ['aberta', 'bloqueada'],
        say: { fechada: operationFixed, conferida: operationFixed },
      },
    },
    lists: { from: ['aberta', 'bloqueada'], say: itemsFixed },
    of: { venda_duplicatas: { from: ['aberta', 'bloqueada', 'fechada', 'conferida'] } },
  },
  verbs: {
    libera: {
      from: ['bloqueada'],
      say: { aberta: notBlocked, fechada: notBlocked, conferida: notBlocked },
      clears: ['dhBloqueio'],
      need: { check: 'specialSale', say: 'Você não tem permissão para liberar vendas bloqueadas.' },
      reason: { kind: 'liberacao', in: 'xJustLiberacao' },
      offer: 'button',
      label: 'Liberar',
      past: 'Liberou',
      done: 'Venda liberada.',
      failed: 'Não foi possível liberar',
    },
    fecha: {
      from: ['aberta'],
      sets: 'dhFechamento',
      key: 'dispatch',
      label: 'Expedir',
      past: 'Expediu',
      failed: 'Não foi possível expedir',
    },
    // By the separação of its goods, never by hand.
    confere: {
      from: ['fechada', 'faturada'],
      say: { aberta: ['not_closed', 'Expeça a venda antes de conferir.'] },
      sets: 'dhConferencia',
      label: 'Conferir',
      past: 'Conferiu',
    },
    reabreConferencia: {
      from: ['conferida'],
      say: { aberta: notChecked, fechada: notChecked },
      clears: ['dhConferencia'],
      label: 'Reabrir a conferência',
      past: 'Reabriu a conferência',
    },
    fatura: {
      from: ['aberta', 'fechada', 'conferida'],
      // An operation that moves no stock is invoiced without being dispatched.
      unless: [
        {
          when: ({ dhFechamento, movimenta_estoque }) => !dhFechamento && movimenta_estoque !== false,
          refuses: ['not_closed', 'Expeça a venda antes de faturar.'],
        },
      ],
      sets: 'dhFaturamento',
      key: 'invoice',
      label: 'Faturar',
      past: 'Faturou',
      failed: 'Não foi possível faturar',
    },
    emiteNFe: {
      from: ['faturada'],
      ...issuesNote('Esta venda', notInvoiced, ['aberta', 'bloqueada', 'fechada', 'conferida']),
    },
    cancela: {
      ...CANCEL,
      from: ['aberta', 'bloqueada', 'fechada', 'conferida', 'faturada'],
      unless: [notWithNote('Esta venda', 'a venda')],
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar a venda',
      will: {
        aberta: 'A venda fica cancelada e não pode mais ser alterada.',
        bloqueada: 'A venda fica cancelada e não pode mais ser alterada.',
        fechada: 'Devolve os itens ao estoque.',
        conferida: 'Devolve os itens ao estoque.',
        faturada: 'Estorna as duplicatas e devolve os itens ao estoque.',
      },
      done: 'Venda cancelada.',
    },
    email: {
      from: ['aberta', 'bloqueada', 'fechada', 'conferida', 'faturada'],
      sets: 'dhEmail',
      label: 'Enviar por e-mail',
      past: 'Enviou por e-mail',
      failed: 'Não foi possível enviar',
    },
    duplica: { ...COPY, failed: 'Não foi possível duplicar esta venda' },
    agrupa: { from: ['aberta', 'bloqueada'], say: itemsFixed, label: 'Agrupar', past: 'Agrupou' },
  },
})
