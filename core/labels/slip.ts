const DIGITS = 12

/** The number of an order as its papers and labels say it to scanners: twelve digits, filled with zeros. */
export const slipCode = (id: number): string => String(id).padStart(DIGITS, '0')

/** What `slipCode` makes. */
export const SLIP = /^\d{12}$/
