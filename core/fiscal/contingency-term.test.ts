import { expect, it } from 'vitest'
import { sendUntil } from './contingency-term'

it.each([
  ['an EPEC has 168 hours', '4', '2026-11-20T10:00:00-03:00', '2026-11-27T10:00:00-03:00'],
  ['an off-line NFC-e has 24 hours', '9', '2026-11-24T10:00:00-03:00', '2026-11-25T10:00:00-03:00'],
  ['of a Friday, until the end of Monday', '9', '2026-11-27T22:15:00-03:00', '2026-11-30T23:59:59-03:00'],
  ['before a holiday, until the end of the day after', '9', '2026-12-24T09:00:00-04:00', '2026-12-28T23:59:59-04:00'],
  ['the normal way has none', '1', '2026-11-20T10:00:00-03:00', null],
  ['the virtual SEFAZ neither', '7', '2026-11-20T10:00:00-03:00', null],
])('%s', (_, tpEmis, dhEmi, until) => {
  expect(sendUntil({ tpEmis, dhEmi })).toBe(until)
})
