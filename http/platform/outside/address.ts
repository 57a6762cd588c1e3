import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Which addresses a call that people name may go to: the public ones, so that nobody reaches through us what only we can reach. */

/** Networks that are not the public Internet. Source: IANA, IPv4 and IPv6 special-purpose address registries. */
const SPECIAL: readonly (readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  // Teredo and others, documentation, 6to4: what they carry may be a private IPv4 address.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
]

const special = new BlockList()
for (const [address, prefix, family] of SPECIAL) special.addSubnet(address, prefix, family)
/** All of IPv6 that is given out for the public; mapped and translated IPv4 lie outside it. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** True for an address of the public Internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** An address that must not be called. The message is for people. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

const INTERNAL = 'O endereço fica nesta máquina ou numa rede interna, que o Prumo não chama.'
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|localdomain)$/i

/** What of an address can be told without asking anyone: throws RefusedAddress for what is no web address, carries a password, or is internal. */
export function checkedUrl(text: string, options: { readonly allowPrivate: boolean }): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new RefusedAddress('Endereço inválido: use https://…')
  if (!options.allowPrivate) assertNotInternal(url)
  return url
}

/** Throws RefusedAddress for a machine that is told to be internal by its name or number alone. */
export function assertNotInternal(url: URL): void {
  const host = bareHost(url)
  if (LOCAL_NAME.test(host.replace(/\.$/, '')) || (isIP(host) > 0 && !isPublic(host)))
    throw new RefusedAddress(INTERNAL)
}

/** The host without the brackets of IPv6. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export type Resolve = (host: string, found: (error: Error | null, addresses: LookupAddress[]) => void) => void

const system: Resolve = (host, found) => lookup(host, { all: true, verbatim: true }, found)

/**
 * The look-up of a connection: refuses a name of which any address is internal. The connection goes to the very addresses that were looked at, so that a
 * name cannot mean another machine a moment later.
 */
export function publicLookup(resolve: Resolve = system): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error('no address'), '', 4)
      if (!addresses.every((one) => isPublic(one.address))) return done(new RefusedAddress(INTERNAL), '', 4)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}
