import { CANCEL, cancelled, DONE, FINISH, life, OPEN, type Refusal, UNDER_WAY } from './life'

const NOT_STARTED: Refusal = ['not_started', 'Inicie antes a ordem de produção.']
const CLOSED: Refusal = ['closed', 'Esta ordem de produção está encerrada: nada mais dela se desfaz.']
const closed = [
  { when: ({ dhFechamento }: Readonly<Record<string, unknown>>) => (dhFechamento ?? null) !== null, refuses: CLOSED },
]

/**
 * The life of a production order (document 3, section 4): open, in production, finished; cancelled from any of them. Closing one that is finished leaves
 * it so, and makes it final.
 */
export const ordemProducaoLife = life({
  the: 'a ordem de produção',
  dates: { dhInicio: 'Iniciada em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xJustCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta ordem de produção'),
    finalizada: {
      ...DONE,
      n: 4,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta ordem de produção já foi finalizada.'],
    },
    em_producao: {
      ...UNDER_WAY,
      n: 1,
      word: 'Em produção',
      plural: 'Em produção',
      on: 'dhInicio',
      refuses: ['started', 'Esta ordem de produção já foi iniciada: os itens não podem mudar.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: {
    head: {
      from: ['aberta', 'em_producao'],
      narrow: {
        names: ['tpBaixa', 'venda_id'],
        from: ['aberta'],
        say: { em_producao: ['started', 'Esta ordem de produção já foi iniciada.'] },
      },
    },
    lists: { from: ['aberta'] },
    of: {
      // Goods whose supplies are flexible take others once they are begun.
      insumos: { from: ['aberta', 'em_producao'] },
      substitutos: { from: ['aberta', 'em_producao'] },
      etapas: { from: ['aberta', 'em_producao'] },
      atividades: { from: ['em_producao'], say: { aberta: NOT_STARTED } },
      op_mercadoria_etiqueta_list: { from: ['aberta', 'em_producao', 'finalizada'] },
    },
  },
  verbs: {
    inicia: {
      from: ['aberta'],
      sets: 'dhInicio',
      offer: 'button',
      label: 'Iniciar',
      past: 'Iniciou',
      will: 'O que será feito:',
      done: 'Ordem de produção iniciada.',
      failed: 'Não foi possível iniciar',
    },
    finaliza: {
      key: FINISH.key,
      label: FINISH.label,
      past: FINISH.past,
      failed: FINISH.failed,
      from: ['em_producao'],
      say: { aberta: NOT_STARTED },
    },
    desfazParte: {
      from: ['em_producao', 'finalizada'],
      say: { aberta: NOT_STARTED },
      unless: closed,
      clears: ['dhFinalizacao'],
      offer: 'menu',
      label: 'Desfazer a última parte',
      past: 'Desfez a última parte',
      will: 'As mercadorias da última parte saem do estoque e os insumos dela voltam.',
      done: 'Parte desfeita.',
      failed: 'Não foi possível desfazer',
    },
    fecha: {
      from: ['finalizada'],
      say: { aberta: NOT_STARTED, em_producao: ['not_finished', 'Finalize antes a ordem de produção.'] },
      unless: closed,
      offer: 'menu',
      label: 'Encerrar a ordem',
      past: 'Encerrou',
      will: 'A ordem não pode mais ser cancelada, nem o que ela produziu desfeito.',
      done: 'Ordem de produção encerrada.',
      failed: 'Não foi possível encerrar',
    },
    cancela: {
      ...CANCEL,
      from: ['aberta', 'em_producao', 'finalizada'],
      unless: closed,
      reason: { kind: 'cancelamento', in: 'xJustCancelamento' },
      label: 'Cancelar a ordem',
      will: {
        aberta: 'O que ela faria e o que consumiria deixam de contar no planejamento.',
        em_producao: 'O que ela produziu sai do estoque e os insumos voltam; o que ela reserva fica livre.',
        finalizada: 'O que ela produziu sai do estoque e os insumos voltam.',
      },
      done: 'Ordem de produção cancelada.',
    },
  },
})
