import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../ui/icon'
import { stranger, working } from './chat'

/** Says that the chat does not work, while it does not. It mends itself. */
export function Trouble(): ReactElement | null {
  useSignals()
  if (working.value !== false) return null
  return (
    <p className="chat-trouble" role="status">
      <Icon name="warn" size={14} />
      {stranger.value
        ? 'Outra pessoa entrou neste navegador. Recarregue a página.'
        : 'Sem conexão. O que você escrever sai quando ela voltar.'}
    </p>
  )
}
