import * as v from 'valibot'
import { isBankHoliday } from '../br/business-days'
import { type CivilDate, dateOfDayNumber, dayNumber } from '../br/civil-date'
import type { Centre, Horizon, Job } from './schedule'

/** The board of production as it is told, and what its orders and centres are as work by days. */

const day = v.nullable(v.string())

/** Orders that are not finished, with the minutes that they still ask of each centre, in order; and the minutes that a place of a centre is open on each day from Sunday. */
export const board = v.object({
  hoje: v.string(),
  /** There are more orders than are told. */
  mais: v.boolean(),
  /** Local holidays of the company, from a year ago to two years on. */
  feriados: v.array(v.string()),
  centros: v.array(
    v.object({ id: v.number(), descricao: v.string(), qSimultaneos: v.number(), semana: v.array(v.number()) }),
  ),
  ordens: v.array(
    v.object({
      id: v.number(),
      versao: v.number(),
      iniciada: v.boolean(),
      ini: day,
      fim: day,
      venda_id: v.nullable(v.number()),
      planejamento_id: v.nullable(v.number()),
      entrega: day,
      cliente: v.nullable(v.string()),
      nome: v.nullable(v.string()),
      etapas: v.array(v.tuple([v.number(), v.number()])),
    }),
  ),
})

export type Board = v.InferOutput<typeof board>
export type BoardOrder = Board['ordens'][number]

/** What changed days answer: the versions that orders are in now. */
export const rescheduled = v.object({ ordens: v.array(v.object({ id: v.number(), versao: v.number() })) })

/** Days that end before they begin, in words. */
export const BACKWARDS = 'O fim previsto é anterior ao início.'

/** Hundredths of a minute. */
const HUNDREDTHS = 100
const HOUR = 60 * HUNDREDTHS

export const hoursOf = (work: number): number => work / HOUR

/** Centres as work is placed at them. */
export const centresOf = ({
  centros,
}: {
  readonly centros: readonly Omit<Board['centros'][number], 'descricao'>[]
}): readonly Centre[] =>
  centros.map(({ id, qSimultaneos, semana }) => ({
    id,
    places: qSimultaneos,
    week: semana.map((minutes) => minutes * HUNDREDTHS),
  }))

const numberOf = (date: CivilDate | null): number | null => (date === null ? null : dayNumber(date))

type Wanted = Pick<BoardOrder, 'id' | 'ini' | 'fim' | 'entrega' | 'etapas'>

const jobs = new WeakMap<Wanted, Job>()

/** An order as work at centres, worked out once: it is wanted for the delivery of its sale, else for the end that it is planned for. */
export function jobOf(order: Wanted): Job {
  const known = jobs.get(order)
  if (known) return known
  const { id, ini, fim, entrega, etapas } = order
  const job = {
    id,
    from: numberOf(ini),
    to: numberOf(fim),
    due: numberOf(entrega ?? fim),
    steps: etapas.map(([centre, minutes]) => ({ centre, work: Math.round(minutes * HUNDREDTHS) })),
  }
  jobs.set(order, job)
  return job
}

/** So many days from one on. Nobody works on national holidays, nor on local ones; weekends are as the week of a centre says. */
export function horizonFrom(from: CivilDate, days: number, local: readonly CivilDate[]): Horizon {
  const known = new Map(local.map((date) => [dayNumber(date), true]))
  const closed = (at: number): boolean => {
    const found = known.get(at) ?? isBankHoliday(dateOfDayNumber(at))
    known.set(at, found)
    return found
  }
  return { from: dayNumber(from), days, closed }
}

/** Late: its end has gone by, or comes after the delivery of its sale. */
export const isLate = ({ fim, entrega }: Pick<BoardOrder, 'fim' | 'entrega'>, today: CivilDate): boolean =>
  fim !== null && (fim < today || (entrega !== null && fim > entrega))

/** Days after the one that an order is wanted for, as it is planned: what should have ended ends today at the soonest. */
export function daysLate(order: BoardOrder, today: CivilDate): number {
  const { to, due } = jobOf(order)
  return to === null || due === null ? 0 : Math.max(0, Math.max(to, dayNumber(today)) - due)
}
