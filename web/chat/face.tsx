import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { avatarHue, initials } from '../ui/avatar'
import { working } from './chat'
import type { Contact } from './shapes'

/** Whether somebody is there, in a word; without a connection nobody knows. */
export function presenceWord(contact: Contact): string {
  return working.value === false ? 'Presença desconhecida' : contact.online ? 'Online' : 'Offline'
}

/** Somebody's initials, and whether they are there: a full dot or a ring. The word stands beside it. */
export function Face({ contact }: { readonly contact: Contact }): ReactElement {
  useSignals()
  return (
    <span className="chat-face">
      <i className="avatar" style={{ '--hue': avatarHue(contact.name) }} aria-hidden="true">
        {initials(contact.name)}
      </i>
      {working.value === false ? null : (
        <i className={`presence ${contact.online ? 'presence-on' : ''}`} aria-hidden="true" />
      )}
    </span>
  )
}

/** A count that waits; nothing when it is zero. */
export function Count({ of }: { readonly of: number }): ReactElement | null {
  if (of === 0) return null
  return (
    <b className="chat-count">
      {of > 99 ? '99+' : of}
      <span className="sr-only">{of === 1 ? ' mensagem não lida' : ' mensagens não lidas'}</span>
    </b>
  )
}
