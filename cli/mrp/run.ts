import { checkPlan } from '../../core/mrp/check'
import { planCompany } from '../../core/mrp/plan'
import type { PlanInput } from '../../core/mrp/plan-input'
import { type PlanRow, planRows } from '../../core/mrp/plan-rows'
import { CoreError } from '../../core/errors'
import { writeCsv } from '../../core/tabular/csv'
import { refused } from '../exit'

/** What is planned, and what its items are called where their codes are numbers of ours. */
export interface PlanSource {
  readonly input: PlanInput
  readonly names: ReadonlyMap<string, string>
}

/** Plans, telling how far it is. What lies in the input is refused by name. */
export function planOf({ input, names }: PlanSource, onProgress: (done: number, total: number) => void): PlanRow[] {
  try {
    return planRows(input, { onProgress })
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    throw refused(error.message.replaceAll(/'(\d+)'/g, (_, code: string) => `'${names.get(code) ?? code}'`))
  }
}

/** Proves the plan from its input alone. Throws what does not add up. */
export function checked(input: PlanInput): void {
  const { violations } = checkPlan(input, planCompany(input))
  const [first] = violations
  if (first)
    throw refused(
      `O plano não fecha em ${violations.length} ponto(s); o primeiro: ${first.item} ${first.date}: ${first.message}`,
    )
}

export const HEAD = 'item;nivel;acao;falta;quantidade;data_pedido;data;atraso;risco;cobertura'
const ACTIONS = ['nenhuma', 'comprar', 'produzir'] as const

const number = (value: number): string => String(value).replace('.', ',')

/** One item as a line of CSV. */
export function csvLine(row: PlanRow, names: ReadonlyMap<string, string>): string {
  return writeCsv([
    [
      names.get(row.item) ?? row.item,
      String(row.lowLevelCode),
      ACTIONS[row.tipo_acao],
      number(row.falta),
      number(row.quantidade),
      row.data_pedido ?? '-',
      row.data_necessidade ?? '-',
      String(row.days_late),
      number(row.probability),
      row.coverage === null ? '-' : number(row.coverage),
    ],
  ])
}

/** One item as JSON, with its name where it has one. */
export function named(row: PlanRow, names: ReadonlyMap<string, string>): object {
  const name = names.get(row.item)
  return name === undefined ? row : { ...row, name }
}
