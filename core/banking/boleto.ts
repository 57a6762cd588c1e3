import { type CivilDate, addDays, daysBetween } from '../br/civil-date'
import { CoreError } from '../errors'
import { fromUnits } from '../money/decimal'
import { mod10, mod11Boleto, mod11Collection } from './check-digits'

/** What the line or the barcode of a slip says. */
export interface Slip {
  /** A boleto of a bank, or a slip of a utility or an authority. */
  readonly kind: 'boleto' | 'arrecadacao'
  /** 44 digits. */
  readonly codigo_barras: string
  /** 47 digits of a boleto, 48 of a collection slip. */
  readonly linha_digitavel: string
  /** Reais with 2 decimals; undefined where the payer is told elsewhere. */
  readonly valor?: string
  /** A boleto's due date; a collection slip does not tell one that can be read without its issuer. */
  readonly dVencimento?: CivilDate
  /** The bank's code (3 digits); of a collection slip undefined. */
  readonly banco?: string
  /** Who a collection slip is for: its segment and the issuer's code in it. */
  readonly emissor?: string
}

const invalid = (why: string) => new CoreError('invalid_slip', `Código inválido: ${why}.`)

/** The day from which the factor of due dates is counted (FEBRABAN). */
const BASE = '1997-10-07'
/** After 9999 comes 1000 again: 21/02/2025 was 9999, 22/02/2025 is 1000. */
const TURN = 9_000
/** How far from the day of reading a due date may lie: less than a turn, so that it is one. */
const BEFORE = 3_000
const AFTER = 5_500

/** The four digits of a due date. Throws CoreError `invalid_date` before the factor began. */
export function dueFactor(date: CivilDate): string {
  const days = daysBetween(BASE, date)
  if (days < 0) throw new CoreError('invalid_date', 'O vencimento é anterior ao fator de vencimento dos boletos.')
  return String(days <= 9_999 ? days : ((days - 1_000) % TURN) + 1_000).padStart(4, '0')
}

/** The due date that a factor means near the day `today`; undefined for 0000 and what lies outside of any. */
export function dueDateOf(factor: string, today: CivilDate): CivilDate | undefined {
  const days = Number(factor)
  if (days === 0) return undefined
  const from = daysBetween(BASE, today) - BEFORE
  const turns = Math.max(0, Math.ceil((from - days) / TURN))
  const found = addDays(BASE, days + turns * TURN)
  return daysBetween(today, found) <= AFTER ? found : undefined
}

/** The amount of the digits 6 to 19: where it does not fit in ten, it takes the factor's place too. */
function amountAndDue(digits: string, today: CivilDate): Pick<Slip, 'valor' | 'dVencimento'> {
  const [factor, cents] = [digits.slice(0, 4), digits.slice(4)]
  const isFactor = Number(factor) >= 1_000 || factor === '0000'
  const value = fromUnits(BigInt(isFactor ? cents : digits))
  const due = isFactor ? dueDateOf(factor, today) : undefined
  return {
    ...(value.isZero() ? {} : { valor: value.toFixed(2) }),
    ...(due === undefined ? {} : { dVencimento: due }),
  }
}

const field = (digits: string): string => `${digits}${mod10(digits)}`

/** The 47 digits of a boleto's 44. */
export const boletoLine = (bar: string): string =>
  [
    field(bar.slice(0, 4) + bar.slice(19, 24)),
    field(bar.slice(24, 34)),
    field(bar.slice(34, 44)),
    bar.slice(4, 5),
    bar.slice(5, 19),
  ].join('')

const boletoBar = (line: string): string =>
  line.slice(0, 4) + line.slice(32, 47) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)

function readBoleto(bar: string, today: CivilDate): Slip {
  if (bar.startsWith('000') || bar[3] !== '9') throw invalid('não é de um banco, em reais')
  if (String(mod11Boleto(bar.slice(0, 4) + bar.slice(5))) !== bar[4]) throw invalid('o dígito geral não confere')
  return {
    kind: 'boleto',
    codigo_barras: bar,
    linha_digitavel: boletoLine(bar),
    banco: bar.slice(0, 3),
    ...amountAndDue(bar.slice(5, 19), today),
  }
}

