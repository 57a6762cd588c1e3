/** A plain amount that is not below zero, as a field has it: what is none is told by the layout, and is not computed with. */
export const isAmount = (text: string): boolean => /^\d{1,15}(?:\.\d{1,10})?$/.test(text)

/** Zero, however it is written; what is no amount is not nothing. */
export const isNothing = (text: string): boolean => /^-?0*(?:\.0*)?$/.test(text)
