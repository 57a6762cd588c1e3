import { BlockList, isIP } from 'node:net'
import { getCookie } from 'hono/cookie'
import { getConnInfo } from 'hono/bun'
import type { Context, Services } from '../platform/app'
import type { Origin } from '../platform/attempts'
import { COOKIE, DEVICE_COOKIE, hashToken } from '../platform/session'

/** Where a call comes from; 'local' where the server has no address to tell (tests in the same process). */
const LOCAL = 'local'

/** The network address of a call: what the connection says, or what the proxies that the settings trust say of it. */
export function addressOf(c: Context, { trustedProxies = [] }: Pick<Services, 'trustedProxies'>): string {
  const direct = connected(c)
  if (trustedProxies.length === 0) return direct
  const trusted = listOf(trustedProxies)
  // Each proxy adds whom it was asked by at the end: from there on, the first that nobody of ours has written.
  const told = (c.req.header('X-Forwarded-For') ?? '').split(',').map(plain)
  let address = direct
  for (const before of told.toReversed()) {
    if (!holds(trusted, address)) break
    if (isIP(before) === 0) break
    address = before
  }
  return address
}

/** What counts as one place for limits: an IPv4 address; of IPv6 the network of 64 bits, of which one household has 2^64 addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Where an attempt to sign in comes from: its place, and what its browser shows of earlier sign-ins. */
export function originOf(c: Context, services: Services): Origin {
  const address = addressOf(c, services)
  const [device, session] = [getCookie(c, DEVICE_COOKIE), getCookie(c, COOKIE)]
  return {
    address,
    network: networkOf(address),
    device: device ? hashToken(device) : undefined,
    session: session ? hashToken(session) : undefined,
  }
}

function connected(c: Context): string {
  try {
    return plain(getConnInfo(c).remote.address ?? LOCAL)
  } catch {
    return LOCAL
  }
}

/** An IPv4 address that came by a socket of IPv6 is that address. */
const plain = (text: string): string => text.trim().replace(/^::ffff:(?=\d+\.)/i, '')

const lists = new WeakMap<readonly string[], BlockList>()

/** Addresses and networks (`10.0.0.0/8`) as they were checked when the settings were read. */
function listOf(proxies: readonly string[]): BlockList {
  const known = lists.get(proxies)
  if (known) return known
  const list = new BlockList()
  for (const one of proxies) {
    const [address = '', bits] = one.split('/')
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  lists.set(proxies, list)
  return list
}

function holds(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
