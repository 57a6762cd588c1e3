import { useEffect, useEffectEvent, useId, useRef, useState, type ReactElement } from 'react'
import { useCombobox, type UseComboboxProps } from 'downshift'
import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { counted } from '../format'
import { Icon } from '../icon'
import type { Row } from '../row'
import { bestRows } from './match'
import { useForm } from './context'
import type { ControlIds } from './field'
import type { SearchSource } from './search-source'

const DEBOUNCE_MS = 150
const CREATE = 'criar'
/** Rows asked for: the best of them are shown. */
const ASKED = 40

/** Rows that match what is typed, asked of the server once typing rests. */
export function useSearch(
  props: SearchSource,
  text: string,
  active: boolean,
): { rows: readonly Row[]; asking: boolean } {
  const [found, setFound] = useState<{ key: string; rows: readonly Row[] }>({ key: '', rows: [] })
  const { resource, minChars = 0 } = props
  const filters = JSON.stringify({ where: props.where ?? {}, ...(props.custom ? { custom: props.custom } : {}) })
  const typed = text.trim()
  const wanted = active && typed.length >= minChars
  const key = `${resource}?${filters}?${typed}`
  useEffect(() => {
    if (!wanted) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const filter: Pick<SearchSource, 'where' | 'custom'> = JSON.parse(filters)
        const page = await list(resource, { search: typed, perPage: ASKED, ...filter }, stop.signal)
        setFound({ key, rows: page.data })
      } catch (error) {
        toast.error(error)
        if (!stop.signal.aborted) setFound({ key, rows: [] })
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, key, resource, filters, typed])
  return { rows: wanted ? bestRows(found.rows, typed, props.nameOf) : [], asking: wanted && found.key !== key }
}

/** For who cannot see it in the list, because he went on. */
export function tellNothingFound(words: string): void {
  toast.alert(`Nenhum registro encontrado para “${words}”.`)
}

/** The list lies on the top layer, under its box or over it. */
export function placeList(input: HTMLElement | null, menu: HTMLElement | null, open: boolean): void {
  if (menu === null || input === null) return
  if (!open) {
    if (menu.matches(':popover-open')) menu.hidePopover()
    return
  }
  if (!menu.matches(':popover-open')) menu.showPopover()
  const box = input.getBoundingClientRect()
  const below = innerHeight - box.bottom
  menu.style.minWidth = `${box.width}px`
  menu.style.left = `${Math.min(box.left, innerWidth - menu.offsetWidth - 8)}px`
  menu.style.top =
    below < menu.offsetHeight + 8 && box.top > below ? `${box.top - menu.offsetHeight - 2}px` : `${box.bottom + 2}px`
}

export interface RowComboboxProps extends SearchSource {
  readonly label: string
  readonly detail?: (row: Row) => string
  readonly disabled?: boolean
  /** Of a field's frame: its label and error. */
  readonly ids?: ControlIds
  readonly current: Row | null
  readonly show: (row: Row | null) => string
  readonly onPick: (row: Row | null) => void
  /** Offers to create what was typed. */
  readonly onCreate?: (text: string) => void
  /** Opens at once with this typed: a cell of a grid that is being written. */
  readonly startText?: string
  /** Enter came before the answer to these words; none when nothing is awaited any more. Who closes the box meanwhile owes them their row. */
  readonly onAwait?: (words: string) => void
}

interface Choice {
  readonly text: string
  readonly items: readonly Row[]
  readonly asking: boolean
  readonly combobox: ReturnType<typeof useCombobox<Row>>
  readonly type: (text: string) => void
  /** ↓ opens the list. */
  readonly open: () => void
  readonly leave: () => void
  /** Enter came before the answer: the best row is taken as soon as it is there. True when there is an answer to wait for. */
  readonly takeNext: () => boolean
  /** No row is wanted any more. */
  readonly giveUp: () => void
}

