import { finder } from '../ui/format'
import type { Contact, Contacts, Message, ReadMark } from './shapes'

/** A conversation as far as it has been loaded, oldest first. */
export interface Conversation {
  readonly messages: readonly Message[]
  /** Older ones are on the server. */
  readonly more: boolean
  /** False until its first page is here; what is told meanwhile is kept beside it. */
  readonly loaded: boolean
}

/** All that the chat knows. Immutable: every function answers with the next state. */
export interface ChatState {
  readonly me: number
  readonly contacts: ReadonlyMap<number, Contact>
  /** More people than the list holds: the search asks the server. */
  readonly more: boolean
  readonly conversations: ReadonlyMap<number, Conversation>
  /** The last message counted; null until the list of contacts has come. Ids rise in the order in which a user's messages are committed. */
  readonly lastId: number | null
}

export const emptyChat = (me: number): ChatState => ({
  me,
  contacts: new Map(),
  more: false,
  conversations: new Map(),
  lastId: null,
})

/** The other person of a message. */
export const otherOf = (me: number, message: Message): number =>
  message.user_id === me ? message.user_dest_id : message.user_id

const changed = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value)

/** The list of contacts as of one instant: its counts replace what was counted here. */
export function withContacts(state: ChatState, { data, mais, ultima_id }: Contacts): ChatState {
  const marks = new Map(data.map((one) => [one.id, one.lida_ate]))
  const conversations = [...state.conversations].map(
    ([id, one]) => [id, readUpTo(one, state.me, marks.get(id) ?? 0)] as const,
  )
  return {
    ...state,
    contacts: new Map(data.map((one) => [one.id, one])),
    more: mais,
    conversations: new Map(conversations),
    lastId: Math.max(ultima_id, state.lastId ?? 0),
  }
}

/** People whom a search found, beside those of the list. */
export function withFound(state: ChatState, found: readonly Contact[]): ChatState {
  const known = found.filter((one) => !state.contacts.has(one.id)).map((one) => [one.id, one] as const)
  return known.length === 0 ? state : { ...state, contacts: new Map([...state.contacts, ...known]) }
}

/** A message, told live or asked for later: shown once however often it comes, and counted only when it is newer than what was counted. */
export function withMessage(state: ChatState, message: Message): ChatState {
  const other = otherOf(state.me, message)
  const conversation = state.conversations.get(other)
  const next = conversation === undefined ? state : inConversation(state, other, conversation, [message])
  const contact = next.contacts.get(other)
  const isNew = state.lastId !== null && message.id > state.lastId
  const shown =
    contact === undefined || (contact.ultima_id ?? 0) >= message.id
      ? contact
      : {
          ...contact,
          ultima_id: message.id,
          ultima_em: message.created_at,
          ultima_de: message.user_id,
          ultima_text: message.text.slice(0, 120),
          nao_lidas: contact.nao_lidas + (isNew && message.user_id === other && message.readed_at === null ? 1 : 0),
        }
  return {
    ...next,
    contacts: shown === undefined ? next.contacts : changed(next.contacts, other, shown),
    lastId: isNew ? message.id : state.lastId,
  }
}

/** A page of a conversation: the latest one, or one before what is here. */
export function withPage(
  state: ChatState,
  other: number,
  page: { readonly data: readonly Message[]; readonly more: boolean },
): ChatState {
  const known = state.conversations.get(other) ?? { messages: [], more: false, loaded: false }
  const next = inConversation(state, other, { ...known, more: page.more, loaded: true }, page.data)
  return next
}

/** From now on messages of this conversation are kept, while its first page is on its way. */
export function opened(state: ChatState, other: number): ChatState {
  if (state.conversations.has(other)) return state
  return { ...state, conversations: changed(state.conversations, other, { messages: [], more: false, loaded: false }) }
}

/** Too much was missed to be told one by one: conversations are loaded again when they are shown. */
export const forgotten = (state: ChatState): ChatState => ({ ...state, conversations: new Map() })

function inConversation(
  state: ChatState,
  other: number,
  conversation: Conversation,
  more: readonly Message[],
): ChatState {
  const all = new Map([...conversation.messages, ...more].map((one) => [one.id, one]))
  const messages = [...all.values()].sort((a, b) => a.id - b.id)
  return { ...state, conversations: changed(state.conversations, other, { ...conversation, messages }) }
}

/** Who read whose messages: mine by the other (the mark on what I wrote), or theirs by me, in another window (the count). */
export function withRead(state: ChatState, mark: ReadMark): ChatState {
  const mine = mark.user_id === state.me
  const other = mine ? mark.user_dest_id : mark.user_id
  const contact = state.contacts.get(other)
  const conversation = state.conversations.get(other)
  const next: Partial<Contact> = mine
    ? { nao_lidas: mark.nao_lidas }
    : { lida_ate: Math.max(contact?.lida_ate ?? 0, mark.last_id) }
  return {
    ...state,
    contacts: contact === undefined ? state.contacts : changed(state.contacts, other, { ...contact, ...next }),
    conversations:
      conversation === undefined
        ? state.conversations
        : changed(state.conversations, other, readUpTo(conversation, mine ? other : state.me, mark.last_id)),
  }
}

/** What a writer wrote up to a message has been read. */
function readUpTo(conversation: Conversation, writer: number, lastId: number): Conversation {
  const unread = (one: Message): boolean => one.user_id === writer && one.readed_at === null && one.id <= lastId
  if (!conversation.messages.some(unread)) return conversation
  const messages = conversation.messages.map((one) => (unread(one) ? { ...one, readed_at: one.created_at } : one))
  return { ...conversation, messages }
}

/** Who is online now, all of them. */
export function withOnline(state: ChatState, ids: readonly number[]): ChatState {
  const online = new Set(ids)
  const contacts = [...state.contacts].map(([id, one]) => [id, { ...one, online: online.has(id) }] as const)
  return { ...state, contacts: new Map(contacts) }
}

export function withPresence(state: ChatState, id: number, online: boolean): ChatState {
  const contact = state.contacts.get(id)
  return contact === undefined ? state : { ...state, contacts: changed(state.contacts, id, { ...contact, online }) }
}

export function unreadTotal(state: ChatState): number {
  return [...state.contacts.values()].reduce((sum, one) => sum + one.nao_lidas, 0)
}

/** The list as it is shown: conversations by their last message, then who is online, then by name; of these, who matches every word. */
export function listed(state: ChatState, search: string): readonly Contact[] {
  const finds = finder(search)
  return [...state.contacts.values()]
    .filter((one) => finds(one.name))
    .sort(
      (a, b) =>
        (b.ultima_id ?? 0) - (a.ultima_id ?? 0) ||
        Number(b.online) - Number(a.online) ||
        a.name.localeCompare(b.name, 'pt-BR'),
    )
}
