import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayCreate, mayEdit } from '../../app/access'
import { chosenCompany, list, post, put, remove } from '../../app/api'
import { announce, onChanged } from '../../app/events'
import { useKeys } from '../../app/keys'
import { useScreen } from '../../app/screen-context'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../button'
import { confirm } from '../confirm'
import { formatCount } from '../format'
import { tellSaveError } from '../form/save'
import { Icon } from '../icon'
import { EmptyState } from '../pieces'
import type { Row, Values } from '../row'
import { DebouncedBox } from './table-header'
import { InlineCell, type InlineColumn } from './inline-cell'

export interface InlineTableProps {
  readonly resource: string
  readonly columns: readonly InlineColumn[]
  readonly pageSize?: number
  readonly orderBy?: string
}

interface Loaded {
  readonly rows: readonly Row[]
  readonly total: number
  readonly capped: boolean
}

interface Inline extends Loaded {
  readonly search: string
  readonly setSearch: (text: string) => void
  readonly more: () => void
}

function useRows({ resource, pageSize = 10, orderBy = 'descricao' }: InlineTableProps): Inline {
  useSignals()
  const [loaded, setLoaded] = useState<Loaded>({ rows: [], total: 0, capped: false })
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const [tick, setTick] = useState(0)
  const company = chosenCompany.value
  useEffect(() => onChanged(resource, () => setTick((now) => now + 1)), [resource])
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const page = await list(resource, { search, perPage: limit, orderBy, sortedBy: 'asc' }, stop.signal)
        setLoaded({ rows: page.data, total: page.total, capped: page.capped })
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [resource, search, limit, orderBy, company, tick])
  return {
    ...loaded,
    search,
    setSearch: (text) => {
      setSearch(text)
      setLimit(pageSize)
    },
    more: () => setLimit(Math.min(1000, limit + 50)),
  }
}

async function saveRow(resource: string, row: Row | null, values: Values): Promise<boolean> {
  try {
    if (row === null) await post(resource, values, { headers: { 'Idempotency-Key': crypto.randomUUID() } })
    else await put(`${resource}/${row.id}`, { ...values, ...(row.versao === undefined ? {} : { versao: row.versao }) })
    toast.success(row === null ? 'Registro criado com sucesso.' : 'O registro foi salvo com sucesso.')
    announce(resource)
    return true
  } catch (error) {
    tellSaveError(error, row === null)
    return false
  }
}

async function deleteRow(resource: string, row: Row): Promise<void> {
  if (!(await confirm({ title: 'Excluir registro?', action: 'Excluir', danger: true }))) return
  try {
    await remove(`${resource}/${row.id}`)
    toast.success('Registro excluido com sucesso.')
    announce(resource)
  } catch (error) {
    toast.error(error, 'Não foi possível excluir')
  }
}

interface EditorProps {
  readonly resource: string
  readonly columns: readonly InlineColumn[]
  readonly row: Row | null
  readonly onDone: () => void
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
    if (await saveRow(resource, row, sent)) onDone()
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
        <IconButton icon="close" label="Cancelar" onClick={onDone} />
      </td>
    </tr>
  )
}

/** A small register edited in its own list: `n` adds a row, Enter saves it, Esc leaves it. */
export function InlineTable(props: InlineTableProps): ReactElement {
  useSignals()
  const { resource, columns } = props
  const screen = useScreen()
  const inline = useRows(props)
  const [editing, setEditing] = useState<number | string | null>(null)
  const editable = mayEdit(rights.value, screen.right) || mayCreate(rights.value, screen.right)
  const search = useRef<HTMLDivElement>(null)
  const add = (): void | false => (editable ? setEditing('new') : false)
  useKeys({ list_new: add, list_search: () => search.current?.querySelector('input')?.focus() })
  const editor = (row: Row | null): ReactElement => (
    <RowEditor key={row?.id ?? 'new'} resource={resource} columns={columns} row={row} onDone={() => setEditing(null)} />
  )
  return (
    <section className="list">
      <header className="list-head">
        <h1>
          {screen.title}
          <small>{formatCount(inline.total, inline.capped)}</small>
        </h1>
        <div className="list-tools">
          <div className="search-box" ref={search}>
            <Icon name="search" size={14} />
            <DebouncedBox label="Pesquisar" placeholder="Pesquisar" value={inline.search} onChange={inline.setSearch} />
          </div>
          <span className="spacer" />
          {editable ? (
            <Button kind="primary" icon="add" hotkey="list_new" onClick={() => void add()}>
              Criar
            </Button>
          ) : null}
        </div>
      </header>
      <div className="inline-scroll" tabIndex={0} role="region" aria-label={screen.title}>
        <table className="inline-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.field}
                  scope="col"
                  style={column.width === undefined ? undefined : { width: column.width }}
                >
                  {column.label}
                </th>
              ))}
              <th scope="col" className="inline-actions">
                <span className="sr-only">Ações</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {editing === 'new' ? editor(null) : null}
            {inline.rows.map((row) =>
              row.id === editing ? (
                editor(row)
              ) : (
                <InlineRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  editable={editable}
                  onEdit={() => setEditing(row.id)}
                  onDelete={() => void deleteRow(resource, row)}
                />
              ),
            )}
          </tbody>
        </table>
        {inline.rows.length === 0 && editing === null ? (
          <EmptyState text="Nenhum registro encontrado" {...(editable ? { hotkey: 'N', hint: 'para criar' } : {})} />
        ) : null}
        {inline.rows.length < inline.total && inline.rows.length < 1000 ? (
          <Button onClick={inline.more}>Mostrar mais</Button>
        ) : null}
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