/**
 * Rows of an earlier text are still shown while the answer is awaited; Enter must not take one of them. Leaving the box takes a row only when something
 * was typed for it. Esc closes the list, and never empties the box.
 */
function reducerOf(
  items: readonly Row[],
  text: string,
  asking: boolean,
): NonNullable<UseComboboxProps<Row>['stateReducer']> {
  const { InputBlur, InputKeyDownEnter, InputKeyDownEscape } = useCombobox.stateChangeTypes
  return (state, { type, changes }) => {
    const stale = asking || items[state.highlightedIndex] === undefined
    const left = type === InputBlur && (stale || text === '')
    if (type === InputKeyDownEscape || left) return { ...state, isOpen: false }
    return type === InputKeyDownEnter && stale ? state : changes
  }
}

/** Keeps the form around from being saved between an Enter and its answer: called with nothing at the one, with whether there is a row at the other. */
function useChosen(): (found: boolean | undefined) => void {
  const form = useForm()
  const tell = useRef<(found: boolean) => void>(undefined)
  useEffect(() => () => tell.current?.(true), [])
  return (found) => {
    if (found === undefined) tell.current ??= form.awaitChoice()
    else {
      tell.current?.(found)
      tell.current = undefined
    }
  }
}

/** Where ↓ opened the list before it had rows, marks the first once they come. To be told of that ↓. */
function useMarked(asking: boolean, { isOpen, setHighlightedIndex }: Choice['combobox']): () => void {
  const opened = useRef(false)
  const mark = useEffectEvent(() => {
    if (opened.current && isOpen) setHighlightedIndex(0)
    opened.current = false
  })
  useEffect(() => {
    if (!asking) mark()
  }, [asking])
  return () => {
    opened.current = true
  }
}

function useChoice(props: RowComboboxProps, inputId: string, menuId: string): Choice {
  const { current, show, onPick, onCreate, startText, onAwait } = props
  const [typed, setTyped] = useState<string | null>(startText ?? null)
  const [active, setActive] = useState(startText !== undefined)
  const text = (typed ?? '').trim()
  const { rows, asking } = useSearch({ ...props, nameOf: show }, text, active)
  const items: Row[] = onCreate === undefined || text === '' || asking ? [...rows] : [...rows, { id: CREATE }]
  const eager = useRef('')
  const chosen = useChosen()
  const expect = (words: string, found = true): void => {
    if (eager.current !== words) onAwait?.(words)
    eager.current = words
    chosen(words === '' ? found : undefined)
  }
  const take = (row: Row | null): void => {
    if (row?.id === CREATE) onCreate?.(text)
    else onPick(row)
    setTyped(null)
  }
  const combobox = useCombobox<Row>({
    items,
    inputId,
    menuId,
    inputValue: typed ?? show(current),
    selectedItem: current,
    itemToString: show,
    itemToKey: (row) => row?.id,
    initialIsOpen: startText !== undefined,
    defaultHighlightedIndex: 0,
    stateReducer: reducerOf(items, text, asking),
    onIsOpenChange: ({ isOpen }) => setActive(isOpen || eager.current !== ''),
    onSelectedItemChange: ({ selectedItem }) => take(selectedItem),
  })
  const [best] = rows
  const open = useMarked(asking, combobox)
  const settle = useEffectEvent(() => {
    if (eager.current === '' || eager.current !== text) return
    expect('', best !== undefined)
    // Words for which there is nothing stay, for whoever is still at them to mend.
    const stay = best === undefined && document.activeElement?.id === inputId
    // Not by the combobox's selectItem: what is chosen is ours, so its next change, closing, would take the choice back.
    if (best !== undefined) onPick(best)
    else if (!combobox.isOpen) tellNothingFound(text)
    if (!stay) combobox.closeMenu()
    setActive(stay)
    setTyped(stay ? text : null)
  })
  useEffect(() => {
    if (!asking) settle()
  }, [asking])
  const leave = (): void => {
    // Who pressed Enter and went on still gets the row, when the answer comes.
    if (eager.current !== '') return
    if (typed !== null && text === '' && current !== null) onPick(null)
    setTyped(null)
  }
  const takeNext = (): boolean => {
    if (text === '') return false
    if (asking) expect(text)
    // An answer that has just come has no row marked yet: Enter means its best one.
    else if (combobox.highlightedIndex === -1 && best !== undefined) {
      take(best)
      combobox.closeMenu()
    }
    return asking
  }
  const type = (words: string): void => {
    expect('')
    setTyped(words)
    // Not only as the list opens: an Enter on its heels has an answer to wait for.
    setActive(true)
  }
  return { text, items, asking, combobox, type, open, leave, takeNext, giveUp: () => expect('') }
}

