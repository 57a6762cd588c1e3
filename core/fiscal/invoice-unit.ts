import { gtin14, isGtin } from '../br/gtin'
import { decimal, roundHalfUp } from '../money/decimal'
import { FACTOR_DECIMALS } from '../stock/unit'
import type { NfeItem } from './nfe-types'

type InvoiceUnits = Pick<NfeItem, 'uCom' | 'uTrib' | 'qCom' | 'qTrib' | 'cEAN' | 'cEANTrib'>

/** What is known of a product: its unit, and its codes filled to 14 digits. */
interface KnownProduct {
  readonly un: string | null
  readonly codes: readonly string[]
}

interface Factor {
  /** Our units in one of the invoice's, decimal text. */
  readonly factor: string
  /** The invoice counts in two units, and nothing tells which of them is ours. */
  readonly unsure: boolean
}

/** The bar codes of an item that pass their check digit, that of its taxable unit first. */
export function gtinsOf(item: Pick<NfeItem, 'cEAN' | 'cEANTrib'>): string[] {
  return [item.cEANTrib, item.cEAN].filter((code) => code !== null).filter(isGtin)
}

/** Taxable units in one commercial unit, by the invoice's own quantities; 1 where it tells none. */
export function unitRatio({ qCom, qTrib }: Pick<NfeItem, 'qCom' | 'qTrib'>): string {
  const [sold, taxed] = [decimal(qCom), decimal(qTrib)]
  if (sold.sign() <= 0 || taxed.sign() <= 0) return '1'
  return roundHalfUp(taxed.div(sold), FACTOR_DECIMALS).toString()
}

/** What suppliers write for units that everybody knows; only what can mean nothing else. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  UN: ['UND', 'UNI', 'UNID', 'UNIDAD', 'UNIDADE'],
  PC: ['PÇ', 'PCA', 'PÇA', 'PECA', 'PEÇA', 'PCS'],
  CX: ['CXA', 'CAIXA'],
  KG: ['KGS', 'QUILO', 'KILO'],
  DZ: ['DZA', 'DUZIA', 'DÚZIA'],
}
const UNITS = new Map(Object.entries(WORDS).flatMap(([un, words]) => words.map((word) => [word, un] as const)))

const unitWord = (unit: string): string => {
  const word = unit.trim().toUpperCase()
  return UNITS.get(word) ?? word
}

export const sameUnit = (left: string | null, right: string | null): boolean =>
  left !== null && right !== null && unitWord(left) === unitWord(right)

/**
 * How many of a product's units one commercial unit of an invoice holds. An invoice counts goods as they are sold (10 boxes) and as they are taxed (1,000
 * pieces): the product is whichever of the two its unit says, else whichever its bar code says.
 */
export function invoiceFactor(item: InvoiceUnits, { un, codes }: KnownProduct): Factor {
  const ratio = unitRatio(item)
  if (ratio === '1' || sameUnit(item.uCom, item.uTrib)) return { factor: '1', unsure: false }
  const [sold, taxed] = [sameUnit(un, item.uCom), sameUnit(un, item.uTrib)]
  if (sold !== taxed) return { factor: taxed ? ratio : '1', unsure: false }
  const has = (code: string | null) => code !== null && isGtin(code) && codes.includes(gtin14(code))
  const [soldCode, taxedCode] = [has(item.cEAN), has(item.cEANTrib)]
  if (soldCode !== taxedCode) return { factor: taxedCode ? ratio : '1', unsure: false }
  return { factor: '1', unsure: true }
}
