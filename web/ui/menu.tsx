import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { keyHint, type KeyName } from '../app/keys'
import { Kbd } from './button'
import { folded } from './format'
import { Icon, type IconName } from './icon'
import { Popover, type PopoverProps } from './popover'

export interface MenuItem {
  readonly label: string
  readonly onSelect: () => void
  readonly icon?: IconName
  readonly hotkey?: KeyName
  readonly danger?: boolean
  /** A check beside it: the item is a choice that stays open. */
  readonly checked?: boolean
  /** Why it cannot be used now. */
  readonly reason?: string
  /** Said at its end: how many there are. */
  readonly note?: string
}

const ITEM = '[role^="menuitem"]'

/** Does a label hold what was typed, at the beginning of a word? */
const holds = (label: string, typed: string): boolean => ` ${folded(label)}`.includes(` ${folded(typed)}`)

/** Where a key moves to among so many items. */
function moved(key: string, now: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return step === 0 ? undefined : (now + step + count) % count
}

/** What a key makes of the words that are typed to find an item; undefined where it is none of them. */
function typedOn(typed: string, event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Backspace') return typed.slice(0, -1)
  // Without words before it, a space presses the item.
  return event.key.length === 1 && (event.key !== ' ' || typed !== '') ? typed + event.key : undefined
}

interface MenuListProps {
  readonly items: readonly MenuItem[]
  readonly close: () => void
  readonly label: string
}

/** Items of a menu: moved through with the arrows, found by typing the beginning of a word. */
export function MenuList({ items, close, label }: MenuListProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const shown = typed === '' ? items : items.filter((item) => holds(item.label, typed))
  useLayoutEffect(() => {
    if (typed !== '') box.current?.querySelector<HTMLElement>(ITEM)?.focus()
  }, [typed])
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const found = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)]
    const next = moved(
      event.key,
      found.findIndex((item) => item === document.activeElement),
      found.length,
    )
    const words = typedOn(typed, event)
    if (next === undefined && words === undefined) return
    event.preventDefault()
    if (words === undefined) found[next ?? 0]?.focus()
    else setTyped(words)
  }
  return (
    <div ref={box} onKeyDown={keys}>
      {typed === '' ? null : (
        <p className="menu-typed" role="status">
          {typed}
        </p>
      )}
      <div role="menu" aria-label={label} tabIndex={-1} className="menu">
        {shown.map((item) => (
          <Item key={item.label} item={item} close={close} />
        ))}
        {shown.length === 0 ? (
          <button type="button" role="menuitem" aria-disabled="true" className="menu-item">
            <span className="menu-mark" />
            <span>Nada com “{typed}”</span>
          </button>
        ) : null}
      </div>
    </div>
  )
}

function Item({ item, close }: { readonly item: MenuItem; readonly close: () => void }): ReactElement {
  return (
    <button
      type="button"
      role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item.checked}
      aria-disabled={item.reason === undefined ? undefined : true}
      title={item.reason}
      className={`menu-item ${item.danger === true ? 'menu-danger' : ''}`}
      onClick={() => {
        if (item.reason !== undefined) return
        if (item.checked === undefined) close()
        item.onSelect()
      }}
    >
      <span className="menu-mark">
        {item.checked === true ? (
          <Icon name="check" size={14} />
        ) : item.icon === undefined ? null : (
          <Icon name={item.icon} size={14} />
        )}
      </span>
      <span>{item.label}</span>
      {item.note === undefined ? null : <small className="menu-note">{item.note}</small>}
      {item.hotkey === undefined ? null : <Kbd>{keyHint(item.hotkey)}</Kbd>}
    </button>
  )
}

interface MenuProps extends Omit<PopoverProps, 'children'> {
  readonly items: readonly MenuItem[]
  readonly name: string
}

export function Menu({ items, name, ...popover }: MenuProps): ReactElement {
  return <Popover {...popover}>{(close) => <MenuList items={items} close={close} label={name} />}</Popover>
}
