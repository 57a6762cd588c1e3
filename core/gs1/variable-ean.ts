import { parseNumber } from '../br/number'
import { CoreError } from '../errors'
import type { Decimal } from '../money/decimal'
import { isDigits } from './characters'
import { endsInCheckDigit } from './check-digit'

/**
 * How a point of sale reads the labels of its scales: the first digits of such codes, whether they carry price or weight, and where, in positions
 * from 1 to 13, both ends inclusive; `qDecimal` decimals of the value. Fields of the PDV scale, spec 2 section 3.
 */
export interface VariableEanConfig {
  readonly digitBalanca: string
  readonly tpIdentificacao: 'weight' | 'price'
  readonly posCodIni: number
  readonly posCodEnd: number
  readonly posValIni: number
  readonly posValEnd: number
  readonly qDecimal: number
}

/** A scale label as read. `value` is kilograms or money by `tpIdentificacao`. */
export interface VariableEan {
  /** A code of 13 digits that begins with the digits of the scale. */
  readonly matches: boolean
  readonly checkDigitOk: boolean
  readonly code?: string
  readonly value?: string
}

/** Reads an in-store EAN-13 with weight or price. What it makes of quantity and total is in label-line.ts. Throws CoreError `invalid_config`. */
export function readVariableEan(barcode: string, config: VariableEanConfig): VariableEan {
  checkConfig(config)
  const isEan = barcode.length === 13 && isDigits(barcode)
  const checkDigitOk = isEan && endsInCheckDigit(barcode)
  const matches = isEan && barcode.startsWith(config.digitBalanca)
  if (!matches || !checkDigitOk) return { matches, checkDigitOk }
  const code = barcode.slice(config.posCodIni - 1, config.posCodEnd)
  const value = placePoint(barcode.slice(config.posValIni - 1, config.posValEnd), config.qDecimal)
  return { matches, checkDigitOk, code, value }
}

function checkConfig(config: VariableEanConfig): void {
  const { posCodIni, posCodEnd, posValIni, posValEnd, qDecimal, digitBalanca } = config
  const inOrder = [posCodIni, posCodEnd, posValIni, posValEnd].every(
    (at) => Number.isInteger(at) && at >= 1 && at <= 13,
  )
  const decimalsFit = Number.isInteger(qDecimal) && qDecimal >= 0 && qDecimal <= 13
  const digitsFit = isDigits(digitBalanca) && digitBalanca.length <= 12
  if (!inOrder || posCodIni > posCodEnd || posValIni > posValEnd || !decimalsFit || !digitsFit) {
    throw new CoreError(
      'invalid_config',
      'Posições da etiqueta da balança inválidas: use de 1 a 13, início antes do fim.',
    )
  }
}

/** Digits with `decimals` of them after a point, no idle zeros before it: '00284' and 2 give '2.84'. */
export function placePoint(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  return decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`
}

const QUANTITY = /^\d[\d.]{0,19}(?:,\d{1,10})?$/
const MAX_QUANTITY = '1000000000000000'

/** The quantity as any number field reads it; null for what is none, or nothing. */
function quantityOf(text: string): Decimal | null {
  if (!QUANTITY.test(text)) return null
  try {
    const quantity = parseNumber(text)
    return quantity.sign() > 0 && quantity.lt(MAX_QUANTITY) ? quantity : null
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}

/**
 * The sales entry `quantity*barcode`: `3*7891234567895`. The quantity is read as in every number field (`1,5`, `1.500` is 1500, `0.5`), and is 1 when
 * there is none (document 2, sections 5 and 9).
 * Throws CoreError `invalid_barcode`, `invalid_amount`.
 */
export function parseQuantityBarcode(text: string): { qTrib: string; code: string } {
  const trimmed = text.trim()
  const star = trimmed.indexOf('*')
  const code = trimmed.slice(star + 1).trim()
  if (code === '' || code.length > 200) throw new CoreError('invalid_barcode', 'Informe o código de barras.')
  if (star === -1) return { qTrib: '1', code }
  const quantity = quantityOf(trimmed.slice(0, star).trim())
  if (quantity === null) {
    throw new CoreError('invalid_amount', 'Quantidade inválida: use quantidade*código, por exemplo 3*7891234567895.')
  }
  return { qTrib: quantity.toString(), code }
}
