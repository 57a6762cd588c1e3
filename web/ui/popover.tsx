import { useEffect, useId, useLayoutEffect, useState, type ReactElement, type ReactNode } from 'react'
import { hear, LayerContext, setPopover } from '../app/keys'
import { Icon, type IconName } from './icon'

type Align = 'start' | 'end'

function place(anchor: HTMLElement, panel: HTMLElement, align: Align): void {
  const box = anchor.getBoundingClientRect()
  const width = panel.offsetWidth
  const left = align === 'end' ? box.right - width : box.left
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  const below = innerHeight - box.bottom
  const height = panel.offsetHeight
  panel.style.top =
    below < height + 12 && box.top > below ? `${Math.max(8, box.top - height - 4)}px` : `${box.bottom + 4}px`
}

interface PanelProps {
  readonly id: string
  /** What it opens beside, and where the focus goes when it has nowhere to return to. */
  readonly anchorOf: () => HTMLElement | null
  readonly align?: Align
  readonly onOpen?: (() => void) | undefined
  readonly onClosed?: () => void
  readonly children: ReactNode
}

/**
 * A panel on the browser's top layer, and a layer of its own for keys: while it is open, none of them does anything below. Opened and closed by
 * `showPopover` and `hidePopover` of its element; closes on Esc, on a press outside and when the focus goes on elsewhere.
 */
export function PopoverPanel({ id, anchorOf, align = 'start', onOpen, onClosed, children }: PanelProps): ReactElement {
  // What is taken from the page while it is open tells nobody that it closed.
  useEffect(() => () => setPopover(id, false), [id])
  return (
    <div
      id={id}
      popover="auto"
      className="popover"
      onBeforeToggle={({ currentTarget: panel, newState }) => {
        setPopover(id, newState === 'open')
        // The browser gives it the focus as it opens: whoever types on types into it.
        const first = panel.querySelector<HTMLElement>('input, button:not([disabled])')
        if (newState === 'open' && first !== null) first.autofocus = true
      }}
      onToggle={({ currentTarget: panel, newState }) => {
        const anchor = anchorOf()
        if (newState === 'closed') onClosed?.()
        else onOpen?.()
        if (newState === 'open' && anchor !== null) place(anchor, panel, align)
      }}
      onBlur={({ currentTarget: panel, relatedTarget }) => {
        const gone = relatedTarget instanceof Node && !panel.contains(relatedTarget) && relatedTarget !== anchorOf()
        if (gone && panel.matches(':popover-open')) panel.hidePopover()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault()
          event.currentTarget.hidePopover()
          if (document.activeElement === document.body) anchorOf()?.focus()
        } else hear(event.nativeEvent)
        event.stopPropagation()
      }}
    >
      <LayerContext value={id}>{children}</LayerContext>
    </div>
  )
}

export interface PopoverProps {
  readonly label: ReactNode
  readonly icon?: IconName
  readonly title?: string
  readonly align?: Align
  readonly className?: string
  /** Changes when the popover should open by itself (a key was pressed). */
  readonly openCount?: number
  /** Called when it opens. */
  readonly onOpen?: () => void
  readonly children: (close: () => void) => ReactNode
}

/** A button with a panel. */
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
  /** What was typed in it goes when it closes. */
  const [round, setRound] = useState(0)
  // Before the next key: that one is meant for it.
  useLayoutEffect(() => {
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
      <PopoverPanel
        id={id}
        anchorOf={() => document.getElementById(buttonId)}
        align={align}
        onOpen={onOpen}
        onClosed={() => setRound((rounds) => rounds + 1)}
      >
        <Round key={round}>{children(() => document.getElementById(id)?.hidePopover())}</Round>
      </PopoverPanel>
    </>
  )
}

const Round = ({ children }: { readonly children: ReactNode }): ReactNode => children
