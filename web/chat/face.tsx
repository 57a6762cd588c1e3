import type { ReactElement } from 'react'
import { avatarHue, initials } from '../ui/avatar'
import type { Contact } from './shapes'

/** Somebody's initials, and whether they are there: a full dot or a ring, and in words. */
export function Face({ contact, big = false }: { readonly contact: Contact; readonly big?: boolean }): ReactElement {
  return (
    <span className={`chat-face ${big ? 'chat-face-big' : ''}`}>
      <i className="avatar" style={{ '--hue': avatarHue(contact.name) }} aria-hidden="true">
        {initials(contact.name)}
      </i>
      <i className={`presence ${contact.online ? 'presence-on' : ''}`} aria-hidden="true" />
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
