import { useEffect, type ReactElement } from 'react'
import { computed, effect, untracked } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { isCivilDate } from '../../core/br/civil-date'
import { formatPercent } from '../../core/br/number'
import { decimal, sum } from '../../core/money/decimal'
import { post } from '../app/api'
import { toast } from '../app/toasts'
import { useForm } from '../ui/form/context'
import type { FormModel } from '../ui/form/form-model'
import { amountOf, counted, formatDate, formatMoney } from '../ui/format'
import { isRecord, numberOf, rowsOf, textOf, type Row, type Values } from '../ui/row'
import type { Side } from './side'

/** What a title is to bear because it is paid late, as the server proposed it. */
export interface Charge {
  readonly id: number
  readonly principal: number
  readonly pMulta: number
  readonly pJuros: number
  readonly vMulta: number
  readonly vJuros: number
  readonly desde: string
  readonly dias: number
}

const chargeOf = (row: Row): Charge => {
  const number = (name: string): number => numberOf(row[name]) ?? 0
  return {
    id: number('id'),
    principal: number('principal'),
    pMulta: number('pMulta'),
    pJuros: number('pJuros'),
    vMulta: number('vMulta'),
    vJuros: number('vJuros'),
    desde: textOf(row.desde),
    dias: number('dias'),
  }
}

/** What titles that are paid late on that day are to bear; titles in time are not among them. */
export async function loadCharges(side: Side, rows: readonly Row[], dPagamento: string): Promise<readonly Charge[]> {
  const answer = await post(`financeiro/contas_${side}/encargos`, { ids: rows.map((row) => row.id), dPagamento })
  const all = isRecord(answer) ? rowsOf(answer.data).map(chargeOf) : []
  return all.filter((one) => one.vMulta > 0 || one.vJuros > 0)
}

/** The charges that a form holds and is to take. */
export const chargesIn = ({ encargos, cobra }: Values): readonly Charge[] =>
  cobra === false ? [] : rowsOf(encargos).map(chargeOf)

/** How charges come about, in a sentence. */
export function formulaOf({ principal, pMulta, pJuros, vMulta, vJuros, desde, dias }: Charge): string {
  const parts = [
    ...(vMulta > 0 ? [`multa de ${formatPercent(pMulta)} de ${formatMoney(principal)}: ${formatMoney(vMulta)}`] : []),
    ...(vJuros > 0
      ? [
          `juros de ${formatPercent(pJuros)} ao mês sobre ${formatMoney(principal)} por ${counted(dias, 'dia', 'dias')}, desde ${formatDate(desde)}: ${formatMoney(vJuros)}`,
        ]
      : []),
  ]
  const text = parts.join('; ')
  return text === '' ? '' : `Atraso: ${text}.`
}

/** Puts a proposal where nobody wrote another amount. */
function propose(form: FormModel, before: Charge | undefined, now: Charge | undefined): void {
  for (const name of ['vMulta', 'vJuros'] as const)
    if (decimal(amountOf(form.values.value[name])).eq(before?.[name] ?? 0))
      form.set(name, now === undefined || now[name] === 0 ? null : now[name])
}

interface Question {
  readonly form: FormModel
  readonly load: () => Promise<readonly Charge[]>
  readonly take: (charges: readonly Charge[]) => void
}

/**
 * Asks what delay costs; the form waits for the answer, and does not go on without one: it is asked again then. Answers how to leave the question: what
 * it is told then counts no more.
 */
export function askCharges({ form, load, take }: Question): () => void {
  let isLeft = false
  let leave = (): void => undefined
  const ask = async (): Promise<void> => {
    const answered = form.awaitChoice()
    leave = () => answered(true)
    try {
      const charges = await load()
      if (isLeft) return
      take(charges)
      answered(true)
    } catch (error) {
      if (isLeft) return
      take([])
      leave = form.askAgain(() => void ask())
      answered(false)
      toast.error(error)
    }
  }
  void ask()
  return () => {
    isLeft = true
    leave()
  }
}

/** Fine and interest of what is paid late, asked anew for each day: proposed in the fields of one title, told in sum for many. */
export function LateCharges({
  side,
  rows,
}: {
  readonly side: Side
  readonly rows: readonly Row[]
}): ReactElement | null {
  useSignals()
  const form = useForm()
  useEffect(() => {
    let proposed: Charge | undefined
    const take = (charges: readonly Charge[]): void => {
      form.set('encargos', charges)
      if (rows.length > 1) return
      propose(form, proposed, charges[0])
      proposed = charges[0]
    }
    const day = computed(() => textOf(form.values.value.dPagamento))
    // As the day is written, before anybody can go on with what another day cost.
    return effect(() => {
      const asked = day.value
      const load = () => loadCharges(side, rows, asked)
      return isCivilDate(asked) ? untracked(() => askCharges({ form, load, take })) : undefined
    })
  }, [form, side, rows])
  const charges = rowsOf(form.values.value.encargos).map(chargeOf)
  const [only] = charges
  if (only === undefined) return null
  const total = sum(charges.flatMap((one) => [one.vMulta, one.vJuros])).toFixed(2)
  return (
    <p className="hint" role="status">
      {rows.length === 1
        ? formulaOf(only)
        : `${counted(charges.length, 'conta atrasada', 'contas atrasadas')}: multa e juros de ${formatMoney(total)}.`}
    </p>
  )
}
