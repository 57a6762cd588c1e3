import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentOf, NOTICE_DOCUMENTS, NOTICE_EVENTS, noticesOf } from './documents'
import { namesIn, oneLine, placeOf, render } from './template'
import { written } from './vars'

const ALL = 1_000_000
const own = (name: string, value: string): Record<string, string> => ({ [name]: value })

describe('a text with places', () => {
  it('is filled, spaces in a place count nothing, and what has no value stays as written', () => {
    const values = { cliente: 'Maria', total: 'R$ 10,00' }
    expect(render('Olá, {{cliente}}: {{ total }} {{nada}}.', values, ALL)).toBe('Olá, Maria: R$ 10,00 {{nada}}.')
    expect(namesIn('{{b}} {{ a }} {{b}} {{}}')).toEqual(['b', 'a', ''])
  })

  it('nested and broken braces are text', () => {
    const values = { a: '1', b: '{{a}}' }
    expect(render('{{{a}}} {{a}} {{{{b}}}} {{a} }} {{', values, ALL)).toBe('{1} 1 {{{{a}}}} {{a} }} {{')
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'a place called %s names nothing that nobody gave',
    (name) => {
      expect(render(placeOf(name), {}, ALL)).toBe(placeOf(name))
      expect(namesIn(placeOf(name))).toEqual([name])
    },
  )

  it('a megabyte of braces, of spaces in a place, and of places is read in one go, and cut', () => {
    for (const text of ['{'.repeat(ALL), `{{${' '.repeat(ALL)}`, '{{a}}'.repeat(ALL / 5), '}{'.repeat(ALL / 2)]) {
      expect(render(text, { a: 'x'.repeat(100) }, 50_000).length).toBeLessThanOrEqual(50_000)
      expect(namesIn(text).length).toBeLessThanOrEqual(1)
    }
  })

  const plain = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !/[{}]/.test(text))
  const name = fc.stringMatching(/^[a-z_]{1,12}$/)

  it('what a value holds is never read as a place', () => {
    fc.assert(
      fc.property(plain, name, fc.string({ maxLength: 60 }), plain, (before, called, value, after) => {
        const values = { ...own(called, value), inner: 'secret' }
        expect(render(`${before}${placeOf(called)}${after}`, values, ALL)).toBe(
          `${before}${called === 'inner' ? 'secret' : value}${after}`,
        )
        expect(render(placeOf('b'), { b: placeOf('inner'), inner: 'secret' }, ALL)).toBe(placeOf('inner'))
      }),
    )
  })

  it('a text without places stays itself, and no text is longer than the limit or ends in half a character', () => {
    fc.assert(
      fc.property(plain, fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(60), (text, any, limit) => {
        expect(render(text, own('a', 'b'), ALL)).toBe(text)
        const short = render(any, { a: '😀'.repeat(20) }, limit)
        expect(short.length).toBeLessThanOrEqual(limit)
        expect(render(placeOf('a'), { a: '😀'.repeat(20) }, limit).isWellFormed()).toBe(true)
      }),
    )
  })

  it('a subject is one line', () => {
    expect(oneLine(' Ordem\r\nBcc: outro@mal.example\t1 ')).toBe('Ordem Bcc: outro@mal.example 1')
  })
})

describe('values', () => {
  const writing = { word: (code: string) => `palavra ${code}`, time: (at: string) => `hora ${at}` }

  it('are written in Portuguese', () => {
    const told = [
      written('money', '1234.5', writing),
      written('date', '2026-11-28', writing),
      written('number', '2.5000', writing),
      written('word', 2, writing),
      written('time', '2026-11-28T10:00:00Z', writing),
      written('code', 1234, writing),
      written('text', null, writing),
    ]
    expect(told).toEqual(['R$ 1.234,50', '28/11/2026', '2,5', 'palavra 2', 'hora 2026-11-28T10:00:00Z', '1234', ''])
  })
})

describe('documents', () => {
  it('have names that a text can hold, and each event once', () => {
    for (const { vars } of NOTICE_DOCUMENTS)
      for (const name of Object.keys(vars)) expect(namesIn(placeOf(name))).toEqual([name])
    const count = NOTICE_DOCUMENTS.reduce((sum, { events }) => sum + events.length, 0)
    expect(Object.keys(NOTICE_EVENTS)).toHaveLength(count)
    expect(documentOf('ordem_servico.finalizada')?.resource).toBe('ordem_servico')
    expect(documentOf('constructor')).toBeUndefined()
  })

  it('tell what a change means, and nothing for what only stays', () => {
    const done = { dhFinalizacao: '2026-11-28T10:00:00Z' }
    expect(noticesOf('ordem_servico', { dhFinalizacao: null }, done)).toEqual(['ordem_servico.finalizada'])
    expect(noticesOf('ordem_servico', done, done)).toEqual([])
    expect(noticesOf('cliente', undefined, done)).toEqual([])
    expect(noticesOf('contas_receber', undefined, { vSaldo: '10.00' })).toEqual(['contas_receber.aberta'])
  })
})
