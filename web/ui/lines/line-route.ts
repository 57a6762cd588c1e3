import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { isSet, textOf, type Values } from '../row'
import type { Line } from './lines-state'

/** Where the lines of a document have forms of their own: over the document's form, which stays open under them. */
export interface LineRoute {
  /** The address of the document's form; none where it lies inside of another form: its lines do not open. */
  readonly path: string | undefined
  /** The part of the address that is the line's: `pedido_compra_mercadoria`. */
  readonly route: string
  /** The field of a line that names its document. */
  readonly link: string
  /** What else the address tells of the document. */
  readonly tells?: (document: Values) => Values
  /** Why a line that has not been saved does not open; without it, it opens by its key. */
  readonly unsaved?: string
}

/** The address of a line's form (`new` for one that begins there). What is empty is not told. */
export function lineAddress({ path = '', route, link, tells }: LineRoute, line: string, document: Values): string {
  const told = Object.entries({ [link]: document.id, ...tells?.(document) }).map(([name, value]) => [
    name,
    textOf(value),
  ])
  const query = new URLSearchParams(told.filter(([, text]) => text !== ''))
  return `${path}/${route}/${line}?${query.toString()}`
}

/** Opens a line of the document. */
export function openLine(to: LineRoute, line: Line, document: Values): void {
  if (to.path === undefined) return
  if (!isSet(line.id) && to.unsaved !== undefined) return toast.alert(to.unsaved)
  open(lineAddress(to, isSet(line.id) ? textOf(line.id) : line.key, document))
}
