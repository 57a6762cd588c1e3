import { mayCreate, type WriteRight } from '../../app/access'
import { open as openPath } from '../../app/navigation'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { confirmDeletion, deleteRecords } from '../delete-records'
import type { IconName } from '../icon'
import type { MenuItem } from '../menu'
import type { Row } from '../row'
import { BULK_LIMIT, startBulk, TOO_MANY } from './bulk'
import { cellText, type Column } from './columns'
import type { Selection, Table } from './use-table'

/** A verb of the list, on the selected rows or on the one under the focus. */
export interface TableAction {
  readonly label: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly run: (rows: readonly Row[]) => void | Promise<void>
  /** Why it cannot be done with these rows; undefined when it can. */
  readonly reason?: (rows: readonly Row[]) => string | undefined
  /** What is said where no row is chosen. */
  readonly nothing?: string
  /** It is about the list as a whole: no row is needed. */
  readonly whole?: true
  /** Offered to those alone who may create records under this right. */
  readonly right?: WriteRight
}

/** What a table says about its verbs. */
export interface VerbOptions {
  readonly resource: string
  readonly actions?: readonly TableAction[]
  /** Offers `d`: makes a copy, and opens it. */
  readonly duplicate?: (row: Row) => void | Promise<void>
}

/** Most rows that are selected at once. */
export const SELECT_LIMIT = 10_000
const NOTHING_CHOSEN = 'Selecione um registro.'
const NO_ACTIONS: readonly TableAction[] = []

/** Deletes one record at once; several by a task, where each that is in use is told with its reason. */
async function eraseSelected(source: VerbSource, rows: readonly Row[]): Promise<void> {
  const { props, columns, selection, screenPath } = source
  const { resource } = props
  const [name] = columns
  const nameOf = (row: Row): string => (name === undefined ? `nº ${row.id}` : cellText(name, row))
  const address = (id: Row['id']): string => `${screenPath}/edit/${id}`
  const gone =
    rows.length === 1
      ? await deleteRecords({ resource, rows, nameOf })
      : (await confirmDeletion(rows.map(nameOf))) &&
        (await startBulk({ resource, action: 'exclui', label: 'Excluir', address }, rows))
  if (gone) selection.clear()
}

export interface Verbs {
  /** None where nothing is created, deleted or copied. */
  readonly create: (() => void) | undefined
  readonly erase: (() => void) | undefined
  readonly duplicate: (() => void) | undefined
  readonly export: () => void
  readonly items: readonly MenuItem[]
}

interface VerbSource {
  readonly props: VerbOptions
  readonly table: Table
  readonly selection: Selection
  readonly columns: readonly Column[]
  readonly active: number
  readonly creatable: boolean
  readonly deletable: boolean
  /** The right that is missing to delete what could be deleted. */
  readonly undeletable: string | undefined
  readonly screenPath: string
}

async function exportAs(format: 'xlsx' | 'csv', { props, table, columns }: VerbSource): Promise<void> {
  try {
    const { exportList } = await import('./export-list')
    await exportList({ resource: props.resource, format, columns, model: table.model })
  } catch (error) {
    toast.error(error, 'Não foi possível exportar')
  }
}

/** What can be done in a list, and with which rows. */
export function verbsOf(source: VerbSource): Verbs {
  const { props, table, selection, active, creatable, deletable, undeletable, screenPath } = source
  const under = table.model.rowAt(active)
  const rows = selection.rows.size > 0 ? [...selection.rows.values()] : under === undefined ? [] : [under]
  const nothing = rows.length === 0 ? NOTHING_CHOSEN : undefined
  const { duplicate: copy } = props
  const tellNone = (): void => toast.alert(NOTHING_CHOSEN)
  const eraseThem = (): void => (rows.length === 0 ? tellNone() : void eraseSelected(source, rows))
  const erase = deletable && rows.length <= BULK_LIMIT ? eraseThem : undefined
  const copyIt = (): void => (under === undefined ? tellNone() : void copy?.(under))
  const duplicate = copy !== undefined && creatable ? copyIt : undefined
  const create = creatable ? (): void => openPath(`${screenPath}/edit/new`) : undefined
  const offered = (props.actions ?? NO_ACTIONS).filter(
    ({ right }) => right === undefined || mayCreate(rights.value, right),
  )
  const own = offered.map((action): MenuItem => {
    const reason = action.whole ? undefined : ((nothing && (action.nothing ?? nothing)) ?? action.reason?.(rows))
    return {
      label: action.label,
      onSelect: () => void action.run(rows),
      ...(action.icon ? { icon: action.icon } : {}),
      ...(action.danger ? { danger: true } : {}),
      ...(reason === undefined ? {} : { reason }),
    }
  })
  const items: MenuItem[] = [...own]
  if (duplicate !== undefined)
    items.push({
      label: 'Duplicar',
      icon: 'copy',
      hotkey: 'list_duplicate',
      onSelect: duplicate,
      ...(under === undefined ? { reason: NOTHING_CHOSEN } : {}),
    })
  const toXlsx = (): void => void exportAs('xlsx', source)
  items.push(
    { label: 'Exportar XLSX', icon: 'export', hotkey: 'list_export', onSelect: toXlsx },
    { label: 'Exportar CSV', icon: 'export', onSelect: () => void exportAs('csv', source) },
  )
  if (deletable || undeletable !== undefined) {
    const reason = undeletable ?? nothing ?? (rows.length > BULK_LIMIT ? TOO_MANY : undefined)
    items.push({
      label: rows.length > 1 ? `Excluir ${rows.length}` : 'Excluir',
      icon: 'trash',
      danger: true,
      hotkey: 'list_delete',
      onSelect: () => erase?.(),
      ...(reason === undefined ? {} : { reason }),
    })
  }
  return { create, erase, duplicate, export: toXlsx, items }
}
