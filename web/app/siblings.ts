import { replace } from './navigation'

let base = ''
let ids: readonly (number | string)[] = []

/** The list under the forms tells the order of its records, so that a form can go to the next one. */
export function setSiblings(listPath: string, order: readonly (number | string)[]): void {
  base = listPath
  ids = order
}

/** Opens the record before (-1) or after (1) this one in its list, in place of it. False when there is none. */
export function openSibling(path: string, step: 1 | -1): boolean {
  const [, prefix = '', current = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  if (prefix !== `${base}/edit`) return false
  const next = ids[ids.findIndex((id) => String(id) === current) + step]
  if (next === undefined || !ids.some((id) => String(id) === current)) return false
  replace(`${prefix}/${next}`)
  return true
}
