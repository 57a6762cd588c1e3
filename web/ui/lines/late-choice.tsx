import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from '../form/context'
import { tellNothingFound, useSearch } from '../form/row-combobox'
import type { SearchSource } from '../form/search-source'
import { searchOf, type Line, type LineColumn } from './lines-state'
import type { Grid, LateCell } from './use-grid'

/** The line is gone. */
const NOWHERE: SearchSource = { resource: '' }

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
  const source = reference === undefined || line === undefined ? NOWHERE : searchOf(reference, line)
  const { rows, asking } = useSearch(source, choice.words, source !== NOWHERE)
  const [best] = rows
  const form = useForm()
  const chosen = useRef<(found: boolean) => void>(undefined)
  useEffect(() => {
    chosen.current = form.awaitChoice()
    return () => chosen.current?.(true)
  }, [form])
  const settle = useEffectEvent(() => {
    grid.settle(choice, best ?? null)
    const missed = best === undefined && line !== undefined
    chosen.current?.(!missed)
    if (missed) tellNothingFound(choice.words)
  })
  useEffect(() => {
    if (!asking) settle()
  }, [asking])
  return null
}
