import { describe, expect, it } from 'vitest'
import { comboOf, KEYMAP, KEY_NAMES, namesFor } from './keys'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
): string => comboOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

describe('comboOf', () => {
  it('writes combinations as the map does', () => {
    expect(press('k', { ctrlKey: true })).toBe('Ctrl+K')
    expect(press('S', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+S')
    expect(press('F2')).toBe('F2')
    expect(press('Escape')).toBe('Esc')
  })

  it('takes a symbol as typed, whatever the keyboard needs for it', () => {
    expect(press('?', { shiftKey: true })).toBe('?')
    expect(press('/')).toBe('/')
  })

  it('reads capitals as letters, and Command as Ctrl', () => {
    expect(press('N')).toBe('n')
    expect(press('k', { metaKey: true })).toBe('Ctrl+K')
  })
})

describe('the map', () => {
  it('finds sequences only after their prefix', () => {
    expect(namesFor('v', 'g')).toEqual(['go_venda'])
    expect(namesFor('v', '')).toEqual(['list_views'])
  })

  it('never takes a key that belongs to the browser', () => {
    const keys: readonly string[] = KEY_NAMES.flatMap((name) => [...KEYMAP[name].keys])
    for (const taken of ['Ctrl+N', 'Ctrl+T', 'Ctrl+W', 'F5', 'F11', 'F12']) expect(keys).not.toContain(taken)
    expect(keys.filter((key) => key.includes('Ctrl+Alt'))).toEqual([])
  })

  it('binds no key twice in the same place', () => {
    for (const group of ['Lista', 'Formulário', 'Itens', 'Em qualquer lugar']) {
      const keys: readonly string[] = KEY_NAMES.filter(
        (name) => KEYMAP[name].group === group && !('local' in KEYMAP[name]),
      ).flatMap((name) => [...KEYMAP[name].keys])
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})
