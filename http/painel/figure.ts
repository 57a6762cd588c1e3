import type { Row } from '../platform/resource'

/** A count and its amount, as the dashboard takes them. */
export const figure = (row: Row | undefined, name: string) => ({
  qtd: Number(row?.[`${name}_qtd`] ?? 0),
  vTotal: Number(row?.[`${name}_total`] ?? 0),
})
