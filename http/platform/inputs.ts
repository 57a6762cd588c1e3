import * as v from 'valibot'
import { quotientOf } from '../../core/br/number'
import { decimal, roundHalfUp } from '../../core/money/decimal'
import { isDate, MESSAGES } from './parse'

/** Shapes that many actions take. Values of a GET come as text. */
export const nothing = v.optional(v.record(v.string(), v.unknown()), {})
export const identifier = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
  v.integer('Selecione um registro válido.'),
  v.minValue(1, 'Selecione um registro válido.'),
  v.maxValue(2_147_483_647, 'Selecione um registro válido.'),
)
/** Halves of a letter (lone surrogates) become a sign that can be stored. */
export const shortText = (max = 255) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.toWellFormed()),
    v.trim(),
    v.maxLength(max, `Use no máximo ${max} caracteres.`),
  )
/** What a scanner read, as it stands on the label. */
export const scannedCode = v.pipe(
  v.string(),
  v.minLength(1, MESSAGES.required),
  v.maxLength(400, 'Use no máximo 400 caracteres.'),
  v.transform((text) => text.toWellFormed()),
)
export const flag = v.pipe(
  v.union([v.boolean(), v.number(), v.string()]),
  v.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
)
/** A day of the calendar, `AAAA-MM-DD`; of a date with an hour, its day. */
export const dateInput = v.pipe(
  v.string(),
  v.maxLength(35, MESSAGES.date),
  v.transform((text) => text.trim().slice(0, 10)),
  v.check(isDate, MESSAGES.date),
)
/** A whole number that counts or places, from 0. */
export const countInput = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
  v.integer(MESSAGES.integer),
  v.minValue(0, MESSAGES.integer),
  v.maxValue(2_147_483_647, MESSAGES.integer),
)
export const decimalInput = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.maxLength(30))]),
  v.check((value) => /^-?\d{1,13}(\.\d{1,10})?$/.test(String(value).trim()), 'Informe um número.'),
  v.transform((value) => String(value).trim()),
)

const QUOTIENT = /^\s*\d+(?:\.\d+)?\s*\/\s*\d+(?:\.\d+)?\s*$/

/** A conversion factor, 10 decimals: a number, or a quotient (5/110). */
export const factorInput = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.maxLength(30))]),
  v.transform((value) => {
    const quotient = typeof value === 'string' && QUOTIENT.test(value) ? quotientOf(value, decimal) : null
    return quotient ? roundHalfUp(quotient, 10).toString() : value
  }),
  decimalInput,
)

const idText = v.pipe(
  v.string(),
  v.maxLength(10_000),
  v.transform((text): unknown =>
    text
      .replaceAll(/[[\]\s"]/g, '')
      .split(',')
      .filter(Boolean),
  ),
)

/** A list of so many ids at most: a JSON list, as text too (`[1,2]` or `1,2`). */
export const idListOf = (most: number) =>
  v.pipe(
    v.union([v.array(v.unknown()), idText]),
    v.array(identifier),
    v.maxLength(most, `No máximo ${most} registros.`),
  )
export const idList = idListOf(1000)
