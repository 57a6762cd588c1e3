import type { Uf } from './uf'

/** One form of a state's number: what it looks like, how its check digits close, how it is punctuated (# is a digit). */
export interface StateRule {
  readonly shape: RegExp
  readonly mask: string
  readonly check: (id: string) => boolean
}

type Weights = readonly number[]

/** 2 on the right, growing to the left: `descending(9)` is 9, 8 … 2. */
const descending = (from: number): Weights => Array.from({ length: from - 1 }, (_, index) => from - index)

const digitAt = (id: string, index: number): number => id.charCodeAt(index) - 48

function weighted(id: string, weights: Weights, start = 0): number {
  return weights.reduce((added, weight, index) => added + weight * digitAt(id, start + index), 0)
}

/** 11 less the rest; 10 and 11 become 0. */
function complement11(added: number): number {
  const rest = added % 11
  return rest < 2 ? 0 : 11 - rest
}

/** 11 less the rest; 10 becomes 0 and 11 becomes 1. */
function complement11Wrapped(added: number): number {
  return (11 - (added % 11)) % 10
}

/** Ten times the sum, modulo 11; 10 becomes 0. */
function tenTimes11(added: number): number {
  const digit = (added * 10) % 11
  return digit === 10 ? 0 : digit
}

/** A number whose last digit closes the ones before it. */
const single =
  (weights: Weights, close: (added: number) => number = complement11) =>
  (id: string): boolean =>
    close(weighted(id, weights)) === digitAt(id, weights.length)

/** A number with two check digits at its end, the second over the first as well. */
const double =
  (first: Weights, second: Weights, close: (added: number) => number = complement11) =>
  (id: string): boolean =>
    close(weighted(id, first)) === digitAt(id, first.length) &&
    close(weighted(id, second)) === digitAt(id, second.length)

const NINE = '##.###.###-#'
const THIRTEEN = '##.###.###/###-##'
const nine = single(descending(9))

/** Acre and the Federal District: thirteen digits, two of them check digits. */
const thirteen = double([4, 3, 2, ...descending(9)], [5, 4, 3, 2, ...descending(9)])

/** Amapá: the sum starts at 5, 9 or 0 and an 11 becomes 0, 1 or 0 according to the range of the number. */
function amapa(id: string): boolean {
  const number = Number(id.slice(0, 8))
  const [start, eleven] = number <= 3_017_000 ? [5, 0] : number <= 3_019_022 ? [9, 1] : [0, 0]
  const digit = 11 - ((weighted(id, descending(9)) + start) % 11)
  const closed = digit === 10 ? 0 : digit === 11 ? eleven : digit
  return closed === digitAt(id, 8)
}

/** Bahia: modulo 10 or 11 by the first (or second) digit; the last digit closes the body, the one before it closes both. */
function bahia(id: string): boolean {
  const body = id.slice(0, -2)
  const modulo = '679'.includes(id.charAt(body.length - 6)) ? 11 : 10
  const close = (added: number): number => {
    const rest = added % modulo
    return rest === 0 || (modulo === 11 && rest === 1) ? 0 : modulo - rest
  }
  const last = close(weighted(body, descending(body.length + 1)))
  const first = close(weighted(`${body}${last}`, descending(body.length + 2)))
  return id.endsWith(`${first}${last}`)
}

/** Amazonas: a sum below 11 is subtracted from 11 whole. */
function amazonas(added: number): number {
  return added < 11 ? (11 - added) % 10 : complement11(added)
}

/** Goiás: in the range 10103105 to 10119997 a rest of 1 closes with 1; 11094402 may end in 0 or 1. */
function goias(id: string): boolean {
  const number = Number(id.slice(0, 8))
  if (number === 11_094_402) return /[01]$/.test(id)
  const rest = weighted(id, descending(9)) % 11
  if (rest === 1 && number >= 10_103_105 && number <= 10_119_997) return digitAt(id, 8) === 1
  return nine(id)
}

/** Minas Gerais: the first check digit adds the digits of products by 1 and 2 over the number with a 0 after the city. */
function minasGerais(id: string): boolean {
  const body = `${id.slice(0, 3)}0${id.slice(3, 11)}`
  let added = 0
  for (let index = 0; index < body.length; index += 1) {
    const product = digitAt(body, index) * (index % 2 === 0 ? 1 : 2)
    added += product > 9 ? product - 9 : product
  }
  return (10 - (added % 10)) % 10 === digitAt(id, 11) && single([3, 2, 11, 10, ...descending(9)])(id)
}

/** Roraima: weights 1 to 8, modulo 9. */
const roraima = single([1, 2, 3, 4, 5, 6, 7, 8], (added) => added % 9)

