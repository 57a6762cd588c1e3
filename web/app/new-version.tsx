import type { ReactElement } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../ui/icon'
import { toast } from './toasts'
import { hasWork } from './work'

/** The screens that run here: the name of their first file changes with every build. */
const running = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script?.src.split('/').at(-1) ?? ''
}

const outdated = signal(false)

/** The server says which screens it serves now, whenever the connection to it opens. */
export function compareBuild(served: string): void {
  if (served !== '' && running() !== '') outdated.value = served !== running()
}

function reload(): void {
  if (hasWork()) toast.alert('Salve ou descarte o que está aberto e recarregue depois.')
  else location.reload()
}

/** A calm notice: the address brings every open screen back, and unsaved work is never reloaded away. */
export function NewVersion(): ReactElement | null {
  useSignals()
  if (!outdated.value) return null
  return (
    <button
      type="button"
      className="new-version"
      title="Há uma nova versão do Prumo. Recarregue quando puder."
      onClick={reload}
    >
      <Icon name="refresh" size={14} />
      <span>Nova versão: recarregar</span>
    </button>
  )
}
