import {
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { list } from '../../app/api'
import { useKeys } from '../../app/keys'
import { locked, session, sessionLost } from '../../app/session'
import { toast } from '../../app/toasts'
import { useWork } from '../../app/work'
import { weighHint, weighKey } from '../../devices/here'
import { Button, IconButton } from '../button'
import { TabContext, useForm } from '../form/context'
import { bestRows } from '../form/match'
import { placeList, useSearch } from '../form/row-combobox'
import { amountOf, counted, formatQuantity } from '../format'
import { textOf, type Row, type Values } from '../row'
import { useEntriesAhead } from '../typed-ahead'
import { EntryQueue, type AddProduct } from './entry-queue'
import { coreMessage } from '../documents/instalments'
import { gtin14 } from '../../../core/br/gtin'
import type { ScaleLabel } from '../../../core/gs1/scale-layout'
import { decimal } from '../../../core/money/decimal'
import { readQuickEntry } from './lines-state'

type ReadsLabel = (code: string) => ScaleLabel | null

export interface ProductEntryProps {
  /** Adds a product; entries are handled one after another, none is lost. */
  readonly onAdd: AddProduct
  readonly label?: string
  /** Reads a code that carries weight or price; null for one that does not. Throws what is said of one that is misread. */
  readonly reads?: ReadsLabel
}

const ACTIVE: Values = { ativo: true }
const SOURCE = {
  resource: 'mercadoria',
  where: ACTIVE,
  minChars: 2,
  nameOf: (row: Row): string => textOf(row.xProd),
}
const NOT_FOUND = 'Nenhum produto encontrado com o código de barras informado.'
const isCode = (text: string): boolean => /^\d+$/.test(text)

/** How many of our units one reading stands for, where it is a supplier's box: kept with the product that was found. */
const READING = 'q_leitura'

/** A product by its exact bar code, else by our own code. */
async function findByCode(code: string): Promise<Row> {
  const [byBarcode] = (await list('mercadoria', { custom: { codigo_barras: code }, perPage: 1 })).data
  if (byBarcode !== undefined)
    return gtin14(textOf(byBarcode.cEAN)) === gtin14(code) ? byBarcode : boxOf(byBarcode, code)
  const [found] = (await list('mercadoria', { where: { codigo: code, ativo: true }, perPage: 1 })).data
  if (found === undefined) throw new Error(NOT_FOUND)
  return found
}

async function boxOf(product: Row, code: string): Promise<Row> {
  const custom = { codigo_barras: code }
  const [printed] = (await list('estoque/mercadoria_codigo', { custom, perPage: 1 })).data
  return printed === undefined ? product : { ...product, [READING]: printed.qTrib }
}

/** The product of a scale's label, by our own code, with the zeros that were printed before it or without. */
async function findByLabel({ codes }: ScaleLabel): Promise<Row> {
  const { data } = await list('mercadoria', { where: { codigo: codes, ativo: true }, perPage: codes.length })
  const found = codes.map((code) => data.find((row) => row.codigo === code)).find((row) => row !== undefined)
  if (found === undefined) throw new Error(NOT_FOUND)
  return found
}

/** The product that best answers part of a name: Enter came before the list did. */
async function findByName(text: string): Promise<Row> {
  const page = await list(SOURCE.resource, { search: text, where: ACTIVE, perPage: 40 })
  const [best] = bestRows(page.data, text, SOURCE.nameOf)
  if (best === undefined) throw new Error(`Nenhuma mercadoria encontrada para “${text}”.`)
  return best
}

const RETRY_MS = 5000

/** Asks again for the goods that the server could not answer: once it is back, or the session is. */
function useQueue(): EntryQueue {
  useSignals()
  const form = useForm()
  const [queue] = useState(() => new EntryQueue(form))
  const waits = queue.waiting.value.length > 0
  useEffect(() => session.subscribe(() => queue.retry()), [queue])
  useEffect(() => () => queue.clear(), [queue])
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(() => {
      if (!sessionLost.peek() && !locked.peek()) queue.retry()
    }, RETRY_MS)
    return () => clearInterval(timer)
  }, [queue, waits])
  return queue
}

