import type { KeyboardEvent, ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mobile } from '../app/prefs'
import { IconButton } from '../ui/button'
import { Composer } from './composer'
import { Face, presenceWord } from './face'
import { leaveChat } from './focus'
import { Messages } from './messages'
import type { Contact } from './shapes'
import { Trouble } from './trouble'
import { closeWindow, listAt, openWindow, shownWindows, shrinkWindow, topLayer } from './windows'

function step(user: number, by: number): void {
  const shown = shownWindows.value
  const at = shown.findIndex((one) => one.user === user)
  const next = shown[(at + by + shown.length) % shown.length]
  if (next !== undefined) focusWindow(next.user)
}

function focusWindow(user: number): void {
  const box = document.querySelector(`[data-chat-window="${user}"] textarea`)
  if (box instanceof HTMLElement) box.focus()
  else openWindow(user)
}

/** On a phone the way back is the list; elsewhere it is the work. */
function leave(user: number, how: (user: number) => void): void {
  how(user)
  if (mobile.value) listAt.value = topLayer.value
  else leaveChat()
}

/** One conversation. */
export function ConversationWindow({ contact }: { readonly contact: Contact }): ReactElement {
  useSignals()
  const user = contact.id
  const keys = (event: KeyboardEvent): void => {
    const by = event.altKey ? (event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0) : 0
    if (event.key === 'Escape') leave(user, shrinkWindow)
    else if (by === 0) return
    else step(user, by)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section
      className="chat-panel chat-window"
      aria-label={`Conversa com ${contact.name}`}
      data-chat-window={user}
      onKeyDown={keys}
    >
      <header className="chat-head">
        {mobile.value ? (
          <IconButton icon="back" label="Voltar à lista" onClick={() => leave(user, shrinkWindow)} />
        ) : null}
        <Face contact={contact} />
        <h2>
          <span className="chat-name">{contact.name}</span>
          <small>{presenceWord(contact)}</small>
        </h2>
        {mobile.value ? null : (
          <IconButton icon="minus" label="Minimizar (Esc)" onClick={() => leave(user, shrinkWindow)} />
        )}
        <IconButton icon="close" label="Fechar a conversa" onClick={() => leave(user, closeWindow)} />
      </header>
      <Trouble />
      <Messages contact={contact} />
      {contact.ativo ? (
        <Composer user={user} name={contact.name} />
      ) : (
        <p className="chat-note chat-inactive">Este usuário está inativo e não recebe mensagens.</p>
      )}
    </section>
  )
}
