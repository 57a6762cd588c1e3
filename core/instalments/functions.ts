import * as v from 'valibot'
import { requireDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { type InstalmentPlan, checkedDays, readPlan } from './plan'
import { type DueDayRule, checkInstalments, redistribute, splitInstalments } from './split'

const text = v.pipe(v.string(), v.maxLength(1000))
const date = v.pipe(text, v.transform(requireDate))
const id = v.union([v.number(), text])

const MODES = {
  last: 'last',
  first: 'first',
  spread: 'spread',
  ultima: 'last',
  primeira: 'first',
  distribuir: 'spread',
} as const

/** parcelaDiaUtil of the payment method: 0 keeps the date, 1 moves it to the next working day, 2 to the one before. */
function dueDayOf(rule: boolean | number): DueDayRule {
  if (rule === false || rule === 0) return 'keep'
  if (rule === true || rule === 1) return 'next'
  if (rule === 2) return 'previous'
  throw new CoreError('invalid_input', 'parcelaDiaUtil: use 0 (manter), 1 (próximo dia útil) ou 2 (dia útil anterior).')
}

function planOf(typed: string | undefined, prazos: readonly number[] | undefined): InstalmentPlan {
  if ((typed === undefined) === (prazos === undefined)) {
    throw new CoreError('invalid_input', 'Informe a condição (text) ou os prazos em dias (prazos).')
  }
  return typed === undefined ? checkedDays(prazos ?? []) : readPlan(typed)
}

export const instalmentsFunctions = [
  coreFunction({
    name: 'instalments.plan',
    summary: 'Lê uma condição de pagamento (30/60/90, 3x, 3x 30, 1+2, à vista).',
    takes: '{text}',
    gives: '{prazos: [dias]} ou {meses, entrada}',
    input: v.object({ text: v.string() }),
    run: ({ text }) => readPlan(text),
  }),
  coreFunction({
    name: 'instalments.split',
    summary: 'Divide um total em duplicatas que somam exatamente o total, com os vencimentos.',
    takes: '{vTotal, text | prazos, date, mode?: last|first|spread, parcelaDiaUtil?: 0|1|2, feriados?, vPrimeira?}',
    gives: '{duplicatas: [{n, vDup, prazo, dVencimento}]}',
    input: v.object({
      vTotal: amount,
      text: v.optional(v.string()),
      prazos: v.optional(v.pipe(v.array(v.number()), v.maxLength(1000))),
      date,
      mode: v.optional(v.picklist(['last', 'first', 'spread', 'ultima', 'primeira', 'distribuir']), 'last'),
      parcelaDiaUtil: v.nullish(v.union([v.boolean(), v.number()]), 0),
      feriados: v.optional(v.pipe(v.array(date), v.maxLength(10_000)), []),
      vPrimeira: v.optional(amount, 0),
    }),
    run: ({ vTotal, text, prazos, date, mode, parcelaDiaUtil, feriados, vPrimeira }) => {
      const duplicatas = splitInstalments({
        vTotal,
        plan: planOf(text, prazos),
        date,
        mode: MODES[mode],
        dueDay: dueDayOf(parcelaDiaUtil ?? 0),
        holidays: feriados,
        vPrimeira,
      })
      return { duplicatas: duplicatas.map((one) => ({ ...one, vDup: one.vDup.toFixed(2) })) }
    },
  }),
  coreFunction({
    name: 'instalments.redistribute',
    summary: 'Redistribui a diferença entre o total e as parcelas que podem mudar.',
    takes: '{vTotal, duplicatas: [{id, vDup, fixed?}]}',
    gives: '{parcelas_atualizadas: [{id, vDup}]}',
    input: v.object({
      vTotal: amount,
      duplicatas: v.pipe(v.array(v.object({ id, vDup: amount, fixed: v.optional(v.boolean()) })), v.maxLength(1000)),
    }),
    run: ({ vTotal, duplicatas }) => ({
      parcelas_atualizadas: redistribute(vTotal, duplicatas).map((one) => ({ ...one, vDup: one.vDup.toFixed(2) })),
    }),
  }),
  coreFunction({
    name: 'instalments.check',
    summary: 'Compara as parcelas com o total do documento e diz se cabe redistribuir.',
    takes: '{vTotal, duplicatas: [{vDup}]}',
    gives: '{ok, diferenca, redistribuir, message}',
    input: v.object({
      vTotal: amount,
      duplicatas: v.pipe(v.array(v.object({ vDup: amount })), v.maxLength(1000)),
    }),
    run: ({ vTotal, duplicatas }) => {
      const checked = checkInstalments(
        vTotal,
        duplicatas.map((one) => one.vDup),
      )
      return { ...checked, diferenca: checked.diferenca.toString() }
    },
  }),
]
