import { addDays, daysBetween, isCivilDate } from '../../../core/br/civil-date'
import { CoreError } from '../../../core/errors'
import { readPlan } from '../../../core/instalments/plan'
import { checkInstalments, redistribute, splitInstalments, type InstalmentCheck } from '../../../core/instalments/split'
import type { Amount } from '../../../core/money/decimal'
import { amountOf, localToday } from '../format'
import type { Compute, Line } from '../lines/lines-state'
import { numberOf, textOf, type Row, type Values } from '../row'

/** The instalments of a written condition, paid by a method. Throws the core's refusal. */
export function planned(condition: string, method: Row, total: Amount): readonly Line[] {
  const plan = splitInstalments({
    vTotal: total,
    plan: readPlan(condition),
    date: localToday(),
    dueDay: numberOf(method.parcelaDiaUtil) === 1 ? 'next' : 'keep',
  })
  return plan.map((one) => ({
    key: crypto.randomUUID(),
    n: one.n,
    prazo: one.prazo,
    dVencimento: one.dVencimento,
    vDup: Number(one.vDup.toFixed(2)),
    pagamento_id: method.id,
    pagamento: method,
    fixed: false,
  }))
}

export function checkOf(total: Amount, rows: readonly Values[]): InstalmentCheck {
  return checkInstalments(
    total,
    rows.map((row) => amountOf(row.vDup)),
  )
}

/** The rows with the difference shared over those that may change; the one just written stays. Throws the core's refusal. */
export function shared(total: Amount, rows: readonly Line[], written?: string): readonly Line[] {
  const shares = redistribute(
    total,
    rows.map((row) => ({
      id: row.key,
      vDup: amountOf(row.vDup),
      fixed: row.key === written || textOf(row.conta_receber_id) !== '',
    })),
  )
  const values = new Map(shares.map((one) => [one.id, Number(one.vDup.toFixed(2))]))
  return rows.map((row) => ({ ...row, vDup: values.get(row.key) ?? row.vDup }))
}

/** Term and due date of an instalment follow each other. */
export const computeInstalment: Compute = (row, written) => {
  const today = localToday()
  const days = numberOf(row.prazo)
  if (written.includes('prazo') && days !== null && days >= 0) return { ...row, dVencimento: addDays(today, days) }
  const due = textOf(row.dVencimento)
  if (written.includes('dVencimento') && isCivilDate(due))
    return { ...row, prazo: Math.max(0, daysBetween(today, due)) }
  return row
}

export function coreMessage(error: unknown): string | undefined {
  return error instanceof CoreError ? error.message : undefined
}
