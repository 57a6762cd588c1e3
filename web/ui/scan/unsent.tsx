import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button, IconButton } from '../button'
import { counted } from '../format'
import { Icon } from '../icon'
import type { Call, DeviceQueue } from './device-queue'

interface UnsentProps {
  readonly queue: DeviceQueue
  /** What may be done with one that was refused, in a word. */
  readonly verbOf: (call: Call) => string
  readonly onAsk: (call: Call) => void
}

/** What the device has still to send, and what was refused of it. */
export function Unsent({ queue, verbOf, onAsk }: UnsentProps): ReactElement | null {
  useSignals()
  const [waiting, parked] = [queue.waiting.value, queue.parked.value]
  if (waiting.length === 0 && parked.length === 0) return null
  return (
    <section className="unsent" aria-label="A enviar">
      {waiting.length === 0 ? null : (
        <p role="status">
          <Icon name="upload" /> {counted(waiting.length, 'leitura', 'leituras')} a enviar
        </p>
      )}
      {parked.map((call) => (
        <p key={call.key}>
          <Icon name="warn" />
          <span>
            <strong>{call.text}</strong> {call.refused}
          </span>
          <Button onClick={() => onAsk(call)}>{verbOf(call)}</Button>
          <IconButton icon="close" label={`Remover ${call.text}`} onClick={() => queue.drop(call.key)} />
        </p>
      ))}
    </section>
  )
}
