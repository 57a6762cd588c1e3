import {
  array,
  boolean,
  fallback,
  nullable,
  number,
  object,
  parse,
  pipe,
  string,
  transform,
  unknown,
  type InferOutput,
} from 'valibot'

/** What the server says of the chat, checked where it comes in. */

const MessageShape = object({
  id: number(),
  user_id: number(),
  user_dest_id: number(),
  text: string(),
  created_at: string(),
  readed_at: nullable(string()),
  chave: string(),
})

const ContactShape = pipe(
  object({
    id: number(),
    name: string(),
    ativo: boolean(),
    presence: string(),
    nao_lidas: number(),
    ultima_id: nullable(number()),
    ultima_em: nullable(string()),
    ultima_de: nullable(number()),
    ultima_text: nullable(string()),
    lida_ate: number(),
  }),
  transform(({ presence, ...contact }) => ({ ...contact, online: presence === 'online' })),
)

const ContactsShape = object({ data: array(ContactShape), mais: boolean(), ultima_id: number() })
const PageShape = object({ data: array(MessageShape), last_page: number() })
const ReadShape = object({ user_id: number(), user_dest_id: number(), last_id: number(), nao_lidas: number() })
const EventShape = object({ event: string(), data: fallback(unknown(), {}) })
const UserShape = object({ user_id: number() })
const UsersShape = object({ user_ids: array(number()) })

export type Message = InferOutput<typeof MessageShape>
export type Contact = InferOutput<typeof ContactShape>
export type Contacts = InferOutput<typeof ContactsShape>
export type ReadMark = InferOutput<typeof ReadShape>
export type ChatEvent = InferOutput<typeof EventShape>

export const readMessage = (value: unknown): Message => parse(MessageShape, value)
export const readContacts = (value: unknown): Contacts => parse(ContactsShape, value)
export const readPage = (value: unknown): InferOutput<typeof PageShape> => parse(PageShape, value)
export const readMark = (value: unknown): ReadMark => parse(ReadShape, value)
export const readEvent = (text: unknown): ChatEvent =>
  parse(EventShape, typeof text === 'string' ? JSON.parse(text) : text)
export const readUser = (value: unknown): number => parse(UserShape, value).user_id
export const readUsers = (value: unknown): readonly number[] => parse(UsersShape, value).user_ids
