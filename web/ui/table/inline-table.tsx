import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayCreate, mayEdit } from '../../app/access'
import { chosenCompany, post, put, readRow } from '../../app/api'
import { announce, onChanged } from '../../app/events'
import { useKeys } from '../../app/keys'
import { useScreen } from '../../app/screen-context'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../button'
import { deleteRecords } from '../delete-records'
import { NOT_SAVED, tellSaveError } from '../form/save'
import { Icon } from '../icon'
import { EmptyState } from '../pieces'
import type { Row, Values } from '../row'
import { undoSave } from '../undo'
import { DebouncedBox } from './filter-box'
import { ListCount } from './list-count'
import { ListModel } from './list-model'
import { InlineCell, type InlineColumn } from './inline-cell'

export interface InlineTableProps {
  readonly resource: string
  readonly columns: readonly InlineColumn[]
  readonly pageSize?: number
  readonly orderBy?: string
}

interface Inline {
  readonly model: ListModel
  readonly rows: readonly Row[]
  readonly search: string
  readonly setSearch: (text: string) => void
  readonly more: () => void
}

function useRows({ resource, pageSize = 10, orderBy = 'descricao' }: InlineTableProps): Inline {
  useSignals()
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const model = useMemo(() => new ListModel(resource, pageSize), [resource, pageSize])
  const company = chosenCompany.value
  useEffect(() => onChanged(resource, () => model.reload()), [resource, model])
  useEffect(() => {
    model.ask({ search, orderBy, sortedBy: 'asc' }, company)
    model.need(0, pages * pageSize)
  }, [model, search, orderBy, company, pages, pageSize])
  return {
    model,
    rows: model.version.value === 0 ? [] : model.loaded(),
    search,
    setSearch: (text) => {
      setSearch(text)
      setPages(1)
    },
    more: () => setPages((now) => now + 5),
  }
}

/** The row as it was saved; undefined when it was refused, which is told. */
async function saveRow(resource: string, row: Row | null, values: Values): Promise<Row | undefined> {
  try {
    const answer =
      row === null
        ? await post(resource, values, { headers: { 'Idempotency-Key': crypto.randomUUID() } })
        : await put(`${resource}/${row.id}`, { ...values, ...(row.versao === undefined ? {} : { versao: row.versao }) })
    const text = row === null ? 'Registro criado com sucesso.' : 'O registro foi salvo com sucesso.'
    const saved = readRow(answer)
    toast.success(text, undoSave(resource, saved))
    announce(resource)
    return saved
  } catch (error) {
    tellSaveError(error, row === null ? undefined : NOT_SAVED)
    return undefined
  }
}

interface EditorProps {
  readonly resource: string
  readonly columns: readonly InlineColumn[]
  readonly row: Row | null
  /** With the row that was saved, where one was. */
  readonly onDone: (saved?: Row) => void
}

/** One row being written: Enter saves, Esc leaves. */
function RowEditor({ resource, columns, row, onDone }: EditorProps): ReactElement {
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(
      columns
        .flatMap((column) => [column.field, ...(column.object === undefined ? [] : [column.object])])
        .map((field) => [field, row?.[field] ?? null]),
    ),
  )
  const [fault, setFault] = useState<{ field: string; text: string } | null>(null)
  const line = useRef<HTMLTableRowElement>(null)
  const busy = useRef(false)
  useEffect(() => line.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const save = async (): Promise<void> => {
    const missing = columns.find(
      (column) => column.requiredText !== undefined && (values[column.field] === null || values[column.field] === ''),
    )
    if (missing !== undefined) {
      setFault({ field: missing.field, text: missing.requiredText ?? '' })
      line.current?.querySelector<HTMLElement>(`[data-field="${missing.field}"] :is(input, select)`)?.focus()
      return
    }
    if (busy.current) return
    busy.current = true
    const sent = Object.fromEntries(columns.map(({ field }) => [field, values[field] ?? null]))
    const saved = await saveRow(resource, row, sent)
    if (saved !== undefined) onDone(saved)
    busy.current = false
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Escape') onDone()
    else void save()
  }
  useKeys({ save: () => void save() })
  return (
    <tr ref={line} className="inline-edit" onKeyDown={keys}>
      {columns.map((column) => (
        <td key={column.field} data-field={column.field}>
          <InlineCell
            column={column}
            values={values}
            onChange={(changes) => {
              setFault(null)
              setValues((now) => ({ ...now, ...changes }))
            }}
          />
          {fault?.field === column.field ? (
            <span className="field-popup" role="alert">
              {fault.text}
            </span>
          ) : null}
        </td>
      ))}
      <td className="inline-actions">
        <IconButton icon="check" label="Salvar" hotkey="save" onClick={() => void save()} />
        <IconButton icon="close" label="Cancelar" onClick={() => onDone()} />
      </td>
    </tr>
  )
}

interface InlineHeadProps {
  readonly inline: Inline
  readonly searchId: string
  readonly onAdd: (() => void) | undefined
}

