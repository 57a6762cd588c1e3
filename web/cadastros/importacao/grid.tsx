import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { EmptyState } from '../../ui/pieces'
import { scrollToRow, virtualRange } from '../../ui/table/virtual'
import { type Batch, cellText, type Kind, type SheetRow } from './batch'
import { type RowsModel, useFollowedRow } from './use-rows'

const ROW = 32
const HEAD = 62
const LINE_WIDTH = 64
const STATE_WIDTH = 96
const COLUMN_WIDTH = 168

const WORDS: Readonly<Record<string, string>> = {
  novo: 'Novo',
  alterado: 'Altera',
  igual: 'Igual',
  erro: 'Erro',
  repetido: 'Repetido',
}

export interface Place {
  readonly row: number
  readonly column: number
}

interface GridProps {
  readonly batch: Batch
  readonly kind: Kind
  readonly model: RowsModel
  readonly place: Place
  /** Cells can be mended and columns mapped. */
  readonly editable: boolean
  readonly onPlace: (place: Place) => void
  readonly onMap: (column: number, field: string | null) => void
  readonly onMend: (row: SheetRow, column: number, text: string) => void
}

/** What is said of a row that is taken is a notice. */
const NOTED: ReadonlySet<string> = new Set(['novo', 'alterado', 'igual'])

/** What is wrong with a cell; faults of the row as a whole belong to none. */
const faultOf = (row: SheetRow, column: number): string | undefined =>
  row.erros.find(({ coluna }) => coluna === column)?.mensagem

function useViewport(ref: RefObject<HTMLDivElement | null>): {
  readonly top: number
  readonly height: number
  readonly onScroll: () => void
} {
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return undefined
    const watch = new ResizeObserver(() => setSeen(seenOf(box)))
    watch.observe(box)
    return () => watch.disconnect()
  }, [ref])
  const onScroll = (): void => {
    if (ref.current !== null) setSeen(seenOf(ref.current))
  }
  return { ...seen, onScroll }
}

const seenOf = (box: HTMLElement) => ({ top: box.scrollTop, height: Math.max(ROW, box.clientHeight - HEAD) })

