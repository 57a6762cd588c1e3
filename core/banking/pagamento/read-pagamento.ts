import { CoreError } from '../../errors'
import { decodeText, type FixedLine, fixedLines } from '../../layout/fixed-width'
import type { OrdemLida } from './pagamento'
import { readLines } from './read-lines'

const notPayments = (what: string) =>
  new CoreError('unsupported_file', `Arquivo não suportado, verifique se é ${what} CNAB240.`)

/** Some first records have names that push what follows to the right. */
const LONGEST = 250

/** The lines of a file whose first record and first batch are of payments, and go the way asked for; undefined for any other. */
export function linesOf(
  file: Uint8Array | string,
  way: 'remessa' | 'retorno',
): { readonly first: FixedLine; readonly lines: readonly FixedLine[] } | undefined {
  const [first, ...lines] = fixedLines(typeof file === 'string' ? file : decodeText(file))
  if (!first || !/^\d{7}0/.test(first.text) || first.text.length > LONGEST) return undefined
  const batch = lines.find((line) => line.text.charAt(7) === '1')
  // C is a credit, D a debit, F one that the bank finances: collection has R and T, statements E, slips to be paid T.
  if (!batch || !/^[CDF]$/i.test(batch.text.charAt(8))) return undefined
  const isReturn = first.text.charAt(142) === '2'
  return isReturn === (way === 'retorno') ? { first, lines } : undefined
}

/**
 * Reads a file of payments as it goes to a bank: the bank from its first line; of a bank whose layout is not known, what all banks share. Lines of any ending and any encoding, cut
 * at the right or not; records that are not known are kept; what does not add up is told in `faltas`. Throws `unsupported_file` for what is none, `bad_field` for an amount that
 * is no number, `too_large` over 20 MB or 200,000 lines.
 */
export function readPagamento(file: Uint8Array | string): OrdemLida {
  const found = linesOf(file, 'remessa')
  if (!found) throw notPayments('uma remessa de pagamentos')
  const { itens, lotes: _lotes, ...rest } = readLines(found.first, found.lines)
  return { ...rest, pagamentos: itens.map((one) => one.pagamento) }
}

/** Said of a file that is no return of payments. */
export const notReturn = () => notPayments('um retorno de pagamentos')
