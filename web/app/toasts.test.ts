import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, OFFLINE, reachable } from './api'
import { forget, toast, toasts } from './toasts'

const texts = () => toasts.value.map(({ text }) => text)
const offline = () => new ApiError({ status: 0, code: 'offline', message: OFFLINE })

beforeEach(() => {
  vi.useFakeTimers()
  toasts.value = []
  reachable.value = true
})
afterEach(() => vi.useRealTimers())

describe('what went wrong', () => {
  it('stays until it is over for what it is about, and nothing else goes with it', () => {
    const [form, other] = [{}, {}]
    toast.danger('Informe o cliente', { about: form })
    toast.danger('Informe a placa', { about: other })
    vi.advanceTimersByTime(60_000)
    forget(form)
    expect(texts()).toEqual(['Informe a placa'])
  })

  it('for want of a server stays while it is away, then leaves as a notice does', () => {
    reachable.value = false
    toast.error(offline(), 'Não foi possível Salvar')
    vi.advanceTimersByTime(60_000)
    expect(texts()).toEqual([OFFLINE])
    reachable.value = true
    vi.advanceTimersByTime(5_900)
    expect(texts()).toEqual([OFFLINE])
    vi.advanceTimersByTime(200)
    expect(texts()).toEqual([])
  })

  it('for want of a server leaves too where another request was answered meanwhile', () => {
    toast.error(offline())
    vi.advanceTimersByTime(6_100)
    expect(texts()).toEqual([])
  })
})

describe('an undo', () => {
  it('goes when the next thing is done to its record', () => {
    const route = {}
    toast.success('De 12 km para 9 km.', { undo: () => undefined, about: route })
    forget(route)
    expect(texts()).toEqual([])
  })
})
