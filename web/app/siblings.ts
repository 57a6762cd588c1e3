import { signal } from '@preact/signals-react'
import type { Row } from '../ui/row'
import { replace } from './navigation'
import { toast } from './toasts'

/** The order of a list's records, as the forms over it go through them. */
export interface SiblingOrder {
  /** Address of the list. */
  readonly path: string
  /** The record before (-1) or after (1) this one, fetched where the list has not shown it yet; undefined at the end, or for what is not in it. */
  readonly neighbour: (id: string, step: 1 | -1) => Promise<Row | undefined>
}

/** By the address of the list: one may stand in the form of another's record. */
const orders = new Map<string, SiblingOrder>()

/** The record that was last open over a list, or made there: its list stands on it as soon as it shows it. */
export const standsAt = signal<{ readonly list: string; readonly id: string } | null>(null)

/** The list under a record's form, at this address, shall stand on it. */
export function standAt(path: string | undefined, id: Row['id']): void {
  const [, list] = /^(.*)\/edit\/[^/]+$/.exec(path ?? '') ?? []
  if (list !== undefined) standsAt.value = { list, id: String(id) }
}

/** The list under the forms tells the order of its records, so that a form can go to the next one. */
export function setSiblings(of: SiblingOrder): () => void {
  orders.set(of.path, of)
  return () => {
    if (orders.get(of.path) === of) orders.delete(of.path)
  }
}

/** Opens the record before (-1) or after (1) this one in its list, in place of it. False where no list lies under it. */
export function openSibling(path: string, step: 1 | -1): boolean {
  const [, prefix = '', current = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const order = orders.get(prefix.replace(/\/edit$/, ''))
  if (order === undefined || prefix !== `${order.path}/edit`) return false
  const go = async ({ neighbour }: SiblingOrder): Promise<void> => {
    try {
      const next = await neighbour(current, step)
      if (next !== undefined) replace(`${prefix}/${next.id}`)
      else toast.info(step > 0 ? 'Não há próximo registro na lista.' : 'Não há registro anterior na lista.')
    } catch (error) {
      toast.error(error)
    }
  }
  void go(order)
  return true
}
