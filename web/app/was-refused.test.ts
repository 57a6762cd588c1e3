import { expect, it } from 'vitest'
import { ApiError, wasRefused } from './api'

const answered = (status: number) =>
  new ApiError({ status, code: '', message: '', fields: {}, descriptions: [], requestId: '', body: null })

it('a call is refused by an answer that says so; a lost answer and a fault leave it open', () => {
  expect([400, 401, 404, 409, 422, 429].map((status) => wasRefused(answered(status)))).not.toContain(false)
  expect([0, 500, 502, 503].map((status) => wasRefused(answered(status)))).not.toContain(true)
  expect(wasRefused(new Error('offline'))).toBe(false)
})
