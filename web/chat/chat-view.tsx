import { useContext, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { FloatingParts } from '../app/floating'
import { keyHint, LayerContext, ROOT_LAYER, useKeys } from '../app/keys'
import { mobile } from '../app/prefs'
import { Bell } from '../sis/avisos/bell'
import { Icon } from '../ui/icon'
import { chat, unread, working } from './chat'
import style from './chat.css' with { type: 'text' }
import { ContactList } from './contact-list'
import { ConversationWindow } from './conversation'
import { Count, Face } from './face'
import { leaveChat, noteEntry } from './focus'
import { closeWindow, listOpen, openWindow, shownWindows, smallWindows, toggleList } from './windows'

export { startChat } from './chat'

function toggle(): void {
  toggleList()
  if (!listOpen.value) leaveChat()
}

const hint = (): string => (working.value === false ? 'Chat sem conexão' : `Chat (${keyHint('chat')})`)

/** Conversations that are open but small. */
function SmallWindows(): ReactElement {
  useSignals()
  const contacts = smallWindows.value.flatMap(({ user }) => chat.value.contacts.get(user) ?? [])
  return (
    <ul className="chat-faces" aria-label="Conversas minimizadas">
      {contacts.map((contact) => (
        <li key={contact.id}>
          <button
            type="button"
            aria-label={`Conversa com ${contact.name}`}
            title={`${contact.name} (Delete fecha)`}
            onClick={() => openWindow(contact.id)}
            onKeyDown={(event) => {
              if (event.key !== 'Delete') return
              event.preventDefault()
              closeWindow(contact.id)
              leaveChat()
            }}
          >
            <Face contact={contact} />
            <Count of={contact.nao_lidas} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const CHAT_KEYS = ['chat_send', 'chat_line', 'chat_move', 'chat_next', 'chat_small'] as const

/** The chat over the layer that it is drawn in. */
function View(): ReactElement {
  useSignals()
  const talks = listOpen.value || shownWindows.value.length > 0
  useKeys({ chat: toggle }, { global: true, local: talks ? CHAT_KEYS : [] })
  const atRoot = useContext(LayerContext) === ROOT_LAYER && !mobile.value
  const shown = shownWindows.value.flatMap(({ user }) => chat.value.contacts.get(user) ?? [])
  return (
    <aside
      className={`chat ${atRoot ? 'chat-root' : ''}`}
      aria-label="Chat"
      aria-busy={chat.value.lastId === null}
      onFocus={noteEntry}
    >
      <style href="chat" precedence="chat">
        {style}
      </style>
      <div className="chat-dock">
        {listOpen.value ? <ContactList /> : null}
        {shown.toReversed().map((contact) => (
          <ConversationWindow key={contact.id} contact={contact} />
        ))}
      </div>
    </aside>
  )
}

/** The chat's button, in the top bar and in the head of a dialog, where it lies over nothing: what waits, and whether it works. */
function Tool(): ReactElement {
  useSignals()
  return (
    <button
      type="button"
      className="icon-btn chat-tool"
      aria-label={working.value === false ? 'Chat, sem conexão' : 'Chat'}
      aria-expanded={listOpen.value}
      title={hint()}
      onClick={toggle}
    >
      <Icon name={working.value === false ? 'warn' : 'chat'} />
      <Count of={unread.value} />
    </button>
  )
}

/** In the top bar: the conversations that are small, what documents told the person, and the button. On a phone, whose bottom bar has the chat, what documents told. */
function Bar(): ReactElement {
  useSignals()
  if (mobile.value) return <Bell />
  return (
    <>
      <SmallWindows />
      <Bell />
      <Tool />
    </>
  )
}

/** In the bottom bar of a phone. */
function Place(): ReactElement {
  useSignals()
  return (
    <button type="button" className="nav-link chat-tool" aria-expanded={listOpen.value} onClick={toggle}>
      <Icon name={working.value === false ? 'warn' : 'chat'} />
      <span>Chat</span>
      <Count of={unread.value} />
    </button>
  )
}

export const parts: FloatingParts = { View, Tool, Bar, Place }
