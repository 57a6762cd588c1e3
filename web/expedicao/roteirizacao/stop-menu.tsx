import { useId, useLayoutEffect, type ReactElement } from 'react'
import { MenuList, type MenuItem } from '../../ui/menu'
import { PopoverPanel } from '../../ui/popover'
import type { StopCommand } from './context'
import type { Delivery } from './plan'

/** The stop whose menu is open, and the button that opened it. */
export interface MenuTarget {
  readonly delivery: Delivery
  readonly inRoute: boolean
  readonly anchor: HTMLElement
}

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

interface StopMenuProps {
  readonly target: MenuTarget
  readonly onCommand: (command: StopCommand, delivery: Delivery) => void
  readonly onClose: () => void
}

/** The menu of one stop, open while it is there. */
export function StopMenu({ target, onCommand, onClose }: StopMenuProps): ReactElement {
  const id = useId()
  useLayoutEffect(() => {
    const box = document.getElementById(id)
    box?.showPopover()
    return () => box?.hidePopover()
  }, [id])
  const items = commandsOf(target).map(({ command, ...item }) => ({
    ...item,
    onSelect: () => onCommand(command, target.delivery),
  }))
  return (
    <PopoverPanel id={id} anchorOf={() => target.anchor} align="end" onClosed={onClose}>
      <MenuList
        items={items}
        close={() => document.getElementById(id)?.hidePopover()}
        label={`Ações de ${target.delivery.name}`}
      />
    </PopoverPanel>
  )
}
