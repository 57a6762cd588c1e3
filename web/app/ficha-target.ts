/** What tells the view of a register's life (`ficha`) which record is meant: marks on fields, forms and lines, and rows of lists. */

const KINDS = new Set(['cliente', 'fornecedor', 'mercadoria'])

export interface FichaTarget {
  readonly resource: string
  readonly id: string
}

const nameOf = (resource: string): string => resource.split('/').at(-1) ?? ''

/** Has the register a view of its life? */
export const hasFicha = (resource: string): boolean => KINDS.has(nameOf(resource))

/** The mark of what shows a record: `cliente:12`. Undefined for records without such a view, and where there is none. */
export function fichaMark(resource: string, id: unknown): string | undefined {
  const known = typeof id === 'number' || (typeof id === 'string' && id !== '' && id !== 'new')
  return known && hasFicha(resource) ? `${nameOf(resource)}:${String(id)}` : undefined
}

function read(mark: string | undefined): FichaTarget | undefined {
  const [resource = '', id = ''] = mark?.split(':') ?? []
  return id === '' ? undefined : { resource, id }
}

/** A grid keeps the focus itself and names the cell or row that is active in it. */
function activeOf(element: Element): Element {
  const active = element.getAttribute('aria-activedescendant')
  const named = active === null || element.matches('input') ? null : document.getElementById(active)
  return named ?? element
}

function ofRow(element: Element): string | undefined {
  const row = element.closest('[data-id]')?.getAttribute('data-id')
  const list = element.closest('[data-ficha-of]')?.getAttribute('data-ficha-of')
  return row && list ? fichaMark(list, row) : undefined
}

/** The record that is under the hands: of the field or line with the focus, of the row of a list, else of the form on top. */
export function fichaUnder(focused: Element | null): FichaTarget | undefined {
  const element = focused === null ? null : activeOf(focused)
  const marked = element?.closest('[data-ficha]')?.getAttribute('data-ficha') ?? (element ? ofRow(element) : undefined)
  const form = [...document.querySelectorAll('dialog[open]')].at(-1)?.querySelector('form[data-ficha]')
  return read(marked ?? form?.getAttribute('data-ficha') ?? undefined)
}
