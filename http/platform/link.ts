import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/**
 * Links to downloads, for whoever can send no header and no cookie: a program that opens one, a message that carries one. Each is good for one address
 * and for a minute, in its session's name; the session's own token is never part of an address, where logs and histories would keep it.
 */
export const LINK_S = 60

const Payload = v.object({ s: v.number(), p: v.string(), e: v.number() })

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'prumo links', 32))
const signed = (secret: string, text: string): Buffer => createHmac('sha256', keyOf(secret)).update(text).digest()

/** A token for one address (path and query, as it is called) in the name of a session. `now` is in milliseconds. */
export function linkToken(
  secret: string,
  { session_id, path }: { session_id: number; path: string },
  now: number,
): string {
  const payload = { s: session_id, p: path, e: now + LINK_S * 1000 }
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${text}.${signed(secret, text).toString('base64url')}`
}

/** The session that a token was made for; undefined where it is none, for another address, or too old. */
export function sessionOfLink(secret: string, token: string, path: string, now: number): number | undefined {
  const [text = '', mac = '', more] = token.split('.')
  const [given, right] = [Buffer.from(mac, 'base64url'), signed(secret, text)]
  if (more !== undefined || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const { success, output } = v.safeParse(Payload, JSON.parse(Buffer.from(text, 'base64url').toString()))
  return success && output.p === path && output.e > now ? output.s : undefined
}

/** An address without its token: what a link is good for. */
export function addressWithout(url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('token')
  const query = searchParams.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}
