import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChatState,
  emptyChat,
  listed,
  opened,
  unreadTotal,
  withContacts,
  withMessage,
  withOnline,
  withPage,
  withPresence,
  withRead,
} from './model'
import type { Contact, Message } from './shapes'

const ME = 1
const ANA = 2
const contact = (id: number, more: Partial<Contact> = {}): Contact => ({
  id,
  name: `Pessoa ${id}`,
  ativo: true,
  online: false,
  nao_lidas: 0,
  ultima_id: null,
  ultima_em: null,
  ultima_de: null,
  ultima_text: null,
  lida_ate: 0,
  ...more,
})
const message = (id: number, from = ANA, to = ME): Message => ({
  id,
  user_id: from,
  user_dest_id: to,
  text: `m${id}`,
  created_at: '2026-11-21 10:00:00',
  readed_at: null,
  chave: `k${id}`,
})
const start = (lastId = 10, contacts = [contact(ANA)]): ChatState =>
  withContacts(emptyChat(ME), { data: contacts, mais: false, ultima_id: lastId })
const ids = (state: ChatState): readonly number[] => (state.conversations.get(ANA)?.messages ?? []).map((one) => one.id)

describe('a message', () => {
  it('counts once, however often it is told', () => {
    const once = withMessage(start(), message(11))
    expect(unreadTotal(once)).toBe(1)
    expect(unreadTotal(withMessage(once, message(11)))).toBe(1)
  })

  it('that the list had counted already is not counted again, but shown', () => {
    const state = withMessage(opened(start(11, [contact(ANA, { nao_lidas: 1, ultima_id: 11 })]), ANA), message(11))
    expect([unreadTotal(state), ids(state)]).toEqual([1, [11]])
  })

  it('of one’s own is not unread', () => {
    const state = withMessage(start(), message(11, ME, ANA))
    expect([unreadTotal(state), state.contacts.get(ANA)?.ultima_text]).toEqual([0, 'm11'])
  })

  it('told while the first page is on its way is not lost, and the page does not double it', () => {
    const waiting = withMessage(opened(start(), ANA), message(12))
    expect(ids(withPage(waiting, ANA, { data: [message(9), message(10)], more: true }))).toEqual([9, 10, 12])
    expect(ids(withPage(waiting, ANA, { data: [message(12), message(10)], more: false }))).toEqual([10, 12])
  })

  it('in any order and any number of times comes to the same conversation and count', () => {
    const told = fc.array(fc.integer({ min: 11, max: 30 }), { maxLength: 60 })
    fc.assert(
      fc.property(told, (order) => {
        const rising = [...new Set(order)].sort((a, b) => a - b)
        const live = rising.reduce((state, id) => withMessage(state, message(id)), opened(start(), ANA))
        const again = order.reduce((state, id) => withMessage(state, message(id)), live)
        expect([ids(again), unreadTotal(again)]).toEqual([rising, rising.length])
      }),
    )
  })
})

describe('reading', () => {
  it('by me in another window takes the count that the server tells', () => {
    const state = withMessage(withMessage(start(), message(11)), message(12))
    expect(unreadTotal(withRead(state, { user_id: ME, user_dest_id: ANA, last_id: 11, nao_lidas: 1 }))).toBe(1)
  })

  it('by the other marks what I wrote up to there, and no more', () => {
    const sent = [11, 12, 13].reduce((state, id) => withMessage(state, message(id, ME, ANA)), opened(start(), ANA))
    const read = withRead(sent, { user_id: ANA, user_dest_id: ME, last_id: 12, nao_lidas: 1 })
    expect(read.conversations.get(ANA)?.messages.map((one) => one.readed_at !== null)).toEqual([true, true, false])
    expect([unreadTotal(read), read.contacts.get(ANA)?.lida_ate]).toEqual([0, 12])
  })

  it('that happened while nobody listened is told by the list', () => {
    const sent = withMessage(opened(start(), ANA), message(11, ME, ANA))
    const again = withContacts(sent, { data: [contact(ANA, { lida_ate: 11 })], mais: false, ultima_id: 11 })
    expect(again.conversations.get(ANA)?.messages[0]?.readed_at).not.toBeNull()
  })
})

describe('the list', () => {
  it('shows conversations by the last message, then who is online, then names; searched without accents', () => {
    const people = [
      contact(3, { name: 'Zé' }),
      contact(4, { name: 'Ângela Dias', online: true }),
      contact(5, { name: 'Bia', ultima_id: 7 }),
      contact(6, { name: 'Abel' }),
    ]
    const state = start(10, people)
    expect(listed(state, '').map((one) => one.name)).toEqual(['Bia', 'Ângela Dias', 'Abel', 'Zé'])
    expect(listed(state, 'dias ANG').map((one) => one.name)).toEqual(['Ângela Dias'])
    expect(listed(withMessage(state, message(11, 3)), '')[0]?.name).toBe('Zé')
  })

  it('knows who is online', () => {
    const state = withOnline(start(10, [contact(3), contact(4, { online: true })]), [3])
    expect([state.contacts.get(3)?.online, state.contacts.get(4)?.online]).toEqual([true, false])
    expect(withPresence(state, 3, false).contacts.get(3)?.online).toBe(false)
    expect(withPresence(state, 99, true)).toBe(state)
  })
})
