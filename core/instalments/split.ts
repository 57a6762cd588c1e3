import { nextBusinessDay, previousBusinessDay } from '../br/business-days'
import { type CivilDate, addDays, addMonths, datePartsOf, dayNumber, daysBetween } from '../br/civil-date'
import { CoreError } from '../errors'
import { allocate, splitEvenly } from '../money/allocate'
import { type Amount, type Decimal, ZERO, decimal, sum, toUnits } from '../money/decimal'
import { type InstalmentPlan, MAX_INSTALMENTS } from './plan'

/** Who takes the cents that do not divide: the last instalment, the first, or one each from the first on. */
export type SplitMode = 'last' | 'first' | 'spread'

/** What happens to a due date that is no bank working day. */
export type DueDayRule = 'keep' | 'next' | 'previous'

const CENT = decimal('0.01')

export interface Instalment {
  /** 1 for the first. */
  readonly n: number
  readonly vDup: Decimal
  /** Agreed days from the base date, before any shift to a working day. */
  readonly prazo: number
  readonly dVencimento: CivilDate
}

export interface SplitRequest {
  readonly vTotal: Amount
  readonly plan: InstalmentPlan
  /** The base date the days count from. */
  readonly date: CivilDate
  readonly mode?: SplitMode
  readonly dueDay?: DueDayRule
  /** State and city holidays, beside the national bank ones. */
  readonly holidays?: Iterable<CivilDate>
  /** A part of the total that falls whole on the first instalment (IPI and ICMS-ST, where the condition says so). */
  readonly vPrimeira?: Amount
}

/** The agreed due dates, before any shift: days count from the base date, months keep its day or take the last one. */
export function dueDates(plan: InstalmentPlan, date: CivilDate): readonly CivilDate[] {
  datePartsOf(date)
  if ('prazos' in plan) return plan.prazos.map((days) => addDays(date, days))
  const monthly = Array.from({ length: plan.meses }, (_, index) => addMonths(date, index + 1))
  return plan.entrada ? [date, ...monthly] : monthly
}

/**
 * Splits a total into instalments that add up to it exactly: equal shares of whole cents, the cents left over where `mode`
 * says (the last, unless told). Throws `total_too_small` when an instalment would be zero, `too_many_decimals`, `invalid_date`.
 */
export function splitInstalments(request: SplitRequest): Instalment[] {
  const { vTotal, plan, date, mode = 'last', dueDay = 'keep', vPrimeira = ZERO } = request
  const dates = dueDates(plan, date)
  const shares = shareOut(decimal(vTotal), dates.length, mode, decimal(vPrimeira))
  const holidays = new Set(request.holidays)
  return dates.map((due, index) => ({
    n: index + 1,
    vDup: shares[index] ?? ZERO,
    prazo: daysBetween(date, due),
    dVencimento: shiftDueDate(due, dueDay, holidays, date),
  }))
}

function shareOut(total: Decimal, count: number, mode: SplitMode, extra: Decimal): Decimal[] {
  const even = total.minus(extra)
  if (extra.sign() < 0 || toUnits(even) < BigInt(count)) {
    throw new CoreError(
      'total_too_small',
      `O total não pode ser dividido em ${count} ${count === 1 ? 'parcela' : 'parcelas'}: cada uma precisa de ao menos R$ 0,01.`,
    )
  }
  const shares = splitEvenly(even, count, { remainder: mode === 'spread' ? 'largest' : mode })
  return shares.map((share, index) => (index === 0 ? share.plus(extra) : share))
}

/**
 * A due date as the rule leaves it. The working day before is not taken when it falls before the base date: then the next
 * one is.
 */
export function shiftDueDate(
  due: CivilDate,
  rule: DueDayRule,
  holidays: ReadonlySet<CivilDate> = new Set(),
  base: CivilDate = due,
): CivilDate {
  if (rule === 'keep') return due
  if (rule === 'next') return nextBusinessDay(due, holidays)
  const before = previousBusinessDay(due, holidays)
  return dayNumber(before) < dayNumber(base) ? nextBusinessDay(due, holidays) : before
}

export interface InstalmentValue {
  readonly id: string | number
  readonly vDup: Amount
  /** True for one that must not change: paid, with a boleto out, or just typed by the user. */
  readonly fixed?: boolean
}

export interface UpdatedInstalment {
  readonly id: string | number
  readonly vDup: Decimal
}

/**
 * Takes the difference between the total and the instalments over to those that are not fixed, in proportion to what they are
 * (equally when all are zero), cents left over to the last of them. The result adds up to `vTotal` exactly.
 * Throws `no_free_instalment` when all are fixed and do not add up, `total_too_small` when one would fall below a cent.
 */
export function redistribute(vTotal: Amount, instalments: readonly InstalmentValue[]): UpdatedInstalment[] {
  if (instalments.length === 0 || instalments.length > MAX_INSTALMENTS) {
    throw new CoreError('invalid_plan', `Informe de 1 a ${MAX_INSTALMENTS} parcelas.`)
  }
  const total = decimal(vTotal)
  const difference = total.minus(sum(instalments.map((one) => one.vDup)))
  if (difference.isZero()) return instalments.map(({ id, vDup }) => ({ id, vDup: decimal(vDup) }))
  const free = instalments.filter((one) => one.fixed !== true)
  if (free.length === 0) {
    throw new CoreError(
      'no_free_instalment',
      'Todas as parcelas estão fixas: libere ao menos uma para redistribuir a diferença.',
    )
  }
  const left = total.minus(sum(instalments.filter((one) => one.fixed === true).map((one) => one.vDup)))
  const updatedShares = shareLeft(
    left,
    free.map((one) => decimal(one.vDup)),
  )
  const updated = new Map(free.map((one, index) => [one, updatedShares[index] ?? ZERO]))
  return instalments.map((one) => ({ id: one.id, vDup: updated.get(one) ?? decimal(one.vDup) }))
}

/** Shares by weight, none below a cent as long as there is a cent for each. */
function shareLeft(left: Decimal, values: readonly Decimal[]): Decimal[] {
  const cents = CENT.times(values.length)
  if (left.lt(cents)) {
    throw new CoreError(
      'total_too_small',
      'A diferença é maior que as parcelas que podem mudar: reveja os valores informados.',
    )
  }
  const weights = values.every((one) => one.isZero()) ? values.map(() => 1) : values
  const shares = allocate(left, weights, { remainder: 'last' })
  if (shares.every((share) => share.sign() > 0)) return shares
  return allocate(left.minus(cents), weights, { remainder: 'last' }).map((share) => share.plus(CENT))
}

/** A difference above this, with more than one instalment, is offered for redistribution (document 2, section 5). */
export const REDISTRIBUTION_THRESHOLD = decimal('0.01')

export interface InstalmentCheck {
  /** True when the instalments add up to the total. */
  readonly ok: boolean
  /** Total less instalments. */
  readonly diferenca: Decimal
  /** True when the screen asks whether to redistribute. */
  readonly redistribuir: boolean
  readonly message: string | null
}

export const TOTALS_DIFFER = 'Não foi possível faturar: O Valor total das duplicatas deve ser igual ao total dos itens'

/** Compares the instalments with the total of the document. */
export function checkInstalments(vTotal: Amount, values: readonly Amount[]): InstalmentCheck {
  const diferenca = decimal(vTotal).minus(sum(values))
  const ok = diferenca.isZero()
  const redistribuir = diferenca.abs().gt(REDISTRIBUTION_THRESHOLD) && values.length > 1
  return { ok, diferenca, redistribuir, message: ok ? null : TOTALS_DIFFER }
}
