import { confirm } from '../confirm'
import { displayName, folded } from '../format'
import { isSet, textOf, type Row, type Values } from '../row'
import type { FormModel } from './form-model'

/** What a look-up found, by field; a reference comes with the record that it shows (`cMun` with `cMun_ref`). */
export interface Found {
  readonly values: Values
  readonly shown?: Readonly<Record<string, Row>>
}

interface Difference {
  readonly name: string
  readonly mine: string
  readonly found: string
}

/** The fields that what was found would fill, and those that hold something else already. Case and accents make no difference. */
export function compare(
  now: Values,
  { values, shown = {} }: Found,
): { readonly empty: readonly string[]; readonly other: readonly Difference[] } {
  const told = Object.keys(values).filter((name) => isSet(values[name]))
  const empty = told.filter((name) => !isSet(now[name]))
  const other = told.flatMap((name) => {
    if (!isSet(now[name]) || folded(textOf(now[name])) === folded(textOf(values[name]))) return []
    const record = shown[name]
    return [
      {
        name,
        mine: record === undefined ? textOf(now[name]) : displayName(now[`${name}_ref`]),
        found: record === undefined ? textOf(values[name]) : displayName(record),
      },
    ]
  })
  return { empty, other }
}

/** Fills what is empty. What differs is shown, and changed only when the person says so. */
export async function fill(form: FormModel, found: Found): Promise<void> {
  const take = (names: readonly string[]): void =>
    form.patch(
      Object.fromEntries(
        names.flatMap((name) => {
          const record = found.shown?.[name]
          return [[name, found.values[name]], ...(record === undefined ? [] : [[`${name}_ref`, record]])]
        }),
      ),
    )
  const { empty, other } = compare(form.values.value, found)
  take(empty)
  if (other.length === 0) return
  const text = other.map(({ name, mine, found: theirs }) => `${form.labelOf(name)}: ${mine} → ${theirs}`).join('; ')
  const question = { title: 'A consulta encontrou dados diferentes', text, action: 'Trocar', cancel: 'Manter os meus' }
  if (await confirm(question)) take(other.map(({ name }) => name))
}