interface Entry {
  readonly text: string
  readonly type: (text: string) => void
  readonly rows: readonly Row[]
  readonly active: number
  readonly move: (step: number) => void
  readonly take: (index: number) => void
  readonly enter: () => void
  readonly close: () => void
  readonly open: boolean
}

/** What a code carries beside its product; undefined for one that was misread, which is told. */
function labelOf(code: string, reads: ReadsLabel = () => null): ScaleLabel | null | undefined {
  try {
    return reads(code)
  } catch (error) {
    const text = coreMessage(error)
    if (text === undefined) throw error
    toast.danger(text)
    return undefined
  }
}

/** Asks for what was typed or scanned; false when it is no entry. */
function ask(queue: EntryQueue, text: string, { onAdd, reads }: ProductEntryProps): boolean {
  const entry = readQuickEntry(text)
  if (entry !== null) {
    const { code, quantity } = entry
    const label = labelOf(code, reads)
    if (label === undefined) return true
    if (label !== null) {
      const add: AddProduct = (product, times) => onAdd(product, times, label)
      queue.add({ text: code, quantity, onAdd: add, find: () => findByLabel(label) })
      return true
    }
    const add: AddProduct = (product, times) =>
      onAdd(
        product,
        Number(
          decimal(times)
            .times(amountOf(product[READING] ?? 1))
            .toString(),
        ),
      )
    queue.add({ text: code, quantity, onAdd: add, find: () => (isCode(code) ? findByCode(code) : findByName(code)) })
  } else if (text.trim() !== '') toast.danger('Código de barras inválido.')
  return entry !== null
}

function useEntry(queue: EntryQueue, props: ProductEntryProps): Entry {
  const { onAdd } = props
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [moved, setMoved] = useState<number | null>(null)
  const entry = readQuickEntry(text)
  const term = entry?.code ?? ''
  const { rows, asking } = useSearch(SOURCE, term, open)
  const found = asking ? [] : rows
  const active = found.length === 0 ? -1 : (moved ?? (isCode(term) ? -1 : 0))
  const done = (): void => {
    setText('')
    setOpen(false)
    setMoved(null)
  }
  const take = (index: number): void => {
    const row = found[index]
    if (row === undefined) return
    queue.add({ text: SOURCE.nameOf(row), quantity: entry?.quantity ?? 1, find: () => Promise.resolve(row), onAdd })
    done()
  }
  return {
    text,
    rows: found,
    active,
    open: open && found.length > 0,
    type: (typed) => {
      setText(typed)
      setMoved(null)
      setOpen(typed.trim() !== '')
    },
    move: (step) => setMoved((active + step + found.length) % Math.max(1, found.length)),
    take,
    close: () => setOpen(false),
    enter: () => {
      if (active >= 0) take(active)
      else if (ask(queue, text, props)) done()
    },
  }
}

function entryKeys(entry: Entry): (event: KeyboardEvent<HTMLInputElement>) => void {
  // The weight is the quantity of what is written after it.
  const write = (kilograms: string): void => {
    const code = entry.text.slice(entry.text.lastIndexOf('*') + 1)
    entry.type(`${formatQuantity(kilograms, 4)}*${code}`)
  }
  return (event) => {
    if (weighKey(event, { write })) return
    if (event.ctrlKey || event.altKey) return
    if (event.key === 'Enter') entry.enter()
    else if (entry.open && event.key === 'ArrowDown') entry.move(1)
    else if (entry.open && event.key === 'ArrowUp') entry.move(-1)
    else if (entry.open && event.key === 'Escape') entry.close()
    else return
    event.preventDefault()
  }
}

