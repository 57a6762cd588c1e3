import { type CivilDate, dayNumber } from '../br/civil-date'
import { CoreError } from '../errors'

/** Days worked: weekdays (0 Sunday to 6 Saturday) less holidays. Lead times in working days count these only. */
export interface WorkCalendar {
  readonly workdays?: readonly number[] | undefined
  readonly holidays?: readonly CivilDate[] | undefined
}

export const MAX_LEAD = 3650
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]

/** Tells working days by day number. Throws `invalid_calendar` when no weekday is worked. */
export function workingDays(calendar: WorkCalendar = {}): (day: number) => boolean {
  const weekdays = calendar.workdays ?? MONDAY_TO_FRIDAY
  const week = Array.from({ length: 7 }, (_, day) => weekdays.includes(day))
  if (!week.includes(true))
    throw new CoreError('invalid_calendar', 'O calendário precisa de ao menos um dia útil na semana.')
  const holidays = new Set((calendar.holidays ?? []).map((date) => dayNumber(date)))
  return (day) => week[(day + 1) % 7] === true && !holidays.has(day)
}

/**
 * For each bucket, the bucket a lead time earlier; below zero is before the plan starts. A lead time in working days goes back to the
 * day from which that many working days pass before the receipt: 2 working days before a Monday is the Thursday.
 */
export class LeadTimes {
  private readonly tables = new Map<number, Int32Array>()
  private readonly works: (bucket: number) => boolean

  constructor(
    readonly buckets: number,
    works: ((bucket: number) => boolean) | null = null,
  ) {
    this.works = works ?? (() => true)
  }

  table(lead: number, working: boolean): Int32Array {
    if (!Number.isInteger(lead) || lead < 0 || lead > MAX_LEAD) {
      throw new CoreError('invalid_lead_time', `O prazo deve ser um número inteiro de 0 a ${MAX_LEAD} dias.`)
    }
    const key = working ? -1 - lead : lead
    const known = this.tables.get(key)
    if (known) return known
    const table = new Int32Array(this.buckets)
    for (let bucket = 0; bucket < this.buckets; bucket++) {
      table[bucket] = working ? this.back(bucket, lead) : bucket - lead
    }
    this.tables.set(key, table)
    return table
  }

  private back(bucket: number, lead: number): number {
    let day = bucket
    for (let left = lead; left > 0;) {
      day -= 1
      if (this.works(day)) left -= 1
    }
    return day
  }
}
