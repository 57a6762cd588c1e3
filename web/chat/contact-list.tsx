import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button, IconButton } from '../ui/button'
import { EmptyState } from '../ui/pieces'
import { askPermission, muted, permission, toggleMuted } from './alerts'
import { chat, findPeople, working } from './chat'
import { Count, Face, presenceWord } from './face'
import { leaveChat } from './focus'
import { listed } from './model'
import type { Contact } from './shapes'
import { Trouble } from './trouble'
import { listAt, openWindow, toggleList } from './windows'
import { whenText } from './when'

const LOOK_MS = 250

/** People beyond those of the list are asked of the server. */
function useSearch(query: string, beyond: boolean): void {
  useEffect(() => {
    if (!beyond || query.trim().length < 2) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => void findPeople(query.trim(), stop.signal).catch(() => undefined), LOOK_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, beyond])
}

function choose(contact: Contact | undefined): void {
  if (contact === undefined) return
  listAt.value = null
  openWindow(contact.id)
}

interface PersonProps {
  readonly contact: Contact
  readonly id: string
  readonly selected: boolean
  readonly onPoint: () => void
}

function Person({ contact, id, selected, onPoint }: PersonProps): ReactElement {
  useSignals()
  const mine = contact.ultima_de !== null && contact.ultima_de !== contact.id
  return (
    <li
      id={id}
      role="option"
      aria-selected={selected}
      className={contact.nao_lidas > 0 ? 'chat-waiting' : undefined}
      onClick={() => choose(contact)}
      onPointerMove={onPoint}
    >
      <Face contact={contact} />
      <span className="chat-person">
        <span className="chat-name">{contact.name}</span>
        <small>
          {contact.ultima_text === null ? (
            presenceWord(contact)
          ) : (
            <>
              <span className="sr-only">{presenceWord(contact)}. </span>
              {mine ? 'Você: ' : ''}
              {contact.ultima_text}
            </>
          )}
        </small>
      </span>
      <span className="chat-aside">
        <small>{whenText(contact.ultima_em)}</small>
        <Count of={contact.nao_lidas} />
      </span>
    </li>
  )
}

function close(): void {
  toggleList()
  leaveChat()
}

function Tools(): ReactElement {
  useSignals()
  return (
    <>
      <IconButton
        icon={muted.value ? 'mute' : 'bell'}
        label={muted.value ? 'Ligar o som das mensagens' : 'Silenciar as mensagens'}
        onClick={toggleMuted}
      />
      <IconButton icon="close" label="Fechar o chat" hotkey="chat" onClick={close} />
    </>
  )
}

interface NobodyProps {
  readonly people: readonly Contact[]
  readonly query: string
}

function Nobody({ people, query }: NobodyProps): ReactElement | null {
  useSignals()
  if (people.length > 0) return null
  if (chat.value.lastId !== null)
    return <EmptyState text={query === '' ? 'Ninguém mais usa o sistema nesta empresa' : 'Ninguém com este nome'} />
  return working.value === false ? <EmptyState text="A lista aparece quando a conexão voltar" /> : null
}

/** The browser's question is only asked when somebody presses for it. */
function Offer(): ReactElement | null {
  useSignals()
  if (permission.value !== 'default') return null
  return (
    <footer className="chat-offer">
      <Button kind="quiet" icon="bell" onClick={() => void askPermission()}>
        Avisar também fora do navegador
      </Button>
    </footer>
  )
}

/** Everybody one may write to: type, arrows, Enter. */
export function ContactList(): ReactElement {
  useSignals()
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const options = useRef<HTMLUListElement>(null)
  const people = listed(chat.value, query)
  const current = Math.min(at, Math.max(0, people.length - 1))
  useSearch(query, chat.value.more)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    void options.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') choose(people[current])
    else if (step === 0) return
    else setAt((current + step + people.length) % Math.max(1, people.length))
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section className="chat-panel chat-list" aria-label="Chat" onKeyDown={keys}>
      <header className="chat-head">
        <h2>Chat</h2>
        <Tools />
      </header>
      <Trouble />
      <input
        ref={box}
        className="chat-search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}l`}
        aria-activedescendant={people.length === 0 ? undefined : `${id}-${current}`}
        aria-label="Buscar pessoa"
        placeholder="Buscar pessoa"
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
      />
      <ul
        id={`${id}l`}
        ref={options}
        role="listbox"
        aria-label="Pessoas"
        aria-busy={chat.value.lastId === null}
        className="chat-people"
      >
        {people.map((contact, index) => (
          <Person
            key={contact.id}
            id={`${id}-${index}`}
            contact={contact}
            selected={index === current}
            onPoint={() => setAt(index)}
          />
        ))}
      </ul>
      <Nobody people={people} query={query} />
      <Offer />
    </section>
  )
}
