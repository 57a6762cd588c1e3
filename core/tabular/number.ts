import { CoreError } from '../errors'

/** Which sign opens the decimals. */
export type DecimalMark = ',' | '.'

const NUMBER = /^[+-]?[\d.,]+$/
const MAX_LENGTH = 40

/** The text without currency, percent, spaces and the ways to write a minus. */
function bare(text: string): string {
  const plain = text
    .slice(0, MAX_LENGTH)
    .replaceAll(/R\$|[%\s\u00A0]/g, '')
    .replace(/^[−–]/, '-')
  if (/^\(.*\)$/.test(plain)) return `-${plain.slice(1, -1)}`
  return /^[^-].*-$/.test(plain) ? `-${plain.slice(0, -1)}` : plain
}

/**
 * Which decimal mark a number proves by itself: `1.234,56` and `12,5` a comma, `1,234.56` and `12.5` a point, `0.125` a point. What may be
 * read both ways (`1.234`), or has no mark at all, proves nothing.
 */
export function provenMark(text: string): DecimalMark | undefined {
  const number = bare(text)
  if (!NUMBER.test(number)) return undefined
  const [dots, commas] = [number.split('.').length - 1, number.split(',').length - 1]
  if (dots + commas === 0) return undefined
  if (dots > 0 && commas > 0) return number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.'
  const mark = dots > 0 ? '.' : ','
  if (dots + commas > 1) return mark === '.' ? ',' : '.'
  const [whole = '', fraction = ''] = number.replace(/^[+-]/, '').split(mark)
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? undefined : mark
}

/** How often the numbers of a column prove each mark. */
export interface MarkCount {
  readonly commas: number
  readonly points: number
}

/**
 * A number as a sheet writes it, as plain decimal text (`1234.56`). A number that may be read both ways follows its column: points where
 * only points are proven, commas where nothing or only commas are; where the column proves both it is refused. Throws `invalid_number`.
 */
export function readDecimal(text: string, column: MarkCount): string {
  const number = bare(text)
  const mark = provenMark(text)
  if (text.length > MAX_LENGTH || !NUMBER.test(number) || !/\d/.test(number)) throw invalid(text)
  if (mark === undefined && /[.,]/.test(number)) {
    if (column.commas > 0 && column.points > 0) throw ambiguous(text)
    return plain(number, column.points > 0 ? '.' : ',', text)
  }
  return plain(number, mark ?? ',', text)
}

function plain(number: string, mark: DecimalMark, text: string): string {
  const [whole = '', fraction = '', ...more] = number.split(mark)
  const digits = whole.replace(/^[+-]/, '')
  if (more.length > 0 || !/^(?:\d*|\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?)$/.test(digits) || /\D/.test(fraction))
    throw invalid(text)
  const sign = number.startsWith('-') ? '-' : ''
  return `${sign}${digits.replaceAll(/\D/g, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

const shown = (text: string) => text.slice(0, 40)

function invalid(text: string): CoreError {
  return new CoreError('invalid_number', `Número inválido: '${shown(text)}'.`)
}

function ambiguous(text: string): CoreError {
  return new CoreError(
    'ambiguous_number',
    `'${shown(text)}' pode ser lido de dois modos, e esta coluna usa vírgula e ponto para os decimais. Escreva com as duas casas, como 1.234,00.`,
  )
}