/** Keys of the grid: arrows move, Enter, F2 or typing edits, Ctrl+↓ goes to the next cell at fault. */
function useGridKeys(props: GridProps, edit: (start: string | null) => void, page: number) {
  const { place, model, batch, onPlace, editable } = props
  const last = { row: Math.max(0, model.total.value - 1), column: Math.max(0, batch.colunas.length - 1) }
  const to = (row: number, column: number): void =>
    onPlace({ row: Math.max(0, Math.min(last.row, row)), column: Math.max(0, Math.min(last.column, column)) })
  const nextFault = (): void => {
    for (let row = place.row; row <= Math.min(last.row, place.row + 500); row++) {
      const found = model.rowAt(row)
      const columns = (found?.erros ?? [])
        .flatMap(({ coluna }) => (coluna === null ? [] : [coluna]))
        .sort((a, b) => a - b)
      const column = columns.find((one) => row > place.row || one > place.column)
      if (column !== undefined) return to(row, column)
    }
    return undefined
  }
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => to(place.row + 1, place.column),
    ArrowUp: () => to(place.row - 1, place.column),
    ArrowRight: () => to(place.row, place.column + 1),
    ArrowLeft: () => to(place.row, place.column - 1),
    PageDown: () => to(place.row + page, place.column),
    PageUp: () => to(place.row - page, place.column),
    Home: () => to(place.row, 0),
    End: () => to(place.row, last.column),
    'Ctrl+Home': () => to(0, 0),
    'Ctrl+End': () => to(last.row, last.column),
    'Ctrl+ArrowDown': nextFault,
    Enter: () => edit(null),
    F2: () => edit(null),
    Delete: () => edit(''),
  }
  return (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.closest('input, select') !== null) return
    if (event.altKey || event.metaKey) return
    const move = moves[`${event.ctrlKey ? 'Ctrl+' : ''}${event.key}`]
    if (move !== undefined) move()
    else if (editable && !event.ctrlKey && event.key.length === 1 && event.key !== '?') edit(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The rows of the file under the fields that their columns are, errors in place: each cell can be mended where it stands. */
export function ImportGrid(props: GridProps): ReactElement {
  useSignals()
  const { batch, kind, model, place, editable, onMap } = props
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const view = useViewport(ref)
  useEffect(() => ref.current?.focus(), [])
  const [editing, setEditing] = useState<{ readonly start: string | null } | null>(null)
  useFollowedRow(model, place.row, (row) => props.onPlace({ row, column: place.column }))
  const count = model.version.value >= 0 ? model.total.value : 0
  const range = virtualRange({ scrollTop: view.top, viewport: view.height, count, rowHeight: ROW })
  useEffect(() => model.need(range.start, range.end), [model, range.start, range.end])
  useBringIntoView(ref, place, { count, viewport: view.height })
  const edit = (start: string | null): void => {
    if (!editable || model.rowAt(place.row) === undefined) return
    model.writing()
    setEditing({ start })
  }
  const onKeyDown = useGridKeys(props, edit, Math.max(1, Math.floor(view.height / ROW) - 1))
  const finish = (text: string | null): void => {
    const row = model.rowAt(place.row)
    setEditing(null)
    ref.current?.focus()
    if (text !== null && row !== undefined && text !== cellText(row.celulas[place.column]))
      props.onMend(row, place.column, text)
    model.written()
  }
  const width = LINE_WIDTH + STATE_WIDTH + batch.colunas.length * COLUMN_WIDTH
  const tracks = `${LINE_WIDTH}px ${STATE_WIDTH}px repeat(${batch.colunas.length}, ${COLUMN_WIDTH}px)`
  return (
    <div
      ref={ref}
      className="import-grid"
      role="grid"
      aria-label="Linhas do arquivo"
      aria-rowcount={count + 1}
      aria-colcount={batch.colunas.length + 2}
      aria-activedescendant={count === 0 ? undefined : `${id}r${place.row}c${place.column}`}
      tabIndex={0}
      style={{ '--import-tracks': tracks, '--import-width': `${width}px` }}
      onScroll={view.onScroll}
      onKeyDown={onKeyDown}
    >
      <GridHead batch={batch} kind={kind} editable={editable} onMap={onMap} />
      {count === 0 ? <EmptyState text="Nenhuma linha nesta situação" /> : null}
      <div role="rowgroup" className="import-space" style={{ height: range.height }}>
        <div role="presentation" style={{ transform: `translateY(${range.top}px)` }}>
          {Array.from({ length: Math.max(0, range.end - range.start) }, (_, offset) => range.start + offset).map(
            (index) => (
              <GridRow
                key={index}
                id={`${id}r${index}`}
                index={index}
                row={model.rowAt(index)}
                columns={batch.colunas.length}
                active={index === place.row ? place.column : null}
                editing={index === place.row ? editing : null}
                onPress={(column) => {
                  if (index === place.row && column === place.column) edit(null)
                  else props.onPlace({ row: index, column })
                }}
                onFinish={finish}
              />
            ),
          )}
        </div>
      </div>
    </div>
  )
}

interface Seen {
  readonly count: number
  readonly viewport: number
}

/** Scrolls so that the active cell is wholly in view. */
function useBringIntoView(ref: RefObject<HTMLDivElement | null>, place: Place, { count, viewport }: Seen): void {
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null || count === 0) return
    const top = scrollToRow({ scrollTop: box.scrollTop, viewport, count, rowHeight: ROW }, place.row)
    if (top !== box.scrollTop) box.scrollTop = top
    const left = LINE_WIDTH + STATE_WIDTH + place.column * COLUMN_WIDTH
    const fixed = box.clientWidth > 600 ? LINE_WIDTH + STATE_WIDTH : LINE_WIDTH
    if (left - fixed < box.scrollLeft) box.scrollLeft = left - fixed
    else if (left + COLUMN_WIDTH > box.scrollLeft + box.clientWidth)
      box.scrollLeft = left + COLUMN_WIDTH - box.clientWidth
  }, [ref, place, count, viewport])
}

