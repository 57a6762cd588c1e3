import { CANCEL, cancelled, COPY, DONE, FINISH, life, OPEN, READY, type Refusal } from './life'

const finished = (what: string): Refusal => ['finished', `Esta ordem de serviço já foi finalizada: ${what}`]
const notFinished: Refusal = ['not_finished', 'Finalize antes a ordem de serviço.']

/** The life of a service order (document 3, section 4, T3-064 to T3-067): open, finished (its goods left), invoiced; cancelled. */
export const ordemServicoLife = life({
  the: 'a ordem de serviço',
  dates: {
    dhFinalizacao: 'Finalizada em',
    dhFaturamento: 'Faturada em',
    dhCancelamento: 'Cancelada em',
    dhNotificacao: 'Cliente avisado em',
    dhAssinatura: 'Assinada em',
  },
  reasons: { xMotivoCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta ordem de serviço'),
    faturada: {
      ...DONE,
      n: 4,
      word: 'Faturada',
      plural: 'Faturadas',
      on: 'dhFaturamento',
      refuses: ['invoiced', 'Esta ordem de serviço já foi faturada.'],
    },
    finalizada: {
      ...READY,
      n: 2,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: finished('ela não pode mais ser alterada.'),
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: {
    head: {
      from: ['aberta', 'finalizada'],
      // What the goods left for, and by whose hands.
      narrow: {
        names: ['cliente_id', 'equipamento_id', 'colaborador_id', 'armazenamento_id'],
        from: ['aberta'],
        say: { finalizada: finished('cliente, equipamento, técnico e local não podem mudar.') },
      },
    },
    lists: { from: ['aberta'], say: { finalizada: finished('os itens não podem mudar.') } },
    of: { ordem_servico_duplicatas: { from: ['aberta', 'finalizada'] } },
  },
  verbs: {
    finalizarOrdemServico: {
      ...FINISH,
      from: ['aberta'],
      say: { finalizada: ['finished', 'Esta ordem de serviço já foi finalizada.'] },
      will: 'O que será feito:',
      done: 'Ordem de serviço finalizada.',
    },
    faturarOrdemServico: {
      from: ['finalizada'],
      say: { aberta: ['not_finished', 'Finalize a ordem de serviço antes de faturar.'] },
      sets: 'dhFaturamento',
      key: 'invoice',
      label: 'Faturar',
      past: 'Faturou',
      done: 'Ordem de serviço faturada.',
      failed: 'Não foi possível faturar',
    },
    notificaFinalizacao: {
      from: ['finalizada', 'faturada'],
      say: { aberta: notFinished },
      sets: 'dhNotificacao',
      label: 'Avisar o cliente',
      past: 'Avisou o cliente',
      failed: 'Não foi possível avisar o cliente',
    },
    // By the technician's glass or the customer's link, never by the bar.
    assina: {
      from: ['aberta', 'finalizada', 'faturada'],
      sets: 'dhAssinatura',
      label: 'Assinar',
      past: 'O cliente assinou',
      done: 'Assinatura guardada.',
      failed: 'Não foi possível guardar a assinatura',
    },
    link: {
      from: ['aberta', 'finalizada', 'faturada'],
      label: 'Criar o link do cliente',
      past: 'Criou o link do cliente',
    },
    revogaLink: {
      from: 'any',
      unless: [{ when: ({ dhLink }) => !dhLink, refuses: ['no_link', 'Esta ordem de serviço não tem link.'] }],
      label: 'Revogar o link do cliente',
      past: 'Revogou o link do cliente',
      failed: 'Não foi possível revogar o link',
    },
    desfazFaturamento: {
      from: ['faturada'],
      say: {
        aberta: notFinished,
        finalizada: ['not_invoiced', 'Esta ordem de serviço não está faturada.'],
      },
      clears: ['dhFaturamento'],
      offer: 'menu',
      label: 'Desfazer o faturamento',
      past: 'Desfez o faturamento',
      will: 'As contas a receber desta ordem são canceladas, e ela volta a ficar finalizada.',
      done: 'Faturamento desfeito.',
      failed: 'Não foi possível desfazer o faturamento',
    },
    cancelarOrdemServico: {
      ...CANCEL,
      from: ['aberta', 'finalizada'],
      say: {
        faturada: [
          'invoiced',
          'Esta ordem de serviço está faturada: desfaça antes o faturamento, que cancela as contas a receber.',
        ],
      },
      reason: { kind: 'cancelamento', in: 'xMotivoCancelamento' },
      label: 'Cancelar a ordem de serviço',
      will: {
        aberta: 'A ordem de serviço fica cancelada e não pode mais ser alterada.',
        finalizada: 'As mercadorias voltam ao estoque, com o custo com que saíram.',
      },
      done: 'Ordem de serviço cancelada.',
    },
    emiteNFSe: {
      from: ['faturada'],
      say: {
        aberta: ['not_invoiced', 'Fature a ordem de serviço antes de emitir a NFS-e.'],
        finalizada: ['not_invoiced', 'Fature a ordem de serviço antes de emitir a NFS-e.'],
      },
      label: 'Emitir NFS-e',
      past: 'Emitiu NFS-e',
      failed: 'Não foi possível emitir a NFS-e',
    },
    duplica: COPY,
  },
})
