import type { Row } from '../../platform/resource'

/** Documents that a note may be of, and the column of the note that names each. */
export const ORIGINS = {
  venda: 'venda_id',
  venda_devolucao: 'venda_devolucao_id',
  devolucao: 'devolucao_id',
  saida: 'saida_id',
  transf_armaz: 'transf_armaz_id',
} as const

export type Origin = keyof typeof ORIGINS

const isOrigin = (name: string): name is Origin => Object.hasOwn(ORIGINS, name)
const NAMES = Object.keys(ORIGINS).filter(isOrigin)

/** The document that a note is of; undefined where it is of none. */
export function originOf(note: Row): { readonly of: Origin; readonly id: number } | undefined {
  const of = NAMES.find((name) => typeof note[ORIGINS[name]] === 'number')
  return of && { of, id: Number(note[ORIGINS[of]]) }
}
