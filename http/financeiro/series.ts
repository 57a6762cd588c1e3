import { civilDate, datePartsOf, daysInMonth } from '../../core/br/civil-date'
import { SERIES_FIELDS } from '../../core/fields/financeiro/titulos'
import type { Ctx } from '../platform/context'
import { loadWhere } from '../platform/engine/write'
import { save } from '../platform/engine/save'
import { invalid } from '../platform/errors'
import { resourceNamed, type Row } from '../platform/resource'
import { splitRows } from './split-hooks'

/** What a change of one title of a series does to the later ones that are open: "this one and those that follow". */

const RESOURCES = { receber: 'contas_receber', pagar: 'contas_pagar' } as const

/** The fields that are named, each of a series. Throws 422 for any other. */
function fieldsNamed(told: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(told) ? told : [told]
  const known = SERIES_FIELDS.filter((name) => list.includes(name))
  if (known.length < list.length)
    throw invalid({ recorrencia_campos: [`Só vão às seguintes: ${SERIES_FIELDS.join(', ')}.`] })
  return known
}

/** The day of another date in the month of this one, or the month's last. */
function dayIn(month: string, date: string): string {
  const { year, month: n } = datePartsOf(month)
  return civilDate(year, n, Math.min(datePartsOf(date).day, daysInMonth(year, n)))
}

/** The split of a payable, in the proportions that it has, of another value. */
async function splitOf(ctx: Ctx, id: number, value: unknown): Promise<Row> {
  const own = await loadWhere(ctx, resourceNamed('contas_pagar_rateio'), 'conta_pagar_id', [id])
  const taking = own.filter((one) => one.checked === true)
  if (taking.length === 0) return {}
  return { centro_custo_rateio_list: splitRows(taking, String(value)) }
}

/** Takes fields of a title over to the open ones of its series that come later, by the rules of a change by hand. Throws what those throw. */
export async function followSeries(ctx: Ctx, kind: 'receber' | 'pagar', record: Row, told: unknown): Promise<void> {
  const names = fieldsNamed(told)
  if (names.length === 0 || typeof record.recorrencia_id !== 'number') return
  const resource = resourceNamed(RESOURCES[kind])
  const series = await loadWhere(ctx, resource, 'recorrencia_id', [record.recorrencia_id], { lock: true })
  const later = series
    .filter((one) => one.status === 0 && Number(one.recorrencia_n) > Number(record.recorrencia_n))
    .toSorted((one, other) => one.id - other.id)
  for (const title of later) {
    const body: Row = Object.fromEntries(names.map((name) => [name, record[name]]))
    if (names.includes('dVencimento')) body.dVencimento = dayIn(String(title.dVencimento), String(record.dVencimento))
    if (kind === 'pagar' && names.includes('vDup')) Object.assign(body, await splitOf(ctx, title.id, record.vDup))
    await save(ctx, resource, title.id, body)
  }
}
