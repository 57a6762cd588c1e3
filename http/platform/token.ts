import { parse } from 'hono/utils/cookie'
import { COOKIE } from './session'

/** How a call says whose it is: by a bearer token, or by the cookie of a browser. One way for calls and sockets. */
export interface Shown {
  readonly bearer: string | undefined
  readonly cookie: string | undefined
}

/** The tokens that a call shows. */
export function tokensOf(headers: Headers): Shown {
  return {
    bearer: /^Bearer (\S{20,200})$/i.exec(headers.get('Authorization') ?? '')?.[1],
    cookie: parse(headers.get('Cookie') ?? '', COOKIE)[COOKIE],
  }
}