const lastDigit11 = (added: number): number => (added % 11) % 10

/** São Paulo: the ninth and the twelfth digits close the ones before them; a rural producer's only the ninth. */
const saoPauloNinth = single([1, 3, 4, 5, 6, 7, 8, 10], lastDigit11)
const saoPauloTwelfth = single([3, 2, 10, ...descending(9)], lastDigit11)

const tocantinsOld = (id: string): boolean => nine(`${id.slice(0, 2)}${id.slice(4)}`)

const nineStarting = (shape: RegExp): readonly StateRule[] => [{ shape, mask: NINE, check: nine }]

/** The rules by state; where a state has an older and a newer form, both are valid. */
export const STATE_RULES: Readonly<Record<Uf, readonly StateRule[]>> = {
  AC: [{ shape: /^01\d{11}$/, mask: THIRTEEN, check: thirteen }],
  AL: [{ shape: /^24\d{7}$/, mask: NINE, check: single(descending(9), tenTimes11) }],
  AM: [{ shape: /^\d{9}$/, mask: NINE, check: single(descending(9), amazonas) }],
  AP: [{ shape: /^03\d{7}$/, mask: NINE, check: amapa }],
  BA: [
    { shape: /^\d{8}$/, mask: '######-##', check: bahia },
    { shape: /^\d{9}$/, mask: '#######-##', check: bahia },
  ],
  CE: nineStarting(/^06\d{7}$/),
  DF: [{ shape: /^0[78]\d{11}$/, mask: THIRTEEN, check: thirteen }],
  ES: [{ shape: /^\d{9}$/, mask: '###.###.##-#', check: nine }],
  GO: [{ shape: /^(?:10|11|15|2\d)\d{7}$/, mask: NINE, check: goias }],
  MA: nineStarting(/^12\d{7}$/),
  MG: [{ shape: /^\d{13}$/, mask: '###.###.###/####', check: minasGerais }],
  MS: nineStarting(/^(?:28|50)\d{7}$/),
  MT: [
    {
      shape: /^\d{9,11}$/,
      mask: '##########-#',
      check: (id) => single([3, 2, ...descending(9)])(id.padStart(11, '0')),
    },
  ],
  PA: [{ shape: /^(?:15|7[5-9])\d{7}$/, mask: '##-######-#', check: nine }],
  PB: nineStarting(/^\d{9}$/),
  PE: [
    { shape: /^\d{9}$/, mask: '#######-##', check: double(descending(8), descending(9)) },
    {
      shape: /^\d{14}$/,
      mask: '##.#.###.#######-#',
      check: single([5, 4, 3, 2, 1, ...descending(9)], complement11Wrapped),
    },
  ],
  PI: nineStarting(/^\d{9}$/),
  PR: [
    { shape: /^\d{10}$/, mask: '###.#####-##', check: double([3, 2, ...descending(7)], [4, 3, 2, ...descending(7)]) },
  ],
  RJ: [{ shape: /^\d{8}$/, mask: '##.###.##-#', check: single([2, ...descending(7)]) }],
  RN: [
    { shape: /^20\d{7}$/, mask: NINE, check: single(descending(9), tenTimes11) },
    { shape: /^20\d{8}$/, mask: '##.#.###.###-#', check: single(descending(10), tenTimes11) },
  ],
  RO: [
    {
      shape: /^\d{14}$/,
      mask: '#############-#',
      check: single([6, 5, 4, 3, 2, ...descending(9)], complement11Wrapped),
    },
    { shape: /^\d{9}$/, mask: '###.#####-#', check: (id) => single(descending(6), complement11Wrapped)(id.slice(3)) },
  ],
  RR: [{ shape: /^24\d{7}$/, mask: '########-#', check: roraima }],
  RS: [{ shape: /^\d{10}$/, mask: '###/#######', check: single([2, ...descending(9)]) }],
  SC: [{ shape: /^\d{9}$/, mask: '###.###.###', check: nine }],
  SE: [{ shape: /^\d{9}$/, mask: '########-#', check: nine }],
  SP: [
    { shape: /^\d{12}$/, mask: '###.###.###.###', check: (id) => saoPauloNinth(id) && saoPauloTwelfth(id) },
    {
      shape: /^P0\d{11}$/,
      mask: 'P-########.#/###',
      check: (id) => saoPauloNinth(id.slice(1)),
    },
  ],
  TO: [
    { shape: /^\d{9}$/, mask: NINE, check: nine },
    { shape: /^\d{2}(?:0[1-3]|99)\d{7}$/, mask: '##.##.######-#', check: tocantinsOld },
  ],
}
