import { CANCEL, cancelled, DONE, FINISH, life, OPEN, type Refusal, UNDER_WAY } from './life'

const notReleased: Refusal = ['not_released', 'Libere a rota antes de registrar o que foi entregue.']
const stopsFixed: Refusal = ['released', 'Esta rota já foi liberada: as entregas não podem mudar.']

/** The life of a delivery route: open, released (it is under way), finalised (its deliveries are done); cancelled until it is finalised (T3-006 to T3-009). */
export const rotaLife = life({
  the: 'a rota',
  dates: { dhLiberacao: 'Liberada em', dhFinalizacao: 'Finalizada em', dhCancelamento: 'Cancelada em' },
  reasons: { xJustCancelamento: 'Motivo do cancelamento' },
  states: {
    cancelada: cancelled('Esta rota', 3),
    finalizada: {
      ...DONE,
      n: 2,
      word: 'Finalizada',
      plural: 'Finalizadas',
      on: 'dhFinalizacao',
      refuses: ['finalised', 'Esta rota já foi finalizada.'],
    },
    liberada: {
      ...UNDER_WAY,
      n: 1,
      word: 'Liberada',
      plural: 'Liberadas',
      on: 'dhLiberacao',
      refuses: ['released', 'Esta rota já foi liberada.'],
    },
    aberta: { ...OPEN, n: 0, word: 'Aberta', plural: 'Abertas' },
  },
  writes: {
    head: {
      from: ['aberta', 'liberada'],
      narrow: { names: ['veiculo_id'], from: ['aberta'], say: { liberada: stopsFixed } },
    },
    lists: {
      from: ['aberta'],
      say: { liberada: stopsFixed },
      // What became of a stop is told while its route is under way; anything else of it is settled before.
      apart: {
        names: ['dhEntrega', 'xOcorrencia'],
        from: ['liberada'],
        say: { aberta: notReleased },
      },
    },
  },
  verbs: {
    libera: {
      from: ['aberta'],
      sets: 'dhLiberacao',
      key: 'dispatch',
      label: 'Liberar',
      past: 'Liberou',
      failed: 'Não foi possível liberar',
    },
    finaliza: {
      ...FINISH,
      from: ['liberada'],
      say: { aberta: ['not_released', 'Libere a rota antes de finalizar.'] },
    },
    cancela: {
      ...CANCEL,
      from: ['aberta', 'liberada'],
      reason: { kind: 'cancelamento', in: 'xJustCancelamento', optional: true },
      label: 'Cancelar a rota',
      will: 'As vendas voltam a esperar entrega.',
    },
    registra: {
      from: ['liberada'],
      say: { aberta: notReleased },
      label: 'Registrar entrega',
      past: 'Registrou uma entrega',
    },
    geraMDFe: {
      from: ['liberada'],
      say: { aberta: ['not_released', 'Libere a rota antes de gerar o MDF-e.'] },
      offer: 'menu',
      label: 'Gerar MDF-e',
      past: 'Gerou o MDF-e',
      will: 'Um MDF-e por UF de descarregamento é feito das NF-e das entregas, numerado e enviado à SEFAZ.',
      done: 'MDF-e enviado à SEFAZ.',
      failed: 'MDF-e não gerado',
    },
  },
})
