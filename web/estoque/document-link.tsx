import type { ReactElement } from 'react'
import { hasScreen, pathOf } from '../../core/access'
import { open } from '../app/navigation'
import { textOf } from '../ui/row'

/** What moved stock and is no document, as people call it: `saldo_inicial` is 'Saldo inicial'. */
const wordOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`

/** The document that moved stock, by its name and number; it opens. */
export function DocumentLink({ move }: { readonly move: Readonly<Record<string, unknown>> }): ReactElement {
  const [kind, number] = [textOf(move.documento), textOf(move.documento_id)]
  const title = textOf(move.titulo) || wordOf(kind)
  if (!hasScreen(kind)) return <>{title}</>
  const path = pathOf(kind, number)
  return (
    <a
      href={path}
      onClick={(event) => {
        event.preventDefault()
        open(path)
      }}
    >
      {title} {number}
      {move.estorno === true ? ' (estorno)' : ''}
    </a>
  )
}
