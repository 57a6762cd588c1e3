import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Env } from '../platform/app'
import { readSettings } from '../settings'
import { addressOf, networkOf } from './address'

/** Where the server thinks a call comes from, that a connection of this address brings. */
async function told(connection: string, forwarded: string | undefined, trustedProxies: readonly string[]) {
  const app = new Hono<Env>().get('/', (c) => c.text(addressOf(c, { trustedProxies })))
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  const answer = await app.request('/', { headers }, { server: { requestIP: () => ({ address: connection }) } })
  return answer.text()
}

describe('where a call comes from', () => {
  it.each([
    ['198.51.100.7', undefined, [], '198.51.100.7'],
    ['::ffff:198.51.100.7', undefined, [], '198.51.100.7'],
    // Whoever is no proxy of ours says what they like.
    ['198.51.100.7', '203.0.113.1', [], '198.51.100.7'],
    ['198.51.100.7', '203.0.113.1', ['10.0.0.0/8'], '198.51.100.7'],
    ['10.1.2.3', '203.0.113.1', ['10.0.0.0/8'], '203.0.113.1'],
    ['10.1.2.3', '1.1.1.1, 203.0.113.1', ['10.0.0.0/8'], '203.0.113.1'],
    ['10.1.2.3', '1.1.1.1, 203.0.113.1, 10.9.9.9', ['10.0.0.0/8'], '203.0.113.1'],
    ['10.1.2.3', '203.0.113.1, <script>', ['10.0.0.0/8'], '10.1.2.3'],
    ['10.1.2.3', undefined, ['10.0.0.0/8'], '10.1.2.3'],
    ['::1', '2001:db8::1', ['::1'], '2001:db8::1'],
  ])('%s says %s, trusting %j: %s', async (connection, forwarded, proxies, expected) => {
    expect(await told(connection, forwarded, proxies)).toBe(expected)
  })

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['local', 'local'],
  ])('%s is of the place %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('proxies that are no addresses are refused when the server starts', () => {
    expect(readSettings({ PRUMO_PROXIES: ' 10.0.0.0/8, ::1 ' }).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    for (const PRUMO_PROXIES of ['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '10.0.0.0/'])
      expect(() => readSettings({ PRUMO_PROXIES })).toThrow('PRUMO_PROXIES')
  })
})
