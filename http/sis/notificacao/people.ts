import * as v from 'valibot'
import { identifier } from '../../platform/inputs'
import type { Row } from '../../platform/resource'

/** Users of one template that are told of one document, at most. */
export const MOST_TOLD = 200

const names = v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(50))
const users = v.pipe(v.array(identifier), v.maxLength(MOST_TOLD))

/** What a template says wrongly of whom it tells within the product, by field. */
export function faultsOfPeople({ papeis, usuarios }: Row): Readonly<Record<string, string>> | undefined {
  const faults = {
    ...(v.is(v.nullish(names), papeis) ? {} : { papeis: 'Informe uma lista de até 50 papéis.' }),
    ...(v.is(v.nullish(users), usuarios) ? {} : { usuarios: `Informe uma lista de até ${MOST_TOLD} usuários.` }),
  }
  return Object.keys(faults).length > 0 ? faults : undefined
}

/** A stored list; none where nothing is stored. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Does a template name anybody of the company's own people? */
export const namesPeople = ({ papeis, usuarios }: { readonly papeis: unknown; readonly usuarios: unknown }): boolean =>
  listOf(papeis).length + listOf(usuarios).length > 0
