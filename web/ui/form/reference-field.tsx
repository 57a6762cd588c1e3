import { useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useCombobox } from 'downshift'
import { list } from '../../app/api'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { displayName } from '../format'
import { Icon } from '../icon'
import { isRow, textOf, type Row, type Values } from '../row'
import { useForm, useRegistered } from './context'
import { FieldFrame, type ControlIds, type FieldBase } from './field'
import type { FormModel } from './form-model'

export interface ReferenceProps extends FieldBase {
  readonly resource: string
  /** Where the display object is kept: `cliente` for `cliente_id`. */
  readonly object?: string
  /** Characters before it asks; 0 lists at once. */
  readonly minChars?: number
  /** Exact filters of what may be chosen. */
  readonly where?: Values
  readonly display?: (row: Row) => string
  /** A second line in the list: number, tax id, city. */
  readonly detail?: (row: Row) => string
  readonly onPick?: (row: Row | null, form: FormModel) => void
  /** The form that creates one in place, and what it asks. */
  readonly create?: { readonly component: ComponentType<ModalProps>; readonly right: string; readonly field: string }
}

const DEBOUNCE_MS = 150
const CREATE = 'criar'

/** Rows that match what is typed, asked of the server once typing rests. */
export function useSearch(
  props: Pick<ReferenceProps, 'resource' | 'where' | 'minChars'>,
  text: string,
  active: boolean,
): { rows: readonly Row[]; asking: boolean } {
  const [found, setFound] = useState<{ key: string; rows: readonly Row[] }>({ key: '', rows: [] })
  const { resource, minChars = 0 } = props
  const where = JSON.stringify(props.where ?? {})
  const typed = text.trim()
  const wanted = active && typed.length >= minChars
  const key = `${resource}?${where}?${typed}`
  useEffect(() => {
    if (!wanted) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const filter: Values = JSON.parse(where)
        const page = await list(resource, { search: typed, perPage: 12, where: filter }, stop.signal)
        setFound({ key, rows: page.data })
      } catch (error) {
        toast.error(error)
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, key, resource, where, typed])
  return { rows: wanted ? found.rows : [], asking: wanted && found.key !== key }
}

function placeList(input: HTMLElement | null, menu: HTMLElement | null, open: boolean): void {
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

function useCurrent(form: FormModel, props: ReferenceProps): Row | null {
  const object = props.object ?? props.name.replace(/_id$/, '')
  const id = useComputed(() => form.values.value[props.name]).value
  const shown = useComputed(() => form.values.value[object]).value
  if (id === null || id === undefined || id === '') return null
  if (isRow(shown) && String(shown.id) === textOf(id)) return shown
  return { id: textOf(id) }
}

/** A box that chooses a record of another resource by searching it on the server. */
export function ReferenceField(props: ReferenceProps): ReactElement {
  useSignals()
  const form = useForm()
  const object = props.object ?? props.name.replace(/_id$/, '')
  const current = useCurrent(form, props)
  const show = (row: Row | null): string => (row === null ? '' : (props.display ?? displayName)(row))
  const input = useRef<HTMLInputElement>(null)
  const [creating, setCreating] = useState<string | null>(null)
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    focus: () => input.current?.focus(),
  })
  const pick = (row: Row | null): void => {
    form.patch({ [props.name]: row === null ? null : row.id, [object]: row })
    props.onPick?.(row, form)
  }
  const CreateForm = props.create?.component
  return (
    <>
      <FieldFrame {...props}>
        {(ids) => (
          <RowCombobox
            {...props}
            ids={ids}
            inputRef={input}
            current={current}
            show={show}
            onPick={pick}
            {...(props.create === undefined ? {} : { onCreate: setCreating })}
          />
        )}
      </FieldFrame>
      {CreateForm === undefined || creating === null || props.create === undefined ? null : (
        <CreateForm
          id="new"
          size="lg"
          right={props.create.right}
          params={{}}
          query={new URLSearchParams()}
          initial={{ [props.create.field]: creating }}
          onClose={() => setCreating(null)}
          onSaved={pick}
        />
      )}
    </>
  )
}

interface RowComboboxProps extends Pick<
  ReferenceProps,
  'resource' | 'where' | 'minChars' | 'detail' | 'disabled' | 'label'
> {
  readonly ids?: Partial<ControlIds>
  readonly inputRef?: React.RefObject<HTMLInputElement | null>
  readonly current: Row | null
  readonly show: (row: Row | null) => string
  readonly onPick: (row: Row | null) => void
  readonly onCreate?: (text: string) => void
}

/** The combobox itself, without a form around it: grids and filters use it as it is. */
export function RowCombobox(props: RowComboboxProps): ReactElement {
  const { current, show, onPick, onCreate, minChars = 0 } = props
  const own = useRef<HTMLInputElement>(null)
  const input = props.inputRef ?? own
  const menu = useRef<HTMLUListElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(false)
  const { rows, asking } = useSearch(props, text ?? '', active)
  const extra: readonly Row[] = onCreate !== undefined && (text ?? '').trim() !== '' && !asking ? [{ id: CREATE }] : []
  const items = [...rows, ...extra]
  const combobox = useCombobox<Row>({
    items,
    inputValue: text ?? show(current),
    selectedItem: current,
    itemToString: show,
    itemToKey: (row) => row?.id,
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setText(inputValue)
    },
    onIsOpenChange: ({ isOpen }) => setActive(isOpen),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem?.id === CREATE) onCreate?.((text ?? '').trim())
      else onPick(selectedItem)
      setText(null)
    },
  })
  const { isOpen, highlightedIndex } = combobox
  useEffect(() => placeList(input.current, menu.current, isOpen), [input, isOpen, items.length])
  const leave = (): void => {
    if (text !== null && text.trim() === '' && current !== null) onPick(null)
    setText(null)
  }
  const idle = text === null || text.trim().length < minChars
  return (
    <span className="input-group">
      <input
        {...combobox.getInputProps({
          ref: input,
          onBlur: leave,
          disabled: props.disabled ?? false,
          placeholder: 'Pesquisar…',
          ...(props.ids?.id === undefined ? { 'aria-label': props.label } : {}),
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
        {...combobox.getMenuProps({ ref: menu, 'aria-label': props.label, 'aria-labelledby': undefined })}
        className="combo-list"
        popover="manual"
      >
        {isOpen && items.length === 0 ? (
          <li className="combo-note" role="option" aria-selected="false" aria-disabled="true">
            {asking && !idle
              ? 'Procurando…'
              : idle && minChars > 0
                ? `Digite ${minChars} ${minChars === 1 ? 'caractere' : 'caracteres'} ou mais`
                : 'Nenhum registro encontrado'}
          </li>
        ) : null}
        {isOpen
          ? items.map((row, index) => (
              <li
                key={row.id}
                {...combobox.getItemProps({ item: row, index })}
                className={`combo-item ${index === highlightedIndex ? 'combo-on' : ''}`}
              >
                <span>{row.id === CREATE ? `Criar “${(text ?? '').trim()}”` : show(row)}</span>
                {props.detail === undefined || row.id === CREATE ? null : <small>{props.detail(row)}</small>}
              </li>
            ))
          : null}
      </ul>
    </span>
  )
}
