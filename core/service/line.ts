import { type Amount, decimal, type Decimal, ZERO } from '../money/decimal'

interface ServiceLine {
  readonly qTrib: Amount
  readonly vUnTrib: Amount
  readonly vDesc: Amount
  readonly garantia: boolean
}

/** What a line of a service order comes to, in R$: its price times its quantity, rounded half up to cents, less its discount; nothing under warranty. Below zero the discount is too big. */
export function serviceLineTotal({ qTrib, vUnTrib, vDesc, garantia }: ServiceLine): Decimal {
  return garantia ? ZERO : decimal(vUnTrib).times(qTrib).round(2).minus(vDesc)
}
