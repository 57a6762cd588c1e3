import { mayEdit, type WriteRight } from '../../app/access'
import { rights } from '../../app/session'
import type { Row } from '../row'

interface Work {
  /** The document that is worked at; null while it is loaded. */
  readonly row: Row | null
  readonly right: WriteRight
  /** Said to who may only look. */
  readonly forbidden: string
  /** Why the document takes nothing now. */
  readonly refusal: (row: Row) => string | undefined
}

/** Why nothing can be read on a screen that is worked by scanner; '' where it can. */
export function whyNotRead({ row, right, forbidden, refusal }: Work): string {
  if (!mayEdit(rights.value, right)) return forbidden
  return row === null ? 'Abrindo…' : (refusal(row) ?? '')
}