/** How the digits of a collection slip are computed, as its third digit says: 6 and 7 by modulo 10, 8 and 9 by modulo 11. */
function collectionDigit(bar: string): (digits: string) => number {
  if (bar[2] === '6' || bar[2] === '7') return mod10
  if (bar[2] === '8' || bar[2] === '9') return mod11Collection
  throw invalid('o terceiro dígito de uma guia vai de 6 a 9')
}

const BLOCKS = [0, 11, 22, 33]

/** Segment 6 names its issuer by the root of a CNPJ, the others by four digits. */
const issuerOf = (bar: string): string => bar.slice(1, 2) + bar.slice(15, bar[1] === '6' ? 23 : 19)

function readCollection(bar: string): Slip {
  const digit = collectionDigit(bar)
  if (String(digit(bar.slice(0, 3) + bar.slice(4))) !== bar[3]) throw invalid('o dígito geral não confere')
  // 7 and 9 are quantities of a reference, not reais.
  const isReais = bar[2] === '6' || bar[2] === '8'
  const value = fromUnits(BigInt(bar.slice(4, 15)))
  return {
    kind: 'arrecadacao',
    codigo_barras: bar,
    linha_digitavel: BLOCKS.map((at) => bar.slice(at, at + 11))
      .map((block) => `${block}${digit(block)}`)
      .join(''),
    emissor: issuerOf(bar),
    ...(isReais && !value.isZero() ? { valor: value.toFixed(2) } : {}),
  }
}

/**
 * Reads what was scanned or typed of a slip: the barcode's 44 digits, a boleto's 47 or a collection slip's 48, with whatever stands between them. Every
 * check digit is tried. `today` decides which turn of the factor a due date is of. Throws CoreError `invalid_slip` saying what is wrong.
 */
export function readSlip(text: string, today: CivilDate): Slip {
  const digits = text.replaceAll(/[\s.-]/g, '')
  if (!/^\d+$/.test(digits)) throw invalid('só se esperam números')
  const isCollection = digits.startsWith('8')
  if (digits.length === 44) return isCollection ? readCollection(digits) : readBoleto(digits, today)
  if (digits.length === 47 && !isCollection) return readLine(digits, today)
  if (digits.length === 48 && isCollection) return readCollectionLine(digits)
  throw invalid(`são ${digits.length} dígitos; um boleto tem 47, uma guia 48 e um código de barras 44`)
}

function readLine(digits: string, today: CivilDate): Slip {
  const slip = readBoleto(boletoBar(digits), today)
  const at = [...slip.linha_digitavel].findIndex((digit, index) => digit !== digits[index])
  if (at >= 0) throw invalid(`o dígito do ${at < 10 ? 'primeiro' : at < 21 ? 'segundo' : 'terceiro'} campo não confere`)
  return slip
}

function readCollectionLine(digits: string): Slip {
  const blocks = [0, 12, 24, 36].map((at) => digits.slice(at, at + 11))
  const slip = readCollection(blocks.join(''))
  const wrong = [11, 23, 35, 47].findIndex((at) => slip.linha_digitavel[at] !== digits[at])
  if (wrong >= 0) throw invalid(`o dígito do ${wrong + 1}º bloco não confere`)
  return slip
}

/** A line as it is printed, in its fields. Text that is no line stays as it is. */
export function formatLine(line: string): string {
  const boleto = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/.exec(line)
  if (boleto) {
    const [, a, b, c, d, e, g, h, i] = boleto
    return `${a}.${b} ${c}.${d} ${e}.${g} ${h} ${i}`
  }
  return line.replace(/^(\d{11})(\d)(\d{11})(\d)(\d{11})(\d)(\d{11})(\d)$/, '$1-$2 $3-$4 $5-$6 $7-$8')
}
