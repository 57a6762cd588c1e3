import { numberOf, type Row } from '../../ui/row'

/** Is the stock of a product at or under what it should be? */
export const isLow = (row: Row): boolean =>
  (numberOf(row.q_minimo) ?? 0) > 0 && (numberOf(row.q_total) ?? 0) <= (numberOf(row.q_minimo) ?? 0)
