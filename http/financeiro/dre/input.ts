import * as v from 'valibot'
import { addMonths, isCivilDate, lastDayOfMonth } from '../../../core/br/civil-date'
import { invalid } from '../../platform/errors'
import { centreInput } from '../projecao/input'
import type { Result } from './rows'

const month = v.pipe(
  v.string(),
  v.maxLength(10),
  v.transform((text) => text.slice(0, 7)),
  v.check((text) => isCivilDate(`${text}-01`), 'Informe um mês, como 2026-01.'),
)

/** What a result is asked for: the first and the last month, the view and the centre. */
export const resultInput = v.object({
  visao: v.optional(v.picklist(['competencia', 'caixa']), 'competencia'),
  de: month,
  ate: month,
  centro_resultado_id: centreInput,
})

type Asked = v.InferOutput<typeof resultInput>

/** As many columns as a result has at most. */
const MOST_MONTHS = 24

/** The months from the first to the last. Throws 422 where they are none, or too many. */
export function monthsOf({ de, ate }: Pick<Asked, 'de' | 'ate'>): string[] {
  const months: string[] = []
  for (let at = `${de}-01`; at.slice(0, 7) <= ate && months.length <= MOST_MONTHS; at = addMonths(at, 1))
    months.push(at.slice(0, 7))
  if (months.length === 0) throw invalid({ ate: ['O fim precisa ser depois do início.'] })
  if (months.length > MOST_MONTHS) throw invalid({ ate: [`Escolha no máximo ${MOST_MONTHS} meses.`] })
  return months
}

/** What is asked for as the rows are found by it. */
export const resultOf = (empresa_id: number, { visao, de, ate }: Pick<Asked, 'visao' | 'de' | 'ate'>): Result => ({
  visao,
  empresa_id,
  de: `${de}-01`,
  ate: lastDayOfMonth(`${ate}-01`),
})
