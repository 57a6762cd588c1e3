import {
  formatDate as showDate,
  formatDateTime as showDateTime,
  parseDateTime,
  tryDate,
} from '../../../core/br/date-text'
import { isCep, isEmail, isPhone, keepEmailCharacters, phoneDigits } from '../../../core/br/fields'
import { readGtin } from '../../../core/br/gtin'
import { maskCep, maskEan, maskMoney, maskNcm, maskPhone, maskPlate, maskTaxId } from '../../../core/br/masks'
import { keepNumberCharacters, parseNumber, quotientOf, readNumberField } from '../../../core/br/number'
import { bareTaxId, isCnpj, isCpf } from '../../../core/br/tax-id'
import { decimal, HUNDRED, roundHalfUp, ZERO } from '../../../core/money/decimal'
import { formatAmount, formatQuantity, isAmount, localToday } from '../format'
import { textOf } from '../row'

/** What a one-line box holds. `fraction` is shown in percent and kept as a fraction (0.1 shows 10). */
export type TextKind =
  | 'text'
  | 'upper'
  | 'email'
  | 'password'
  | 'integer'
  | 'serial'
  | 'number'
  | 'money'
  | 'percent'
  | 'fraction'
  | 'factor'
  | 'date'
  | 'datetime'
  | 'taxid'
  | 'cep'
  | 'phone'
  | 'ean'
  | 'ncm'
  | 'plate'

export interface KindOptions {
  readonly decimals?: number
  /** Its field goes below zero: a sign before the number stays. */
  readonly signed?: boolean
  readonly today?: string
}

/** How a kind of box behaves. All pure: text as typed in, stored value out. */
export interface Kind {
  /** Stored value → text of a box that is not being typed in. */
  readonly show: (value: unknown, options: KindOptions) => string
  /** What stays of the text after each key. */
  readonly clean: (text: string, options: KindOptions) => string
  /** Text → stored value; null when there is none. Never throws. */
  readonly read: (text: string, options: KindOptions) => unknown
  /** What is wrong with a stored value that is not empty; undefined when nothing. */
  readonly fault?: (value: unknown) => string | undefined
  /** May this be pasted? Where not everything may: what is typed is seen as it comes, what is pasted would be read as something else. */
  readonly pastes?: (text: string) => boolean
  /** Read only when the box is left (dates in words). */
  readonly late?: true
  readonly align?: 'end'
  readonly mono?: true
  readonly inputMode?: 'decimal' | 'numeric' | 'email' | 'tel'
  readonly type?: 'password' | 'email'
}

const same = (text: string): string => text
const trimmedOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const digitsOrNull = (text: string): string | null => trimmedOrNull(text.replace(/\D/g, ''))

/** A number as it is written here: `1234.56` and `-12` from elsewhere would become 123.456 and 12. */
export function isWrittenNumber(text: string): boolean {
  try {
    return text.trim() === '' || parseNumber(text).gte(0)
  } catch {
    return false
  }
}

const isNegative = (text: string): boolean => text.trimStart().startsWith('-')

function numeric(defaultDecimals: number, show: Kind['show']): Kind {
  return {
    show,
    clean: (text, { decimals = defaultDecimals, signed = false }) =>
      `${signed && isNegative(text) ? '-' : ''}${maskMoney(text, decimals)}`,
    read: (text, { decimals = defaultDecimals, signed = false }) => {
      const amount = readNumberField(text)
      if (amount === null) return null
      return Number(roundHalfUp(signed && isNegative(text) ? amount.neg() : amount, decimals).toString())
    },
    pastes: isWrittenNumber,
    align: 'end',
    inputMode: 'decimal',
  }
}

function masked(
  mask: (text: string) => string,
  read: (text: string) => string | null,
  fault: Kind['fault'],
  rest: Partial<Kind> = {},
): Kind {
  return {
    show: (value) => mask(textOf(value)),
    clean: mask,
    read,
    inputMode: 'numeric',
    ...(fault ? { fault } : {}),
    ...rest,
  }
}

const today = (options: KindOptions): string => options.today ?? localToday()

function readDateTime(text: string, options: KindOptions): string | null {
  try {
    return text.trim() === '' ? null : parseDateTime(text, today(options))
  } catch {
    return null
  }
}

