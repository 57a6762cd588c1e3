import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { ScanBox } from './scan-box'
import { play, setSounds } from './sounds'

const nothing = () => undefined

describe('a scan box', () => {
  it('is named, and asks a phone for no keyboard where it is read by the device itself', () => {
    const drawn = (keyless: boolean) =>
      renderToStaticMarkup(
        createElement(ScanBox, {
          label: 'Leitura',
          onScan: nothing,
          onFault: nothing,
          times: null,
          onTimes: nothing,
          keyless,
        }),
      )
    expect(drawn(false)).toContain('aria-label="Leitura"')
    expect(drawn(false)).toContain('inputMode="text"')
    expect(drawn(true)).toContain('inputMode="none"')
  })
})

describe('sounds', () => {
  const rung: number[] = []
  class Fake {
    state = 'running'
    currentTime = 0
    destination = {}
    createGain = () => ({
      gain: { setValueAtTime: nothing, exponentialRampToValueAtTime: nothing },
      connect: (next: object) => next,
    })
    createOscillator() {
      const frequency = { value: 0 }
      return { frequency, connect: (next: object) => next, start: () => rung.push(frequency.value), stop: nothing }
    }
  }
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'AudioContext')
    setSounds(true)
    rung.length = 0
  })

  it('tell done, asked and refused apart, and may be silenced', () => {
    play('ok')
    expect(rung).toEqual([])
    Reflect.set(globalThis, 'AudioContext', Fake)
    play('ok')
    play('ask')
    play('error')
    const [ok = 0, low = 0, high = 0, error = 0] = rung
    expect(rung).toHaveLength(4)
    expect(error).toBeLessThan(low)
    expect(low).toBeLessThan(high)
    expect(high).toBeLessThan(ok)
    setSounds(false)
    play('error')
    expect(rung).toHaveLength(4)
  })
})
