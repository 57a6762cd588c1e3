import { useEffect, useEffectEvent } from 'react'
import { toast } from '../../app/toasts'
import { useSearch } from '../form/row-combobox'
import type { Line, LineColumn, LineReference } from './lines-state'
import type { Grid, LateCell } from './use-grid'

interface LateChoiceProps {
  readonly choice: LateCell
  readonly grid: Grid
  readonly lines: readonly Line[]
  readonly columns: readonly LineColumn[]
}

/** Finds the record for a cell that was left between Enter and its answer: who types fast goes on, and the row comes after. Shows nothing. */
export function LateChoice({ choice, grid, lines, columns }: LateChoiceProps): null {
  const line = lines.find(({ key }) => key === choice.line)
  const reference = columns[choice.column]?.reference
  const { rows, asking } = useSearch(sourceOf(reference, line), choice.words, line !== undefined)
  const [best] = rows
  const settle = useEffectEvent(() => {
    grid.settle(choice, best ?? null)
    if (best === undefined && line !== undefined) toast.alert(`Nenhum registro encontrado para “${choice.words}”.`)
  })
  useEffect(() => {
    if (!asking) settle()
  }, [asking])
  return null
}

function sourceOf(reference: LineReference | undefined, line: Line | undefined): Parameters<typeof useSearch>[0] {
  if (reference === undefined || line === undefined) return { resource: '' }
  const where = typeof reference.where === 'function' ? reference.where(line) : reference.where
  const nameOf = (row: Parameters<LineReference['show']>[0]): string => reference.show(row)
  return {
    resource: reference.resource,
    minChars: reference.minChars ?? 0,
    nameOf,
    ...(where === undefined ? {} : { where }),
  }
}
