import { useLayoutEffect, useRef, type ReactElement } from 'react'
import { MenuList, type MenuItem } from '../../ui/menu'
import type { StopCommand } from './context'
import type { Delivery } from './plan'

/** The stop whose menu is open, and the button that opened it. */
export interface MenuTarget {
  readonly delivery: Delivery
  readonly inRoute: boolean
  readonly anchor: HTMLElement
}

const GAP = 4
const EDGE = 8

function commandsOf({
  delivery,
  inRoute,
}: MenuTarget): readonly (Omit<MenuItem, 'onSelect'> & { command: StopCommand })[] {
  return [
    { command: 'move', label: inRoute ? 'Mover… (M)' : 'Pôr numa rota… (M)', icon: 'truck' },
    { command: 'transfer', label: 'Transferir… (T)', icon: 'send' },
    ...(inRoute
      ? ([
          { command: 'lock', label: delivery.locked ? 'Destravar (Espaço)' : 'Travar (Espaço)', icon: 'lock' },
          { command: 'outside', label: 'Tirar das rotas', icon: 'back' },
        ] as const)
      : []),
    { command: 'edit', label: 'Peso, horários e prioridade… (E)', icon: 'edit' },
    { command: 'place', label: 'Lugar no mapa… (P)', icon: 'home' },
    { command: 'drop', label: 'Excluir da roteirização (Del)', icon: 'trash', danger: true },
  ]
}

function place(panel: HTMLElement, anchor: HTMLElement): void {
  const box = anchor.getBoundingClientRect()
  const below = innerHeight - box.bottom > panel.offsetHeight + EDGE
  panel.style.left = `${Math.max(EDGE, Math.min(box.right - panel.offsetWidth, innerWidth - panel.offsetWidth - EDGE))}px`
  panel.style.top = `${below ? box.bottom + GAP : Math.max(EDGE, box.top - panel.offsetHeight - GAP)}px`
}

interface StopMenuProps {
  readonly target: MenuTarget
  readonly onCommand: (command: StopCommand, delivery: Delivery) => void
  readonly onClose: () => void
}

/** The menu of one stop: one panel for all rows, on the browser's top layer. */
export function StopMenu({ target, onCommand, onClose }: StopMenuProps): ReactElement {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = panel.current
    if (box === null) return undefined
    box.showPopover()
    place(box, target.anchor)
    box.querySelector('button')?.focus()
    return () => box.hidePopover()
  }, [target])
  const close = (): void => panel.current?.hidePopover()
  const items = commandsOf(target).map(({ command, ...item }) => ({
    ...item,
    onSelect: () => onCommand(command, target.delivery),
  }))
  return (
    <div
      ref={panel}
      popover="auto"
      className="popover"
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        close()
        target.anchor.focus()
      }}
    >
      <MenuList items={items} close={close} label={`Ações de ${target.delivery.name}`} />
    </div>
  )
}
