import { shownCustom } from '../../../core/custom/shown'
import { type Ctx } from '../context'
import { loadWhere } from '../engine/write'
import { type Resource, resourceNamed, type Row } from '../resource'
import { type Defined } from './definitions'
import { extraOf } from './take'

/** What a record says in a company's own field, as people read it. */
export type OwnText = (record: Row, one: Defined) => string

/** How own fields of records are read: a query for each that refers to records, for all of them together. */
export async function ownTexts(ctx: Ctx, defined: readonly Defined[], records: readonly Row[]): Promise<OwnText> {
  const named = new Map<number, ReadonlyMap<number, string>>()
  for (const { custom, field } of defined) {
    const { ref } = field.meta
    if (ref === undefined) continue
    const ids = [...new Set(records.map((record) => Number(extraOf(record)[custom.id] ?? 0)))].filter((id) => id > 0)
    const to = resourceNamed(ref)
    const found = ids.length === 0 ? [] : await loadWhere(ctx, to, 'id', ids)
    named.set(custom.id, new Map(found.map((row) => [row.id, calledOf(to, row)])))
  }
  return (record, { custom }) => {
    const value = extraOf(record)[custom.id]
    const names = named.get(custom.id)
    return names ? (names.get(Number(value)) ?? '') : shownCustom(custom, value)
  }
}

/** What others call a record: the first text that it shows of itself. */
function calledOf({ display, title }: Resource, row: Row): string {
  const text = display.map((name) => row[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof text === 'string' ? text : `${title} nº ${String(row.id)}`
}
