/** Forms of payment (tpPagamento) that a slip agrees with: by slip, and by DDA. */
export const PAY_BY_SLIP = [1, 11] as const
