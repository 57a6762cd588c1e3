import { expect, it } from 'vitest'
import { queueAddress } from './queue-address'

it.each([
  ['postgres://a:b@c/d?sslmode=require', 'postgres://a:b@c/d?sslmode=require&uselibpqcompat=true'],
  ['postgres://a:b@c/d?x=1&sslmode=verify-full', 'postgres://a:b@c/d?x=1&sslmode=verify-full&uselibpqcompat=true'],
  ['postgres://a:sslmode=b@c/d', 'postgres://a:sslmode=b@c/d'],
])('the queue reaches %s with the encryption that the address says, and no other', (url, queue) => {
  expect(queueAddress(url)).toBe(queue)
})