/** Entries that the server could not answer yet: they are asked again by themselves, by the button, or taken out. */
function Waiting({ queue }: { readonly queue: EntryQueue }): ReactElement | null {
  useSignals()
  const form = useForm()
  const tab = useContext(TabContext)
  const group = useRef<HTMLDivElement>(null)
  const waiting = queue.waiting.value
  const hasty = form.hasty.value && waiting.length > 0
  useEffect(() => {
    if (hasty) form.goTo({ tab, focus: () => group.current?.querySelector<HTMLElement>('.btn')?.focus() })
  }, [form, tab, hasty])
  if (waiting.length === 0) return null
  return (
    <div ref={group} className="lines-waiting" role="group" aria-label="Esperam pelo servidor">
      <span role="status">{counted(waiting.length, 'item espera', 'itens esperam')} pelo servidor:</span>
      {waiting.map((asked) => (
        <span key={asked.id} className="chip chip-ambar">
          {formatQuantity(asked.quantity, 0)} × {asked.text}
          <IconButton icon="close" label={`Remover ${asked.text}`} onClick={() => queue.remove(asked)} />
        </span>
      ))}
      <Button onClick={() => queue.retry()}>Tentar de novo</Button>
      {hasty ? (
        <p className="field-error" role="alert">
          Salve depois que ele responder, ou remova o que espera.
        </p>
      ) : null}
    </div>
  )
}

/** F2 goes to a box, where it is not there yet. */
function useWayThere(id: string): void {
  useKeys(
    {
      tab2: () => {
        const box = document.getElementById(id)
        if (box === null || box.closest('[inert]') !== null || document.activeElement === box) return false
        return box.focus()
      },
    },
    { labels: { tab2: 'adicionar mercadoria' } },
  )
}

/** The box that adds products: `3*7891234567895` Enter from a keyboard or a scanner, or part of a name and Enter. F2 goes to it. */
export function ProductEntry(props: ProductEntryProps): ReactElement {
  const id = useId()
  const form = useForm()
  const queue = useQueue()
  const entry = useEntry(queue, props)
  const { rows, active, open } = entry
  const scanned = useEffectEvent((code: string) => ask(queue, code, props))
  useEntriesAhead((text) => ask(queue, text, props))
  useWork(() => entry.text !== '')
  useEffect(() => form.takeScans((code) => scanned(code)), [form])
  useEffect(
    () => placeList(document.getElementById(`${id}i`), document.getElementById(`${id}m`), open && rows.length > 0),
    [id, open, rows.length],
  )
  useWayThere(`${id}i`)
  return (
    <>
      <span className="input-group product-entry">
        <input
          id={`${id}i`}
          className="input quick"
          role="combobox"
          aria-label={props.label ?? 'Adicionar mercadoria'}
          aria-expanded={open}
          aria-controls={`${id}m`}
          aria-activedescendant={open && active >= 0 ? `${id}o${active}` : undefined}
          placeholder="Quantidade*código de barras, ou nome, e Enter"
          title={weighHint(true)}
          autoComplete="off"
          maxLength={140}
          value={entry.text}
          onChange={(event) => entry.type(event.target.value)}
          onBlur={entry.close}
          onKeyDown={entryKeys(entry)}
        />
        <ul id={`${id}m`} role="listbox" aria-label="Mercadorias" className="combo-list" popover="manual">
          {open
            ? rows.map((row, index) => (
                <li
                  key={row.id}
                  id={`${id}o${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={`combo-item ${index === active ? 'combo-on' : ''}`}
                  onMouseDown={(event) => {
                    event.preventDefault()
                    entry.take(index)
                  }}
                >
                  <span>{textOf(row.xProd)}</span>
                  <small>
                    {textOf(row.codigo)} · {formatQuantity(row.q_disp ?? 0)} {textOf(row.un)}
                  </small>
                </li>
              ))
            : null}
        </ul>
      </span>
      <Waiting queue={queue} />
    </>
  )
}
