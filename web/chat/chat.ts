import { batch, computed, effect, signal } from '@preact/signals-react'
import { get, post } from '../app/api'
import { layerStack } from '../app/keys'
import { session, sessionLost } from '../app/session'
import { readStored, writeStored } from '../app/storage'
import { unreadMessages } from '../app/title'
import { isRecord, textOf } from '../ui/row'
import { ring } from './alerts'
import { Attention } from './attention'
import { newKey } from '../app/plain-http'
import { type Link, openLink } from './link'
import {
  type ChatState,
  emptyChat,
  forgotten,
  opened,
  otherOf,
  unreadTotal,
  withContacts,
  withFound,
  withMessage,
  withOnline,
  withPage,
  withPresence,
  withRead,
} from './model'
import { adoptOrphans, clearOutbox, flush, settled, startOutbox } from './outbox'
import {
  type ChatEvent,
  type Contacts,
  type Message,
  readContacts,
  readEvent,
  readMark,
  readMessage,
  readPage,
  readUser,
  readUsers,
} from './shapes'
import { joinTabs, type Tabs } from './tabs'
import { openWindow, settleLayers, shownWindows, startWindows } from './windows'

const PAGE = 40
/** What was missed is told one by one up to here; beyond it conversations are loaded anew. */
const MISSED = { perPage: 200, pages: 5 } as const
/** Milliseconds. */
const AGAIN_MS = 5_000
const SILENT_LEADER_MS = 2_000
const ORPHANS_MS = 5_000

export const chat = signal<ChatState>(emptyChat(0))
/** Does the connection work? Null until that is known. */
export const working = signal<boolean | null>(null)
/** Somebody else has signed in in this browser: this page's chat stands still. */
export const stranger = signal(false)
export const unread = computed(() => unreadTotal(chat.value))
/** What is being written, by whom it is for. */
export const drafts = signal<Readonly<Record<string, string>>>({})
/** Conversations whose loading failed. */
export const broken = signal<ReadonlySet<number>>(new Set())
const focused = signal(false)

let draftsKey = ''

/** Keeps what is being written: over windows that close, lost connections and reloaded pages. */
export function setDraft(user: number, text: string): void {
  const { [user]: _, ...others } = drafts.value
  drafts.value = text === '' ? others : { ...others, [user]: text }
  writeStored(draftsKey, Object.keys(drafts.value).length === 0 ? null : drafts.value)
}

/** The chat of one page: what it knows, and the connection when this tab holds it. */
class Chat {
  readonly #tabs: Tabs
  readonly #attention: Attention
  readonly #stops: (() => void)[]
  #link: Link | null = null
  #again: ReturnType<typeof setTimeout> | undefined
  /** Events that come while the list is asked for, also in vain, wait for it: they must not hide what was missed before them. */
  #waiting: ChatEvent[] | null = null
  #asking = false
  #asked = false
  #stopped = false
  readonly #loading = new Set<number>()
  readonly #marking = new Set<number>()

