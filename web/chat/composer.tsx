import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mobile } from '../app/prefs'
import { IconButton } from '../ui/button'
import { drafts, setDraft } from './chat'
import { enqueue } from './outbox'
import { wanted } from './windows'

const LIMIT = 4_000
/** From here on the room that is left is told. */
const NEAR = 3_800

/** Takes the focus when its window is asked for. */
function useWanted(user: number): React.RefObject<HTMLTextAreaElement | null> {
  useSignals()
  const box = useRef<HTMLTextAreaElement>(null)
  const asked = wanted.value
  useEffect(() => {
    if (asked.user === user && asked.times > 0) box.current?.focus({ preventScroll: true })
  }, [asked, user])
  return box
}

/** Where one writes: Enter sends, Shift+Enter makes a line. What is written stays, whatever happens to the window or the connection. */
export function Composer({ user, name }: { readonly user: number; readonly name: string }): ReactElement {
  useSignals()
  const box = useWanted(user)
  const text = drafts.value[user] ?? ''
  const send = (): void => {
    if (text.trim() === '') return
    enqueue(user, text.trim())
    setDraft(user, '')
    box.current?.focus()
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || mobile.value) return
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  return (
    <form
      className="chat-write"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={box}
        rows={1}
        maxLength={LIMIT}
        aria-label={`Mensagem para ${name}`}
        placeholder="Escreva uma mensagem"
        value={text}
        onChange={(event) => setDraft(user, event.target.value)}
        onKeyDown={keys}
      />
      {text.length >= NEAR ? (
        <span className="counter" role="status">
          {LIMIT - text.length} restantes
        </span>
      ) : null}
      <IconButton icon="send" label="Enviar" disabled={text.trim() === ''} onClick={send} />
    </form>
  )
}
