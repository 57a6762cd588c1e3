import { type Lifecycle, transitions } from './lifecycle'

/** The dates that a delivery route's state follows from (T3-006 to T3-009). */
export interface RouteDates {
  readonly dhLiberacao: string | null
  readonly dhFinalizacao: string | null
  readonly dhCancelamento: string | null
}

export type RouteStatus = 'aberta' | 'liberada' | 'finalizada' | 'cancelada'

const cancelled = {
  when: (one: RouteDates) => one.dhCancelamento !== null,
  code: 'cancelled',
  message: 'Esta rota está cancelada.',
}
const finalised = {
  when: (one: RouteDates) => one.dhFinalizacao !== null,
  code: 'finalised',
  message: 'Esta rota já foi finalizada.',
}
const released = {
  when: (one: RouteDates) => one.dhLiberacao !== null,
  code: 'released',
  message: 'Esta rota já foi liberada: as entregas não podem mudar.',
}
const notReleased = {
  when: (one: RouteDates) => one.dhLiberacao === null,
  code: 'not_released',
  message: 'Libere a rota antes de finalizar.',
}

/** The life of a delivery route: open, released (it is under way), finalised (its deliveries are done); cancelled until it is finalised. */
export const rotaLifecycle: Lifecycle<RouteDates, RouteStatus> = {
  name: 'rota',
  status: (one) =>
    one.dhCancelamento ? 'cancelada' : one.dhFinalizacao ? 'finalizada' : one.dhLiberacao ? 'liberada' : 'aberta',
  transitions: transitions<RouteDates>({
    altera: [cancelled, finalised],
    altera_entregas: [cancelled, finalised, released],
    libera: [cancelled, finalised, { ...released, message: 'Esta rota já foi liberada.' }],
    finaliza: [cancelled, finalised, notReleased],
    registra: [
      cancelled,
      finalised,
      { ...notReleased, message: 'Libere a rota antes de registrar o que foi entregue.' },
    ],
    cancela: [cancelled, finalised],
    geraMDFe: [cancelled],
  }),
}

/** Where a day's plan stands (T3-001 to T3-003). */
export interface PlanDates {
  readonly dhCalculo: string | null
  readonly dhGeracao: string | null
}

export type PlanStatus = 'salva' | 'calculada' | 'gerada'

const generated = {
  when: (one: PlanDates) => one.dhGeracao !== null,
  code: 'generated',
  message: 'As rotas desta roteirização já foram geradas.',
}
const notCalculated = {
  when: (one: PlanDates) => one.dhCalculo === null,
  code: 'not_calculated',
  message: 'Calcule a roteirização antes de gerar as rotas.',
}

/** The life of a day's plan: saved, calculated, its routes generated; after that it is kept as it was. */
export const roteirizacaoLifecycle: Lifecycle<PlanDates, PlanStatus> = {
  name: 'roteirização',
  status: (one) => (one.dhGeracao ? 'gerada' : one.dhCalculo ? 'calculada' : 'salva'),
  transitions: transitions<PlanDates>({
    altera: [generated],
    add_entregas: [generated],
    calcular: [generated],
    mover: [generated, { ...notCalculated, message: 'Calcule a roteirização antes de mover entregas.' }],
    gerar_rotas: [generated, notCalculated],
  }),
}
