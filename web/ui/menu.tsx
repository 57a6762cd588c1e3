import { useEffect, useId, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { keyHint, type KeyName } from '../app/keys'
import { Kbd } from './button'
import { Icon, type IconName } from './icon'

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

interface PopoverProps {
  readonly label: ReactNode
  readonly icon?: IconName
  readonly title?: string
  readonly align?: 'start' | 'end'
  readonly className?: string
  /** Changes when the popover should open by itself (a key was pressed). */
  readonly openCount?: number
  /** Called when it opens. */
  readonly onOpen?: () => void
  readonly children: (close: () => void) => ReactNode
}

function place(button: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): void {
  const box = button.getBoundingClientRect()
  const width = panel.offsetWidth
  const left = align === 'end' ? box.right - width : box.left
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  const below = innerHeight - box.bottom
  const height = panel.offsetHeight
  panel.style.top =
    below < height + 12 && box.top > below ? `${Math.max(8, box.top - height - 4)}px` : `${box.bottom + 4}px`
}

/** A button with a panel on the browser's top layer; closes on Esc, on a press outside and on `close()`. */
export function Popover({
  label,
  icon,
  title,
  align = 'start',
  className = '',
  openCount = 0,
  onOpen,
  children,
}: PopoverProps): ReactElement {
  const id = useId()
  const buttonId = `${id}b`
  const close = (): void => document.getElementById(id)?.hidePopover()
  useEffect(() => {
    if (openCount > 0) document.getElementById(id)?.showPopover()
  }, [openCount, id])
  return (
    <>
      <button
        id={buttonId}
        type="button"
        className={`btn btn-plain ${className}`}
        popoverTarget={id}
        title={title}
        aria-label={label === '' ? title : undefined}
        aria-haspopup="true"
      >
        {icon === undefined ? null : <Icon name={icon} />}
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        className="popover"
        onToggle={(event) => {
          const button = document.getElementById(buttonId)
          if (event.newState !== 'open' || button === null) return
          onOpen?.()
          const panel = event.currentTarget
          place(button, panel, align)
          // This comes some time after it opened: who has gone on to an item already stays there.
          if (panel.contains(document.activeElement)) return
          panel.querySelector<HTMLElement>('input, button:not([disabled])')?.focus()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.preventDefault()
          close()
          document.getElementById(buttonId)?.focus()
        }}
      >
        {children(close)}
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const now = items.findIndex((item) => item === document.activeElement)
  items[(now + step + items.length) % items.length]?.focus()
}

export function MenuList({
  items,
  close,
  label,
}: {
  readonly items: readonly MenuItem[]
  readonly close: () => void
  readonly label: string
}): ReactElement {
  return (
    <div role="menu" aria-label={label} tabIndex={-1} className="menu" onKeyDown={moveFocus}>
      {items.map((item) => (
        <button
          key={item.label}
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
      ))}
    </div>
  )
}

interface MenuProps extends Omit<PopoverProps, 'children'> {
  readonly items: readonly MenuItem[]
  readonly name: string
}

export function Menu({ items, name, ...popover }: MenuProps): ReactElement {
  return <Popover {...popover}>{(close) => <MenuList items={items} close={close} label={name} />}</Popover>
}
