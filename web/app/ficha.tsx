import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactElement } from 'react'
import { fichaUnder, type FichaTarget } from './ficha-target'
import { useKeys } from './keys'
import { lazily } from './lazy'

const FichaDialog = lazily(async () => (await import('../ui/ficha-dialog')).FichaDialog)

const shown = signal<FichaTarget | null>(null)

/** Shows the life of a register over whatever is open. */
export function showFicha(target: FichaTarget): void {
  shown.value = target
}

/** The view of a register's life, by its key from a list, a form, or a field or line that names one. */
export function Ficha(): ReactElement | null {
  useSignals()
  useKeys(
    {
      ficha: () => {
        const target = fichaUnder(document.activeElement)
        return target === undefined || shown.peek() !== null ? false : showFicha(target)
      },
    },
    { global: true },
  )
  if (shown.value === null) return null
  return (
    <FichaDialog
      {...shown.value}
      onClose={() => {
        shown.value = null
      }}
    />
  )
}
