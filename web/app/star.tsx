import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../ui/icon'
import { isFavourite, toggleFavourite } from './menu-choices'
import { screenName } from './menu-names'
import type { ScreenDefinition } from './registry'

/** Marks a screen, so that it stands at the top of the menu, or takes it off again. */
export function Star({ screen }: { readonly screen: ScreenDefinition }): ReactElement {
  useSignals()
  const on = isFavourite(screen.path)
  return (
    <button
      type="button"
      className="star"
      aria-pressed={on}
      aria-label={`Favorito: ${screenName(screen)}`}
      title={on ? 'Tirar dos favoritos' : 'Marcar como favorito'}
      onClick={() => toggleFavourite(screen.path)}
    >
      <Icon name="star" size={14} />
    </button>
  )
}
