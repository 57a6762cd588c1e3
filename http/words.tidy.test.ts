import { expect, it } from 'vitest'
import { definitions, lives, sources } from '../fixtures/definitions'

/** What people call a code is said by its field or by its document's life: nothing else keeps words of its own for it. */

type Pair = readonly [code: string, word: string]

interface Words {
  readonly of: string
  readonly pairs: readonly Pair[]
}

const told: readonly Words[] = [
  ...[...definitions].flatMap(([set, fields]) =>
    Object.entries(fields).map(([name, { meta }]) => ({
      of: `${set}.${name}`,
      pairs: Object.entries(meta.words ?? {}),
    })),
  ),
  ...[...lives].flatMap(([of, { order }]) => [
    { of, pairs: order.map(({ n, word }): Pair => [String(n), word]) },
    { of, pairs: order.map(({ name, word }): Pair => [name, word]) },
    { of, pairs: order.map(({ name, plural }): Pair => [name, plural]) },
  ]),
]

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Codes with words as sources write them: in objects, in lists of options, in SQL. */
function pairsIn(text: string): readonly Pair[] {
  const forms = [
    /(?<![\w.])\[?['"]?(\w+)['"]?\]?: '([^'\n]+)'/g,
    /\{ value: '?(\w+)'?, label: '([^'\n]+)' \}/g,
    /\bwhen '?(\w+)'? then '([^'\n]+)'/g,
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, code = '', word = '']): Pair => [code, word]))
}

/** Whose words a text says again: two of one field, or its only ones. */
function repeated(text: string): readonly string[] {
  const pairs = pairsIn(text)
  return told.flatMap(({ of, pairs: own }) => {
    const again = own.filter(([code, word]) => pairs.some(([key, said]) => key === code && same(said, word)))
    return again.length >= 2 ? [`${of}: ${again.map(([, word]) => word).join(', ')}`] : []
  })
}

/** States that a text names by a word of its own. */
const namesState = (text: string): readonly string[] =>
  [...text.matchAll(/'([^'\n]+)'/g)].flatMap(([, said = '']) =>
    [...lives.values()].some(({ order }) => order.some(({ word }) => word !== said && same(word, said))) &&
    said === said.toUpperCase()
      ? [said]
      : [],
  )

const server = [...sources('http'), ...sources('cli')]

it('the words of a code are those of its field or of its life, and nobody keeps others', () => {
  expect(told.filter(({ pairs }) => pairs.length > 1).length).toBeGreaterThan(60)
  expect(server.flatMap(({ path, text }) => repeated(text).map((what) => `${path} ${what}`))).toEqual([])
})

it('what is stamped on paper is the word of a state', () => {
  expect(server.flatMap(({ path, text }) => namesState(text).map((what) => `${path} ${what}`))).toEqual([])
})

it('words that are said again are found in objects, in options and in SQL', () => {
  expect(repeated(`const TYPES = { 0: 'Entrada', 1: 'Saída' }`)).toContain(
    'tipoEntradaSaidaFields.tipo: Entrada, Saída',
  )
  expect(repeated(`[{ value: 'day', label: 'Dia' }, { value: 'week', label: 'Semana' }]`)).toContain(
    'previsaoFields.periodo: Semana, Dia',
  )
  expect(repeated(`case tipo when 0 then 'entrada' when 1 then 'saída' end`)).not.toEqual([])
  expect(namesState(`cancelled: 'CANCELADO'`)).toEqual(['CANCELADO'])
})
