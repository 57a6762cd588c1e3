import type { CivilDate } from '../br/civil-date'

/** How long after its authorisation a note may be cancelled. */
export interface CancelTerm {
  readonly mod: 55 | 65
  /** Of one state alone; of all that have none of their own without. */
  readonly UF?: string
  /** Notes that were authorised from this day on. */
  readonly since: CivilDate
  readonly minutes: number
  /** Up to then the state still registers it, as late (155): it may fine. */
  readonly late?: number
  /** The sequence that a late event has to begin with. */
  readonly lateSequence?: number
  /** Where it is said. */
  readonly source: string
}

const HOUR = 60
const DAY = 24 * HOUR

/**
 * Terms by model and state: the general rule, and states that differ as far as that is known. What a company knows better is its own
 * (`cancela_nfe_horas`, `cancela_nfce_minutos`); whatever is asked too late is refused by the authority (220, 501), and the note stays.
 * Sources differ on AL, MT and PI: the general rule holds there.
 */
export const CANCEL_TERMS: readonly CancelTerm[] = [
  { mod: 55, since: '2005-10-05', minutes: 7 * DAY, source: 'Ato Cotepe/ICMS 33/2008' },
  { mod: 55, since: '2012-12-01', minutes: DAY, source: 'Ajuste SINIEF 12/2012' },
  {
    mod: 55,
    UF: 'MG',
    since: '2012-12-01',
    minutes: DAY,
    late: 7 * DAY,
    lateSequence: 2,
    source: 'MOC, 155 e 501; wmixvideo/nfe#925',
  },
  { mod: 55, UF: 'PR', since: '2012-12-01', minutes: 7 * DAY, source: 'Listas de prazos por UF' },
  { mod: 55, UF: 'RO', since: '2012-12-01', minutes: 30 * DAY, source: 'Listas de prazos por UF' },
  { mod: 55, UF: 'RS', since: '2012-12-01', minutes: 7 * DAY, source: 'Listas de prazos por UF' },
  { mod: 65, since: '2005-10-05', minutes: DAY, source: 'Ajuste SINIEF 7/2005, cláusula décima segunda' },
  { mod: 65, since: '2019-01-01', minutes: HOUR / 2, source: 'Ajuste SINIEF 7/2018' },
]

/** The term of a note that was authorised on a day in a state. What the company has set itself, in minutes, takes the place of the table. */
export function cancelTermOf(
  note: { readonly mod: 55 | 65; readonly UF: string; readonly day: CivilDate },
  own?: number,
): CancelTerm {
  const { mod, UF, day } = note
  if (own !== undefined) return { mod, since: day, minutes: own, source: 'Cadastro da empresa' }
  const holds = CANCEL_TERMS.filter((one) => one.mod === mod && one.since <= day && (one.UF ?? UF) === UF)
  const found = holds.findLast((one) => one.UF === UF) ?? holds.at(-1)
  if (!found) throw new Error(`There is no term for model ${mod} on ${day}.`)
  return found
}

/** A term in words: `30 minutos`, `24 horas`, `7 dias`. */
export function termText(minutes: number): string {
  if (minutes > DAY && minutes % DAY === 0) return `${minutes / DAY} dias`
  const [n, one] = minutes % HOUR === 0 ? [minutes / HOUR, 'hora'] : [minutes, 'minuto']
  return `${n} ${one}${n === 1 ? '' : 's'}`
}
