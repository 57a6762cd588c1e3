import { type Lifecycle, transitions } from './lifecycle'

/** The dates that a production order's state follows from (document 3, section 4). */
export interface ProductionDates {
  readonly dhInicio: string | null
  readonly dhFinalizacao: string | null
  readonly dhCancelamento: string | null
}

export type ProductionStatus = 'aberta' | 'em_producao' | 'finalizada' | 'cancelada'

const cancelled = {
  when: (one: ProductionDates) => one.dhCancelamento !== null,
  code: 'cancelled',
  message: 'Esta ordem de produção está cancelada.',
}
const finished = {
  when: (one: ProductionDates) => one.dhFinalizacao !== null,
  code: 'finalised',
  message: 'Esta ordem de produção já foi finalizada.',
}
const started = {
  when: (one: ProductionDates) => one.dhInicio !== null,
  code: 'started',
  message: 'Esta ordem de produção já foi iniciada: os itens não podem mudar.',
}

/** The life of a production order: open, in production, finished; cancelled from any of them. */
export const ordemProducaoLifecycle: Lifecycle<ProductionDates, ProductionStatus> = {
  name: 'ordem de produção',
  status: (one) =>
    one.dhCancelamento ? 'cancelada' : one.dhFinalizacao ? 'finalizada' : one.dhInicio ? 'em_producao' : 'aberta',
  transitions: transitions<ProductionDates>({
    altera: [cancelled, finished],
    altera_itens: [cancelled, finished, started],
    cancela: [cancelled],
  }),
}
