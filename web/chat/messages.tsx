import { useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../ui/button'
import { broken, chat, loadOlder, retryLoad } from './chat'
import type { Conversation } from './model'
import { outbox, settled, tryAgain, type Waiting } from './outbox'
import type { Contact, Message } from './shapes'
import { dayText, timeText } from './when'

/** This near to an edge counts as at it, in px. */
const NEAR = 48

function Bubble({
  message,
  mine,
  first,
}: {
  readonly message: Message
  readonly mine: boolean
  readonly first: boolean
}): ReactElement {
  return (
    <li className={`chat-bubble ${mine ? 'chat-mine' : ''} ${first ? 'chat-first' : ''}`}>
      <span className="sr-only">{mine ? 'Você: ' : ''}</span>
      <span className="chat-text">{message.text}</span>
      <time dateTime={message.created_at.replace(' ', 'T')}>{timeText(message.created_at)}</time>
    </li>
  )
}

function Unsent({ waiting }: { readonly waiting: Waiting }): ReactElement {
  return (
    <li className="chat-bubble chat-mine chat-first chat-unsent">
      <span className="chat-text">{waiting.text}</span>
      {waiting.fault === null ? (
        <small>Enviando…</small>
      ) : (
        <>
          <small className="chat-fault" role="alert">
            {waiting.fault}
          </small>
          <span>
            <Button kind="quiet" onClick={() => tryAgain(waiting.chave)}>
              Tentar de novo
            </Button>
            <Button kind="quiet" onClick={() => settled(waiting.chave)}>
              Descartar
            </Button>
          </span>
        </>
      )}
    </li>
  )
}

function Bubbles({ messages, me }: { readonly messages: readonly Message[]; readonly me: number }): ReactElement {
  return (
    <>
      {messages.map((message, at) => {
        const before = messages[at - 1]
        const newDay = before?.created_at.slice(0, 10) !== message.created_at.slice(0, 10)
        return [
          newDay ? (
            <li key={`d${message.id}`} className="chat-day">
              {dayText(message.created_at)}
            </li>
          ) : null,
          <Bubble
            key={message.id}
            message={message}
            mine={message.user_id === me}
            first={newDay || before?.user_id !== message.user_id}
          />,
        ]
      })}
    </>
  )
}

/** What became of the last thing one wrote. */
function Fate({ conversation, me }: { readonly conversation: Conversation; readonly me: number }): ReactElement | null {
  const last = conversation.messages.at(-1)
  if (last?.user_id !== me) return null
  return (
    <li key="fate" className="chat-fate" title="Mensagem enviada com sucesso.">
      {last.readed_at === null ? 'Enviada' : 'Lida'}
      <span key={last.id} className="sr-only" role="status">
        Mensagem enviada com sucesso.
      </span>
    </li>
  )
}

interface Scrolling {
  readonly log: React.RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
  /** Something new lies below what is on the screen. */
  readonly below: boolean
  readonly toEnd: () => void
}

/** Stays at the end while one is there; stays where one is while older messages come in above. */
function useScrolling(user: number, conversation: Conversation | undefined, waiting: number): Scrolling {
  const log = useRef<HTMLDivElement>(null)
  const seen = useRef({ atEnd: true, first: 0, last: 0, waiting: 0, height: 0 })
  const [below, setBelow] = useState(false)
  const first = conversation?.messages[0]?.id ?? 0
  const last = conversation?.messages.at(-1)?.id ?? 0
  useLayoutEffect(() => {
    const box = log.current
    const before = seen.current
    if (box === null) return
    const more = waiting > before.waiting
    const atEnd = before.atEnd || more
    if (atEnd) box.scrollTop = box.scrollHeight
    else if (before.first > first && first > 0) box.scrollTop += box.scrollHeight - before.height
    else if (last > before.last) setBelow(true)
    seen.current = { atEnd, first, last, waiting, height: box.scrollHeight }
  }, [first, last, waiting])
  const toEnd = (): void => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
    setBelow(false)
  }
  const onScroll = (): void => {
    const box = log.current
    if (box === null) return
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    seen.current = { ...seen.current, atEnd, height: box.scrollHeight }
    if (atEnd) setBelow(false)
    if (box.scrollTop < NEAR && conversation?.loaded === true && conversation.more) void loadOlder(user)
  }
  return { log, onScroll, below, toEnd }
}

/** What was said, oldest first; scrolling up brings what came before. */
export function Messages({ contact }: { readonly contact: Contact }): ReactElement {
  useSignals()
  const { me, conversations } = chat.value
  const conversation = conversations.get(contact.id)
  const waiting = outbox.value.filter((one) => one.user_dest_id === contact.id)
  const { log, onScroll, below, toEnd } = useScrolling(contact.id, conversation, waiting.length)
  const failed = broken.value.has(contact.id)
  return (
    <div className="chat-body">
      <div
        ref={log}
        className="chat-log"
        role="log"
        aria-label={`Mensagens com ${contact.name}`}
        tabIndex={0}
        aria-busy={conversation?.loaded !== true}
        onScroll={onScroll}
      >
        {failed ? (
          <p className="chat-note" role="alert">
            A conversa não foi carregada.{' '}
            <Button kind="quiet" onClick={() => retryLoad(contact.id)}>
              Tentar de novo
            </Button>
          </p>
        ) : null}
        {conversation?.loaded === true && conversation.messages.length === 0 && waiting.length === 0 ? (
          <p className="chat-note">Nenhuma mensagem ainda</p>
        ) : null}
        <ul>
          {conversation?.loaded === true ? <Bubbles messages={conversation.messages} me={me} /> : null}
          {conversation === undefined || waiting.length > 0 ? null : <Fate conversation={conversation} me={me} />}
          {waiting.map((one) => (
            <Unsent key={one.chave} waiting={one} />
          ))}
        </ul>
      </div>
      {below ? (
        <button type="button" className="chat-below" onClick={toEnd}>
          Novas mensagens ↓
        </button>
      ) : null}
    </div>
  )
}
