import { describe, expect, it } from 'vitest'
import { nextStep, type Owing } from './collection'

const base: Owing = { hoje: '2026-11-25', dias: 3, contatos: 0, dPromessa: null, dProximo: null }

describe('the next step of a collection', () => {
  it.each([
    ['a friendly word while it is young', {}, 'email'],
    ['a call once a word was not enough', { contatos: 1 }, 'ligar'],
    ['a call once it is older', { dias: 8 }, 'ligar'],
    ['an agreement after three contacts', { contatos: 3 }, 'negociar'],
    ['an agreement after two months', { dias: 61 }, 'negociar'],
    ['waiting for the day that was promised', { dPromessa: '2026-11-25', dias: 90 }, 'esperar'],
    ['the promise that was broken', { dPromessa: '2026-11-24', dias: 90 }, 'cobrar_promessa'],
    ['waiting for the day that was agreed on', { dProximo: '2026-11-26' }, 'esperar'],
    ['what it was before, on that day', { dProximo: '2026-11-25' }, 'email'],
  ] as const)('is %s', (_, own, step) => {
    expect(nextStep({ ...base, ...own })).toBe(step)
  })
})