  constructor(
    readonly me: number,
    identity: string,
  ) {
    chat.value = emptyChat(me)
    working.value = null
    stranger.value = false
    broken.value = new Set()
    draftsKey = `chat.${identity}.rascunhos`
    const kept = readStored(draftsKey)
    drafts.value = isRecord(kept)
      ? Object.fromEntries(Object.entries(kept).map(([id, text]) => [id, textOf(text)]))
      : {}
    this.#stops = [startWindows(identity), startOutbox(identity, (message) => this.#show(message)), this.#watch()]
    this.#tabs = joinTabs(`prumo.chat.${me}`, {
      onLead: () => this.#lead(),
      onMessage: (type, data) => this.#heardTab(type, data),
    })
    this.#attention = new Attention(this.#tabs.id, (type, data) => this.#tabs.post(type, data))
    this.#tabs.post('hello')
    // Nobody leads yet, or the tab that does is slow: the list need not wait for it.
    setTimeout(() => chat.value.lastId === null && void this.refresh(), SILENT_LEADER_MS)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#again)
    this.#tabs.stop()
    for (const stop of this.#stops) stop()
    if (session.peek().status === 'out') {
      clearOutbox()
      writeStored(draftsKey, null)
    }
    unreadMessages.value = 0
    chat.value = emptyChat(0)
    drafts.value = {}
  }

  #lead(): () => void {
    const link = openLink({
      onEvent: (event) => {
        this.#receive(event)
        this.#tabs.post('event', event)
      },
      onWorking: (now) => {
        working.value = now
        this.#tabs.post('working', now)
      },
      // Whether one has to sign in again, the server says: a call by HTTP shows it as any other does.
      onSessionEnded: () => void get('chat/mensagem/getNaoLidasCount', { quiet: true }).catch(() => undefined),
    })
    this.#link = link
    const orphans = setInterval(() => {
      adoptOrphans()
      void flush()
    }, ORPHANS_MS)
    return () => {
      this.#link = null
      clearInterval(orphans)
      link.stop()
    }
  }

  #heardTab(type: string, data: unknown): void {
    if (type === 'event') this.#receive(readEvent(data))
    else if (type === 'working') {
      working.value = data === true
      if (data !== true) return
      if (chat.value.lastId === null) void this.refresh()
      void flush()
    } else if (type === 'hello') {
      if (this.#link !== null) this.#tabs.post('working', working.value === true)
    } else if (isRecord(data)) this.#attention.heard(type, data)
  }

  #receive(event: ChatEvent): void {
    if (event.event === 'user register') return this.#registered(readUser(event.data))
    if (event.event === 'sync') return void this.refresh()
    if (this.#waiting === null) this.#apply(event)
    else this.#waiting.push(event)
  }

  #registered(user: number): void {
    stranger.value = user !== this.me
    if (user !== this.me) {
      working.value = false
      return
    }
    void this.refresh()
    if (this.#link !== null) adoptOrphans()
    void flush()
  }

  #apply({ event, data }: ChatEvent): void {
    if (stranger.value) return
    if (event === 'chat message') this.#show(readMessage(data), true)
    else if (event === 'chat readed') chat.value = withRead(chat.value, readMark(data))
    else if (event === 'set online users') chat.value = withOnline(chat.value, readUsers(data))
    else if (event === 'set online user') this.#presence(readUser(data), true)
    else if (event === 'user disconnected') this.#presence(readUser(data), false)
  }

  #presence(user: number, online: boolean): void {
    // A colleague who is not in the list yet is new: the list is asked for again.
    if (online && !chat.value.contacts.has(user) && !chat.value.more) void this.refresh()
    else chat.value = withPresence(chat.value, user, online)
  }

  #show(message: Message, live = false): void {
    const isNew = chat.value.lastId !== null && message.id > chat.value.lastId
    batch(() => {
      settled(message.chave)
      chat.value = withMessage(chat.value, message)
    })
    const other = otherOf(this.me, message)
    if (!chat.value.contacts.has(other)) void this.refresh()
    if (live && isNew && message.user_id === other) this.#alert(other)
  }

  #alert(user: number): void {
    if (document.hasFocus()) {
      if (!shownWindows.value.some((one) => one.user === user)) ring()
    } else if (this.#link !== null) {
      const name = chat.value.contacts.get(user)?.name ?? 'um colega'
      void this.#attention.call(user, name, () => openWindow(user))
    }
  }

  /** Asks for the list and for what was missed since the last message; what is told meanwhile comes after it. */
  async refresh(): Promise<void> {
    if (this.#stopped) return
    this.#asked = this.#asking
    if (this.#asking) return
    clearTimeout(this.#again)
    this.#asking = true
    this.#waiting ??= []
    const done = await this.#lookAgain()
    this.#asking = false
    if (this.#stopped) return
    if (!done) {
      this.#again = setTimeout(() => void this.refresh(), AGAIN_MS)
      return
    }
    const waiting = this.#waiting
    this.#waiting = null
    for (const event of waiting) this.#apply(event)
    if (this.#asked) void this.refresh()
  }

  /** False when the server could not be asked. */
  async #lookAgain(): Promise<boolean> {
    const before = chat.value.lastId
    try {
      const contacts = readContacts(await get('chat/mensagem/contatos', { quiet: true }))
      const missed = before === null || contacts.ultima_id <= before ? [] : await missedSince(before)
      if (!this.#stopped) this.#takeIn(contacts, missed)
      return true
    } catch {
      return false
    }
  }

  #takeIn(contacts: Contacts, missed: readonly Message[] | null): void {
    broken.value = new Set()
    const unreadBefore = unread.value
    batch(() => {
      const next = withContacts(chat.value, contacts)
      chat.value = missed === null ? forgotten(next) : missed.reduce(withMessage, next)
      for (const { chave } of missed ?? []) settled(chave)
    })
    const last = missed?.findLast((one) => one.user_id !== this.me)
    if (last !== undefined && unread.value > unreadBefore) this.#alert(last.user_id)
  }

  /** What follows from what is shown: titles, layers, loading, and marks of reading. */
  #watch(): () => void {
    const look = (): void => {
      focused.value = document.hasFocus() && document.visibilityState === 'visible'
    }
    look()
    for (const name of ['focus', 'blur']) addEventListener(name, look)
    document.addEventListener('visibilitychange', look)
    const stops = [
      effect(() => {
        unreadMessages.value = unread.value
      }),
      effect(() => {
        if (layerStack.value.length >= 0) settleLayers()
      }),
      effect(() => {
        for (const { user } of shownWindows.value) if (!chat.value.conversations.get(user)?.loaded) void this.load(user)
      }),
      effect(() => {
        if (focused.value) for (const { user } of shownWindows.value) void this.#markRead(user, chat.value)
      }),
      effect(() => {
        if (!sessionLost.value) this.#link?.retry()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      for (const name of ['focus', 'blur']) removeEventListener(name, look)
      document.removeEventListener('visibilitychange', look)
    }
  }

  /** Loads the latest page of a conversation, or the one before what is here. */
  async load(user: number): Promise<void> {
    if (this.#loading.has(user) || chat.value.lastId === null || broken.peek().has(user)) return
    this.#loading.add(user)
    chat.value = opened(chat.value, user)
    const known = chat.value.conversations.get(user)
    const before = known?.loaded ? known.messages[0]?.id : undefined
    try {
      const page = readPage(
        await get('chat/mensagem', { query: { user_id: user, perPage: PAGE, before }, quiet: true }),
      )
      chat.value = withPage(chat.value, user, { data: page.data, more: page.last_page > 1 })
    } catch {
      broken.value = new Set([...broken.value, user])
    }
    this.#loading.delete(user)
  }

  /** The conversation is open and this page is looked at: what it shows has been read (inventory T1-020). */
  async #markRead(user: number, state: ChatState): Promise<void> {
    const conversation = state.conversations.get(user)
    const last = conversation?.messages.findLast((one) => one.user_id === user)
    const count = state.contacts.get(user)?.nao_lidas ?? 0
    if (count === 0 || !conversation?.loaded || last === undefined || this.#marking.has(user)) return
    this.#marking.add(user)
    try {
      await post('chat/mensagem/setMensagensLidas', { user_id: user, last_id: last.id }, { quiet: true })
      // The count comes with the event, in its place among the messages; without a connection the next list tells it.
      if (working.peek() !== true) void this.refresh()
    } catch {
      // Marked when the page is next looked at, or the next message comes.
    }
    this.#marking.delete(user)
  }
}

/** Messages after the last one known, oldest first; null when they are too many. */
async function missedSince(last: number): Promise<readonly Message[] | null> {
  const missed: Message[] = []
  for (let pages = 0; pages < MISSED.pages; pages++) {
    const after = missed.at(-1)?.id ?? last
    const page = readPage(await get('chat/mensagem', { query: { after, perPage: MISSED.perPage }, quiet: true }))
    missed.push(...page.data)
    if (page.last_page <= 1) return missed
  }
  return null
}

let current: Chat | null = null

/** Starts the chat of who is signed in. Answers with the way to stop it. */
export function startChat(user: { readonly id: number; readonly restoreId?: string | null | undefined }): () => void {
  const mine = new Chat(user.id, user.restoreId ?? identityOf(user.id))
  current = mine
  return () => {
    if (current === mine) current = null
    mine.stop()
  }
}

/** A user's first chat makes the identity that it is known by, and that this browser keeps windows and drafts under. */
function identityOf(user: number): string {
  const restoreId = newKey()
  void post(`user/${user}/updateRestoreId`, { restoreId }, { quiet: true }).catch(() => undefined)
  return restoreId
}

/** Loads what came before what a conversation shows. */
export const loadOlder = (user: number): Promise<void> => current?.load(user) ?? Promise.resolve()

/** Tries a conversation again that could not be loaded. */
export function retryLoad(user: number): void {
  broken.value = new Set([...broken.value].filter((one) => one !== user))
  void current?.load(user)
}

/** Asks the server for people beyond those of the list. */
export async function findPeople(search: string, signalOf: AbortSignal): Promise<void> {
  const answer = await get('chat/mensagem/contatos', { query: { search }, quiet: true, signal: signalOf })
  chat.value = withFound(chat.value, readContacts(answer).data)
}