function GridHead({
  batch,
  kind,
  editable,
  onMap,
}: Pick<GridProps, 'batch' | 'kind' | 'editable' | 'onMap'>): ReactElement {
  return (
    <div className="import-head import-row" role="row">
      <div role="columnheader" className="import-line">
        Linha
      </div>
      <div role="columnheader" className="import-state">
        Situação
      </div>
      {batch.colunas.map(({ titulo, campo }, column) => (
        // Columns of a file have no name of their own but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={column} role="columnheader" className={campo === null ? 'import-unmapped' : ''}>
          <span title={titulo}>{titulo}</span>
          <select
            className="input"
            aria-label={`Campo da coluna ${titulo}`}
            value={campo ?? ''}
            disabled={!editable}
            onChange={(event) => onMap(column, event.target.value === '' ? null : event.target.value)}
          >
            <option value="">(não importar)</option>
            {kind.fields.map((field) => (
              <option key={field.campo} value={field.campo}>
                {field.rotulo}
                {field.obrigatorio ? ' •' : ''}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  )
}

interface GridRowProps {
  readonly id: string
  readonly index: number
  readonly row: SheetRow | undefined
  readonly columns: number
  readonly active: number | null
  readonly editing: { readonly start: string | null } | null
  readonly onPress: (column: number) => void
  readonly onFinish: (text: string | null) => void
}

function GridRow({ id, index, row, columns, active, editing, onPress, onFinish }: GridRowProps): ReactElement {
  const state = row?.situacao ?? ''
  return (
    <div className={`import-row import-${state}`} role="row" aria-rowindex={index + 2}>
      <div role="rowheader" className="import-line">
        {row?.linha ?? ''}
      </div>
      <div role="gridcell" className="import-state" title={row?.erros.map(({ mensagem }) => mensagem).join(' ')}>
        {WORDS[state] ?? ''}
      </div>
      {Array.from({ length: columns }, (_, column) => {
        const fault = row === undefined ? undefined : faultOf(row, column)
        const before = row?.antes[column]
        const now = cellText(row?.celulas[column])
        const title = fault ?? (before === undefined ? now : `Hoje: ${cellText(before) || '(vazio)'}`)
        return (
          <div
            key={column}
            id={`${id}c${column}`}
            role="gridcell"
            aria-invalid={fault === undefined || NOTED.has(state) ? undefined : true}
            className={`${fault === undefined ? '' : NOTED.has(state) ? 'import-notice' : 'import-fault'} ${before === undefined ? '' : 'import-change'} ${active === column ? 'import-active' : ''}`}
            title={title}
            onClick={() => onPress(column)}
          >
            {active === column && editing !== null ? (
              <CellEditor start={editing.start ?? now} onFinish={onFinish} />
            ) : (
              <span>{now}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}

interface EditorProps {
  readonly start: string
  readonly onFinish: (text: string | null) => void
}

/** A cell being written: Enter and Tab keep it, Esc leaves it. */
function CellEditor({ start, onFinish }: EditorProps): ReactElement {
  const [text, setText] = useState(start)
  const box = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const finish = (result: string | null): void => {
    if (done.current) return
    done.current = true
    onFinish(result)
  }
  useEffect(() => box.current?.focus(), [])
  return (
    <input
      ref={box}
      className="input"
      aria-label="Valor da célula"
      value={text}
      maxLength={10_000}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(text)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape' && event.key !== 'Tab') return
        event.preventDefault()
        event.stopPropagation()
        finish(event.key === 'Escape' ? null : text)
      }}
    />
  )
}