function InlineHead({ inline, searchId, onAdd }: InlineHeadProps): ReactElement {
  useSignals()
  const { title } = useScreen()
  const { model } = inline
  return (
    <header className="list-head">
      <h1>
        {title}
        {model.fresh.value ? null : (
          <small>
            <ListCount model={model} />
          </small>
        )}
      </h1>
      <div className="list-tools">
        <div className="search-box" id={searchId}>
          <Icon name="search" size={14} />
          <DebouncedBox label="Pesquisar" placeholder="Pesquisar" value={inline.search} onChange={inline.setSearch} />
        </div>
        <span className="spacer" />
        {onAdd === undefined ? null : (
          <Button kind="primary" icon="add" hotkey="list_new" onClick={onAdd}>
            Criar
          </Button>
        )}
      </div>
    </header>
  )
}

function InlineHeadings({ columns }: Pick<InlineTableProps, 'columns'>): ReactElement {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.field} scope="col" style={column.width === undefined ? undefined : { width: column.width }}>
            {column.label}
          </th>
        ))}
        <th scope="col" className="inline-actions">
          <span className="sr-only">Ações</span>
        </th>
      </tr>
    </thead>
  )
}

/** The focus goes from a row's editor to the row, as soon as it shows; without one, to the list. */
function useRowFocus(box: RefObject<HTMLElement | null>, rows: readonly Row[]): (id: Row['id'] | undefined) => void {
  const wanted = useRef<Row['id'] | undefined>(undefined)
  const look = (): void => {
    const row = box.current?.querySelector<HTMLElement>(`[data-id="${wanted.current}"] button`)
    if (wanted.current === undefined || !row) return
    wanted.current = undefined
    row.focus()
  }
  useEffect(look, [rows, box])
  useEffect(() => box.current?.focus({ preventScroll: true }), [box])
  return (id) => {
    wanted.current = id
    box.current?.focus({ preventScroll: true })
  }
}

/** A small register edited in its own list: `n` adds a row, Enter saves it, Esc leaves it. */
export function InlineTable(props: InlineTableProps): ReactElement {
  useSignals()
  const { resource, columns } = props
  const screen = useScreen()
  const inline = useRows(props)
  const { rows, model } = inline
  const searchId = useId()
  const [editing, setEditing] = useState<number | string | null>(null)
  const editable = mayEdit(rights.value, screen.right) || mayCreate(rights.value, screen.right)
  const add = (): void => setEditing('new')
  const box = useRef<HTMLDivElement>(null)
  const goTo = useRowFocus(box, rows)
  const done = (row: Row | null | undefined): void => {
    goTo(row?.id)
    setEditing(null)
  }
  const nameOf = (row: Row): string => columns.map((column) => column.show(row)).join(' ')
  useKeys({
    list_new: editable ? add : undefined,
    list_search: () => document.getElementById(searchId)?.querySelector('input')?.focus(),
    list_refresh: () => model.reload(),
  })
  const editor = (row: Row | null): ReactElement => (
    <RowEditor
      key={row?.id ?? 'new'}
      resource={resource}
      columns={columns}
      row={row}
      onDone={(saved) => done(saved ?? row)}
    />
  )
  const shown = (row: Row): ReactElement => (
    <InlineRow
      key={row.id}
      row={row}
      columns={columns}
      editable={editable}
      onEdit={() => setEditing(row.id)}
      onDelete={() => void deleteRecords({ resource, rows: [row], nameOf })}
    />
  )
  return (
    <section className="list">
      <InlineHead inline={inline} searchId={searchId} onAdd={editable ? add : undefined} />
      <div ref={box} className="inline-scroll" tabIndex={0} role="region" aria-label={screen.title}>
        <table className="inline-table">
          <InlineHeadings columns={columns} />
          <tbody>
            {editing === 'new' ? editor(null) : null}
            {rows.map((row) => (row.id === editing ? editor(row) : shown(row)))}
          </tbody>
        </table>
        {rows.length === 0 && editing === null && !model.fresh.value ? (
          <EmptyState text="Nenhum registro encontrado" {...(editable ? { hotkey: 'N', hint: 'para criar' } : {})} />
        ) : null}
        {rows.length < model.total.value ? <Button onClick={inline.more}>Mostrar mais</Button> : null}
      </div>
    </section>
  )
}

interface InlineRowProps {
  readonly row: Row
  readonly columns: readonly InlineColumn[]
  readonly editable: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function InlineRow({ row, columns, editable, onEdit, onDelete }: InlineRowProps): ReactElement {
  return (
    <tr onDoubleClick={editable ? onEdit : undefined} data-id={row.id}>
      {columns.map((column) => (
        <td key={column.field}>{column.show(row)}</td>
      ))}
      <td className="inline-actions">
        {editable ? (
          <>
            <IconButton
              icon="edit"
              label={`Editar ${columns.map((column) => column.show(row)).join(' ')}`}
              onClick={onEdit}
            />
            <IconButton
              icon="trash"
              label={`Excluir ${columns.map((column) => column.show(row)).join(' ')}`}
              onClick={onDelete}
            />
          </>
        ) : null}
      </td>
    </tr>
  )
}