function noteOf({ text, asking }: Choice, minChars: number): string {
  if (text.length < minChars) return `Digite ${counted(minChars, 'caractere', 'caracteres')} ou mais`
  return asking ? 'Procurando…' : 'Nenhum registro encontrado'
}

/** The combobox itself, without a form around it: grids and filters use it as it is. */
export function RowCombobox(props: RowComboboxProps): ReactElement {
  const own = useId()
  const inputId = props.ids?.id ?? `${own}i`
  const menuId = `${own}m`
  const choice = useChoice(props, inputId, menuId)
  const { combobox, items } = choice
  const { isOpen } = combobox
  useEffect(
    () => placeList(document.getElementById(inputId), document.getElementById(menuId), isOpen && items.length >= 0),
    [inputId, menuId, isOpen, items.length],
  )
  return (
    <span className="input-group">
      <input
        {...combobox.getInputProps({
          onBlur: choice.leave,
          // Told at once: through the combobox's own state a fast typist would lose characters.
          onChange: (event) => choice.type(event.currentTarget.value),
          onFocus: (event) => {
            if (props.startText === undefined) event.currentTarget.select()
          },
          disabled: props.disabled ?? false,
          placeholder: 'Pesquisar…',
          onKeyDown: (event) => {
            // With Alt they are the next record's and the one before.
            if (event.altKey) {
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
              return
            }
            if (event.key === 'ArrowDown' && !isOpen) choice.open()
            if (event.key === 'Enter' && isOpen && choice.takeNext()) event.preventDefault()
            // The list takes this Esc; the dialog around it takes the next one, which the combobox must not take.
            if (event.key !== 'Escape') return
            choice.giveUp()
            if (isOpen) event.preventDefault()
            else Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
          },
          ...(props.ids === undefined ? { 'aria-label': props.label } : {}),
        })}
        {...props.ids}
        aria-labelledby={undefined}
        className="input"
        autoComplete="off"
      />
      <button
        type="button"
        className="input-add"
        disabled={props.disabled}
        {...combobox.getToggleButtonProps({ 'aria-label': `Mostrar opções: ${props.label}` })}
      >
        <Icon name="down" size={14} />
      </button>
      <ul
        {...combobox.getMenuProps({ 'aria-label': props.label, 'aria-labelledby': undefined })}
        className="combo-list"
        popover="manual"
      >
        {isOpen && items.length === 0 ? (
          <li className="combo-note" role="option" aria-selected="false" aria-disabled="true">
            {noteOf(choice, props.minChars ?? 0)}
          </li>
        ) : null}
        {isOpen ? <Options {...props} choice={choice} /> : null}
      </ul>
    </span>
  )
}

function Options({ choice, show, detail }: RowComboboxProps & { readonly choice: Choice }): ReactElement {
  const { combobox, items, text } = choice
  return (
    <>
      {items.map((row, index) => (
        <li
          key={row.id}
          {...combobox.getItemProps({ item: row, index })}
          className={`combo-item ${index === combobox.highlightedIndex ? 'combo-on' : ''}`}
        >
          <span>{row.id === CREATE ? `Criar “${text}”` : show(row)}</span>
          {detail === undefined || row.id === CREATE ? null : <small>{detail(row)}</small>}
        </li>
      ))}
    </>
  )
}
