import { shortNumber } from '../fields/show'
import { type Amount, decimal, type Decimal } from '../money/decimal'

/** An item of an invoice as it is received, in our units. */
export interface Line {
  readonly id: number
  readonly xProd: string
  readonly qNota: Amount
  readonly qRecebida: Amount
}

/** What came less what was invoiced. */
export const differenceOf = ({ qNota, qRecebida }: Pick<Line, 'qNota' | 'qRecebida'>): Decimal =>
  decimal(qRecebida).minus(qNota)

/** Of the goods, how far from the invoice is accepted without a question, in percent of what it says. */
export interface Tolerated extends Pick<Line, 'qNota' | 'qRecebida'> {
  readonly pTolerancia: Amount
}

/** Differs what came from its invoice by no more than is tolerated? Exactly: at 0 % nothing does, and goods of which nothing came are missing. */
export function isTolerated(line: Tolerated): boolean {
  const off = differenceOf(line).abs()
  if (off.isZero() || decimal(line.qRecebida).sign() <= 0) return false
  return off.times(100).cmp(decimal(line.qNota).times(line.pTolerancia)) <= 0
}

/** Which of the items of one product a reading counts for: the first that is not complete, else the last. */
export function lineFor<L extends Pick<Line, 'qNota' | 'qRecebida'>>(lines: readonly L[]): L | undefined {
  return lines.find((line) => differenceOf(line).sign() < 0) ?? lines.at(-1)
}

const MOST_NAMED = 20

/** What is said of differences, by their side: less came than was invoiced, or more. Undefined where all came. */
export function differencesSaid(lines: readonly Line[]): { readonly less?: string; readonly more?: string } {
  const side = (sign: number, word: string): string | undefined => {
    const found = lines.filter((line) => differenceOf(line).sign() === sign)
    if (found.length === 0) return undefined
    const named = found
      .slice(0, MOST_NAMED)
      .map(({ xProd, qRecebida, qNota }) => `${xProd} (${shortNumber(qRecebida, 4)} de ${shortNumber(qNota, 4)})`)
    const others = found.length > MOST_NAMED ? `; e outros ${found.length - MOST_NAMED}` : ''
    return `Quantidade recebida ${word} à da nota: ${named.join('; ')}${others}.`
  }
  const [less, more] = [side(-1, 'inferior'), side(1, 'superior')]
  return { ...(less === undefined ? {} : { less }), ...(more === undefined ? {} : { more }) }
}
