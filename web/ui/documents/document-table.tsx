import { useMemo, type ReactElement } from 'react'
import type { Column } from '../table/columns'
import { ResourceTable, type ResourceTableProps } from '../table/resource-table'
import { bulkActions, type BulkAsks } from './bulk-actions'
import { duplicate, type DocumentKind } from './kind'
import { printAction } from './print'
import { stateColumn, stateViews } from './state'

interface DocumentTableProps extends Omit<ResourceTableProps, 'resource' | 'duplicate'> {
  readonly kind: DocumentKind
  /** Its documents go on paper: those that are chosen are printed together. */
  readonly printed?: boolean
  /** Verbs that are asked in their own way of those that are chosen. */
  readonly asks?: BulkAsks
  /** Of the column of states, in pixels. */
  readonly stateWidth?: number
}

/** The columns with that of the states, which ends what is shown at first. */
function withState(columns: readonly Column[], state: Column): readonly Column[] {
  return columns.toSpliced(columns.findLastIndex((one) => one.hidden !== true) + 1, 0, state)
}

/** The list of a kind of documents: where each stands, a view a state unless others are given, copies where its life has them, prints, and every verb of the life on all that are chosen. */
export function DocumentTable({ kind, printed = false, asks, stateWidth, ...table }: DocumentTableProps): ReactElement {
  const { columns, views, actions } = table
  const parts = useMemo(
    () => ({
      columns: withState(columns, stateColumn(kind.life, stateWidth)),
      views: views ?? stateViews(kind.life),
      actions: [...bulkActions(kind, asks), ...(printed ? [printAction(kind.name)] : []), ...(actions ?? [])],
    }),
    [kind, printed, asks, stateWidth, columns, views, actions],
  )
  const copies = Object.values(kind.life.verbs).some((verb) => verb.copies === true)
  return (
    <ResourceTable
      {...table}
      {...parts}
      resource={kind.resource}
      {...(copies ? { duplicate: (row) => duplicate(kind, row.id) } : {})}
    />
  )
}
