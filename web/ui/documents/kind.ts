import { pathOf } from '../../../core/access'
import { verbOn, type Life } from '../../../core/lifecycle/life'
import { willOf } from '../../../core/lifecycle/standing'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { getPath, numberOf, type Row } from '../row'

/** `o pedido de compra`: its article, and its noun. */
const named = ({ the }: Life): readonly [article: string, noun: string] => [the.slice(0, 1), the.slice(2)]
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The question before a verb, and what it will do. */
export function questionOf(life: Life, row: Row, name: string): { readonly title: string; readonly text: string } {
  const verb = life.verbs[name]
  const named = verb === undefined ? '' : verbOn(verb, `${life.the} ${row.id}`)
  return { title: `${named}?`, text: willOf(life, row, name) ?? '' }
}

/** A kind of document as its screens know it. */
export interface DocumentKind {
  readonly life: Life
  /** The main path of its resource: `compras/pedido_compra`. */
  readonly resource: string
  /** The name of its resource: `pedido_compra`. */
  readonly name: string
  readonly right: string
}

/** Makes an open copy and goes to it. */
export async function duplicate({ life, resource, name }: DocumentKind, id: Row['id']): Promise<void> {
  try {
    const answer = await post(`${resource}/${id}/duplica`)
    const copy = numberOf(getPath(answer, `${name}.id`))
    announce(resource)
    if (copy === null) return
    const [article, noun] = named(life)
    toast.success(`${capital(noun)} ${copy} criad${article}, cópia d${article} ${id}.`)
    go(pathOf(name, copy))
  } catch (error) {
    toast.error(error, life.verbs.duplica?.failed)
  }
}
