import { describe, expect, it } from 'vitest'
import { ApiError } from '../../app/api'
import { type Call, DeviceQueue, undoKey } from './device-queue'

const failed = (status: number, message = '') => new ApiError({ status, code: `http_${status}`, message })

/** An answer that is a question. */
class Asks {
  constructor(readonly message: string) {}
}

/** A device, with a server that answers as told, one call after another. */
function device(answers: readonly (unknown | ApiError)[], kept = new Map<string, string>()) {
  const [sent, told]: [string[], string[]] = [[], []]
  const rest = [...answers]
  const state: { who: { user: number; company: number } | null; full: boolean; cut: boolean } = {
    who: { user: 1, company: 7 },
    full: false,
    cut: false,
  }
  const queue = new DeviceQueue('fila', {
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => {
        if (state.full) throw new Error('full')
        kept.set(name, text)
      },
    },
    send: ({ key }) => {
      sent.push(key)
      const next = rest.shift()
      return next instanceof ApiError ? Promise.reject(next) : Promise.resolve(next)
    },
    who: () => state.who,
    // Each round of waiting is one step; a page that is closed waits for ever.
    wait: () => (state.cut ? new Promise(() => undefined) : Promise.resolve()),
    answered: ({ key }, answer) => told.push(`${key}=${String(answer)}`),
    asks: (answer) => (answer instanceof Asks ? { code: 'asks_lot', message: answer.message } : undefined),
    parked: ({ key, refused = '' }) => told.push(`${key}!${refused}`),
    undone: ({ key }) => told.push(`${key}0`),
    stalled: ({ key }) => told.push(`${key}?`),
  })
  return { queue, sent, told, kept, state }
}
const scan = (key: string): Pick<Call, 'key' | 'path' | 'body' | 'text'> => ({
  key,
  path: 'entrada/1/addVolume',
  body: { code: key },
  text: key,
})
const settle = () => new Promise((later) => setTimeout(later, 5))

describe('calls that a device keeps', () => {
  it('are sent in their order, each until the server answers, under the same key', async () => {
    const { queue, sent, told } = device([failed(0), failed(503), 'one', 'two'])
    expect([queue.add(scan('a')), queue.add(scan('b'))]).toEqual(['kept', 'kept'])
    await settle()
    expect(sent).toEqual(['a', 'a', 'a', 'b'])
    expect(told).toEqual(['a?', 'a=one', 'b=two'])
    expect(queue.stalled.value).toBe(false)
    expect(queue.waiting.value).toEqual([])
  })

  it('are parked with what the server said where it refuses one, and the others go on', async () => {
    const { queue, told } = device([failed(404, 'não cadastrado'), 'two', 'one'])
    queue.add(scan('a'))
    queue.add(scan('b'))
    await settle()
    expect(told).toEqual(['a!não cadastrado', 'b=two'])
    expect(queue.parked.value).toMatchObject([{ key: 'a', refused: 'não cadastrado', body: { code: 'a' } }])
    queue.retry('a', { mercadoria_id: 5 })
    await settle()
    expect(told.at(-1)).toBe('a=one')
    expect(queue.parked.value).toEqual([])
  })

  it('outlive the page, and are sent by who made them alone', async () => {
    const first = device([failed(0)])
    first.state.cut = true
    first.queue.add(scan('a'))
    await settle()
    const other = device(['never'], first.kept)
    other.state.who = { user: 2, company: 7 }
    await other.queue.run()
    expect([other.sent, other.queue.waiting.value]).toEqual([[], []])
    const again = device(['one'], first.kept)
    expect(again.queue.waiting.value).toMatchObject([{ key: 'a', text: 'a' }])
    await again.queue.run()
    expect(again.told).toEqual(['a=one'])
    expect(JSON.parse(first.kept.get('fila') ?? '')).toEqual([])
  })

  it('that the server asks about are parked with the question, which outlives the page, and go on with what is said', async () => {
    const first = device([new Asks('Informe o lote.'), 'two'])
    first.queue.add(scan('a'))
    first.queue.add(scan('b'))
    await settle()
    expect(first.told).toEqual(['a!Informe o lote.', 'b=two'])
    const again = device(['one'], first.kept)
    expect(again.queue.parked.value).toMatchObject([
      { key: 'a', refused: 'Informe o lote.', code: 'asks_lot', answer: { message: 'Informe o lote.' } },
    ])
    again.queue.retry('a', { nLote: 'L-1' })
    await settle()
    expect([again.sent, again.told]).toEqual([['a'], ['a=one']])
    expect([...again.queue.waiting.value, ...again.queue.parked.value]).toEqual([])
  })

  it('that did not count are gone where they were to be taken off again', async () => {
    const { queue, sent, told } = device([new Asks('Informe o lote.'), 'three'])
    queue.add(scan('a'))
    queue.add(scan(undoKey({ key: 'a' })))
    queue.add(scan('c'))
    await settle()
    expect([sent, told]).toEqual([
      ['a', 'c'],
      ['a0', 'c=three'],
    ])
    expect([...queue.waiting.value, ...queue.parked.value]).toEqual([])
  })

  it('say once that the server is away, however often it is asked', async () => {
    const { queue, told, state } = device([failed(0)])
    state.cut = true
    queue.add(scan('a'))
    queue.add(scan('b'))
    await settle()
    expect([told, queue.stalled.value]).toEqual([['a?'], true])
  })

  it('wait while nobody is signed in, and a lost session is no refusal', async () => {
    const { queue, sent, state } = device([failed(401), 'one'])
    const { who } = state
    queue.add(scan('a'))
    state.who = null
    await settle()
    expect(sent).toEqual(['a'])
    expect(queue.add(scan('b'))).toBe('refused')
    state.who = who
    await queue.run()
    expect(sent).toEqual(['a', 'a'])
  })

  it('are told not to be kept by a device that is full, and are sent all the same', async () => {
    const { queue, sent, state } = device(['one', 'two'])
    state.full = true
    expect(queue.add(scan('a'))).toBe('unkept')
    await settle()
    expect(sent).toEqual(['a'])
    expect(queue.waiting.value).toEqual([])
  })

  it('of a storage that holds something else are none', () => {
    expect(device([], new Map([['fila', '{"x":1}']])).queue.waiting.value).toEqual([])
    expect(device([], new Map([['fila', '[1,{"key":"a"}]']])).queue.waiting.value).toEqual([])
    expect(device([], new Map([['fila', 'x']])).queue.waiting.value).toEqual([])
  })
})
