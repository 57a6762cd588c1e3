import { useState } from 'react'
import { isRecord, rowsOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

interface Shelves {
  readonly shelves: readonly Row[]
  readonly shelf: Row | null
  readonly onShelf: (shelf: Row | null) => void
}

/** The places of the company that take goods, and the one that what is read is put into. */
export function useShelves(): Shelves {
  const answer = useLoaded('estoque/armazenamento?perPage=200&where=%7B%22bloqueado%22%3Afalse%7D', 'armazenamento')
  const [shelf, onShelf] = useState<Row | null>(null)
  return { shelves: isRecord(answer) ? rowsOf(answer.data) : [], shelf, onShelf }
}
