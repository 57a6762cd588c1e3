import { describe, expect, it } from 'vitest'
import { isUndo, undoKey } from './device-queue'
import { lastOf, type Read } from './undo'

const read = (key: string, body = {}): Read => ({ key, body, text: key })
const none = { before: [], done: [], waiting: [], off: new Set<string>(), settles: () => false }

describe('the reading that is taken off next', () => {
  it('is the last that waits, then the last that was counted here, then what this person read before', () => {
    const all = { before: [read('a')], done: [read('b')], waiting: [read('c')] }
    expect(lastOf({ ...none, ...all })?.key).toBe('c')
    expect(lastOf({ ...none, ...all, off: new Set(['c-']) })?.key).toBe('b')
    expect(lastOf({ ...none, ...all, off: new Set(['c-', 'b-']) })?.key).toBe('a')
    expect(lastOf({ ...none, ...all, off: new Set(['c-', 'b-', 'a-']) })).toBeUndefined()
  })

  it('is none that takes another off, and none from before an amount that was said', () => {
    expect(lastOf({ ...none, done: [read('a')], waiting: [read('b-')] })?.key).toBe('a')
    const settles = ({ body }: Read) => body.soma === false
    const done = [read('a'), read('b', { soma: false })]
    expect(lastOf({ ...none, done, settles })).toBeUndefined()
    expect(lastOf({ ...none, done: [...done, read('c')], settles })?.key).toBe('c')
  })

  it('is taken off under a key of its own', () => {
    expect(isUndo({ key: undoKey(read('a')) })).toBe(true)
    expect(isUndo(read('a'))).toBe(false)
  })
})
