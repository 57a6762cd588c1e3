import { type Lifecycle, transitions } from './lifecycle'

/** The dates that a plan's state follows from (T3-036, T3-037). */
export interface PlanDates {
  readonly dhGeracao: string | null
  readonly dhExecucao: string | null
}

export type PlanStatus = 'novo' | 'gerado' | 'executado'

const executed = {
  when: (one: PlanDates) => one.dhExecucao !== null,
  code: 'executed',
  message: 'Este planejamento já teve ações executadas: duplique-o para planejar de novo.',
}
const notGenerated = {
  when: (one: PlanDates) => one.dhGeracao === null,
  code: 'not_generated',
  message: 'Gere o planejamento antes de executar ações.',
}

/** The life of a plan: new, generated (again and again), executed: from its first action on its figures stay as they were. */
export const planejamentoLifecycle: Lifecycle<PlanDates, PlanStatus> = {
  name: 'planejamento',
  status: (one) => (one.dhExecucao ? 'executado' : one.dhGeracao ? 'gerado' : 'novo'),
  transitions: transitions<PlanDates>({
    altera: [executed],
    addItens: [executed],
    gerarPlanejamento: [executed],
    executarAcoes: [notGenerated],
    duplica: [],
  }),
}