function taxIdFault(value: unknown): string | undefined {
  const id = textOf(value)
  if (id.length <= 11 && !/[A-Z]/i.test(id)) return isCpf(id) ? undefined : 'O CPF informado é inválido.'
  return isCnpj(id) ? undefined : 'O CNPJ informado é inválido.'
}

const text: Kind = { show: (value) => textOf(value), clean: same, read: (typed) => (typed === '' ? null : typed) }

const fraction: Kind = {
  ...numeric(4, () => ''),
  show: (value, { decimals = 4 }) =>
    isAmount(value) ? formatQuantity(decimal(value).times(HUNDRED).toString(), decimals) : '',
  read: (typed, { decimals = 4 }) => {
    const amount = readNumberField(typed)
    return amount === null ? null : Number(roundHalfUp(amount, decimals).div(HUNDRED).toString())
  },
}

/** A number, or a quotient: 5/110. */
const factor: Kind = {
  ...numeric(10, (value, { decimals = 10 }) => formatQuantity(value, decimals)),
  clean: (typed) => typed.split('/').slice(0, 2).map(keepNumberCharacters).join('/'),
  read: (typed, { decimals = 10 }) => {
    const amount =
      quotientOf(typed, (part) => readNumberField(part) ?? ZERO) ?? readNumberField(typed.split('/')[0] ?? '')
    return amount === null ? null : Number(roundHalfUp(amount, decimals).toString())
  },
  pastes: (text) => text.split('/').length <= 2 && text.split('/').every(isWrittenNumber),
}

export const KINDS: Readonly<Record<TextKind, Kind>> = {
  text,
  upper: { ...text, clean: (typed) => typed.toUpperCase() },
  password: { ...text, type: 'password' },
  email: {
    ...text,
    clean: keepEmailCharacters,
    fault: (value) => (isEmail(textOf(value)) ? undefined : 'Por favor, preencha os emails corretamente.'),
    inputMode: 'email',
  },
  integer: numeric(0, (value) => formatAmount(value, 0)),
  // The number of a document names it: no points part its thousands.
  serial: {
    show: (value) => textOf(value),
    clean: (typed) => typed.replace(/\D/g, ''),
    read: (typed) => (typed === '' ? null : Number(typed.slice(0, 15))),
    align: 'end',
    inputMode: 'numeric',
  },
  number: numeric(3, (value, { decimals = 3 }) => formatQuantity(value, decimals)),
  money: numeric(2, (value, { decimals = 2 }) => formatAmount(value, decimals)),
  percent: numeric(2, (value, { decimals = 2 }) => formatQuantity(value, decimals)),
  fraction,
  factor,
  date: {
    show: (value) => showDate(textOf(value)),
    clean: same,
    read: (typed, options) => tryDate(typed, today(options)),
    late: true,
    inputMode: 'numeric',
  },
  datetime: {
    show: (value) => showDateTime(textOf(value)),
    clean: same,
    read: readDateTime,
    late: true,
    inputMode: 'numeric',
  },
  taxid: masked(maskTaxId, (typed) => trimmedOrNull(bareTaxId(typed)), taxIdFault, { mono: true }),
  cep: masked(maskCep, digitsOrNull, (value) => (isCep(textOf(value)) ? undefined : 'CEP inválido.')),
  phone: masked(
    maskPhone,
    (typed) => trimmedOrNull(phoneDigits(typed)),
    (value) => (isPhone(textOf(value)) ? undefined : 'Telefone inválido.'),
    { inputMode: 'tel' },
  ),
  ean: masked(
    maskEan,
    digitsOrNull,
    (value) => (readGtin(textOf(value)) !== null ? undefined : 'EAN inválido: confira os dígitos.'),
    { mono: true },
  ),
  ncm: masked(
    maskNcm,
    digitsOrNull,
    (value) => (/^\d{8}$/.test(textOf(value)) ? undefined : 'NCM inválido: informe os 8 dígitos do código.'),
    { mono: true },
  ),
  plate: masked(maskPlate, (typed) => trimmedOrNull(typed.replace('-', '')), undefined, { mono: true }),
}
