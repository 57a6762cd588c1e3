import type { Life } from '../lifecycle/life'
import { statusDoc, statusSql } from '../lifecycle/standing'
import { f, type Field, type Fields } from './field'

/** The fields that a life gives to its document: its dates `D`, the reasons `R` that it keeps, and the number of its state. */
export type LifeFields<D extends string, R extends string> = Readonly<Record<D | R, Field<string | null>>> & {
  readonly status: Field<number>
}

/** The number of a document's state, which the database computes from its dates, and the words of each. */
export function statusField(life: Life): Field<number> {
  const words = Object.fromEntries(life.order.map(({ n, word }) => [n, word]))
  const doc = statusDoc(life)
  return f.generated('Situação', statusSql(life), { words, ...(doc === '' ? {} : { doc }) })
}

/** The same as data: written by verbs alone. */
export function lifeFields(life: Life): Fields {
  const dates = Object.entries(life.dates).map(([name, label]) => [name, f.datetime(label).computed()])
  const reasons = Object.entries(life.reasons ?? {}).map(([name, label]) => [
    name,
    f.text(label, { max: 500 }).computed(),
  ])
  return {
    ...Object.fromEntries([...dates, ...reasons]),
    status: statusField(life),
  }
}
